import { Button, Checkbox, Group, SegmentedControl } from "@mantine/core";
import type { FileJob } from "../use-job.ts";
import type { FileRow } from "./file-rows.ts";
import type { RowSelection } from "./use-row-selection.ts";

export type RowsShown = "all" | "problems" | "duplicates" | "excluded" | "left";

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
  const options = [
    { value: "all", label: `All rows (${kinds.all.length})` },
    { value: "problems", label: `Needs fixing (${problems.length})` },
    { value: "duplicates", label: `Possible duplicates (${duplicates.length})` },
    { value: "excluded", label: `Excluded (${excluded.length})` },
    ...(kinds.left.length === 0 ? [] : [{ value: "left" as const, label: `Not payments (${kinds.left.length})` }]),
  ] as const satisfies readonly { value: RowsShown; label: string }[];
  const set = (rows: readonly FileRow[], isExcluded: boolean) => {
    const numbers = new Set(rows.map(({ number }) => number));
    state.decide(({ excluded: before }) => ({
      excluded: [...before.filter((number) => !numbers.has(number)), ...(isExcluded ? numbers : [])],
    }));
  };
  return (
    <Group gap="sm">
      <div style={{ overflowX: "auto", maxWidth: "100%" }}>
        <SegmentedControl
          size="xs"
          aria-label="Rows shown"
          value={filter}
          // The values are those of the options.
          onChange={(value) => onChange(value as RowsShown)}
          data={[...options]}
        />
      </div>
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
