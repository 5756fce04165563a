import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { FilterChip } from "./filter-chip.tsx";
import type { FilterField } from "./filter-field.ts";
import classes from "./filters.module.css";

/** The filters that are set, each with its value, and a menu of the others. */
export function FilterChips({
  fields,
  onClear,
}: {
  readonly fields: readonly FilterField[];
  readonly onClear: () => void;
}) {
  const [openId, setOpenId] = useState<string>();
  const shown = fields.filter(({ id, value }) => value !== undefined || id === openId);
  const others = fields.filter((field) => !shown.includes(field));
  return (
    <fieldset className={classes["chips"]} aria-label="Filters">
      {shown.map((field) => (
        <FilterChip
          key={field.id}
          field={field}
          isOpen={field.id === openId}
          onOpen={(opens) => setOpenId(opens ? field.id : undefined)}
        />
      ))}
      {others.length > 0 && <AddFilter fields={others} onAdd={setOpenId} />}
      {fields.some(({ value }) => value !== undefined) && (
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </fieldset>
  );
}

function AddFilter({
  fields,
  onAdd,
}: {
  readonly fields: readonly FilterField[];
  readonly onAdd: (id: string) => void;
}) {
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
          Add filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fields.map(({ id, label }) => (
          <Menu.Item key={id} onClick={() => onAdd(id)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
