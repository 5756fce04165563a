import { Button, Checkbox, Group, SegmentedControl } from "@mantine/core";
import type { FileJob } from "../use-job.ts";
import type { FileRow } from "./file-rows.ts";
import classes from "./row-filter.module.css";
import type { RowSelection } from "./use-row-selection.ts";

export type RowsShown = "payments" | "problems" | "duplicates" | "excluded" | "left";

const names: Readonly<Record<RowsShown, string>> = {
  payments: "Payments",
  problems: "Needs fixing",
  duplicates: "Possible duplicates",
  excluded: "Excluded",
  left: "Not payments",
};

interface RowFilterProps {
  readonly state: FileJob;
  readonly filter: RowsShown;
  readonly kinds: Readonly<Record<RowsShown, readonly FileRow[]>>;
  readonly selection: RowSelection;
  readonly onChange: (filter: RowsShown) => void;
}

/** Which rows are shown, and what can be done with all of them. */
export function RowFilter({ state, filter, kinds, selection, onChange }: RowFilterProps) {
  const { duplicates, problems, excluded } = kinds;
  // A choice without rows says nothing, and takes the room of others on a phone.
  const options = Object.entries(names)
    // The keys are those of the names.
    .map(([value, name]) => ({ value: value as RowsShown, name }))
    .filter(({ value }) => value === "payments" || value === filter || kinds[value].length > 0)
    .map(({ value, name }) => ({
      value,
      label: `${value === "payments" && kinds.left.length === 0 ? "All rows" : name} (${kinds[value].length})`,
    }));
  const set = (rows: readonly FileRow[], isExcluded: boolean) => {
    const numbers = new Set(rows.map(({ number }) => number));
    state.decide(({ excluded: before }) => ({
      excluded: [...before.filter((number) => !numbers.has(number)), ...(isExcluded ? numbers : [])],
    }));
  };
  return (
    <Group gap="sm">
      <SegmentedControl
        className={classes["shown"] ?? ""}
        size="xs"
        withItemsBorders={false}
        aria-label="Rows shown"
        value={filter}
        // The values are those of the options.
        onChange={(value) => onChange(value as RowsShown)}
        data={options}
      />
      {duplicates.length > 1 && (
        <Checkbox
          size="xs"
          label={`Include all ${duplicates.length} possible duplicates`}
          checked={duplicates.every(selection.isIncluded)}
          indeterminate={duplicates.some(selection.isIncluded) && !duplicates.every(selection.isIncluded)}
          onChange={({ currentTarget }) => selection.include(duplicates, currentTarget.checked)}
        />
      )}
      {filter === "problems" && problems.length > 1 && (
        <Button size="compact-xs" variant="default" onClick={() => set(problems, true)}>
          Exclude these {problems.length} rows
        </Button>
      )}
      {filter === "excluded" && excluded.length > 1 && (
        <Button size="compact-xs" variant="default" onClick={() => set(excluded, false)}>
          Include these {excluded.length} rows
        </Button>
      )}
    </Group>
  );
}
