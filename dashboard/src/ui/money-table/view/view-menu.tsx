import { Button, Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { densities, type TableView } from "./use-table-view.ts";
import classes from "./view-menu.module.css";

const densityNames = { comfortable: "Comfortable", compact: "Compact" } as const;

/** The rows' height, and which columns are shown. The first column has the rows' links, so it stays. */
export function ViewMenu<Row>({ view }: { readonly view: TableView<Row> }) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}>
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="View">
        <fieldset className={classes["group"]}>
          <legend>Rows</legend>
          {densities.map((density) => (
            <label key={density}>
              <input
                type="radio"
                name="density"
                checked={view.density === density}
                onChange={() => view.setDensity(density)}
              />
              {densityNames[density]}
            </label>
          ))}
        </fieldset>
        <fieldset className={classes["group"]}>
          <legend>Columns</legend>
          {view.all.slice(1).map(({ id, header }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={view.columns.some((shown) => shown.id === id)}
                onChange={({ currentTarget }) => view.show(id, currentTarget.checked)}
              />
              {header}
            </label>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
