import { Button, Checkbox, Group, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Empty } from "../../../ui/feedback/empty.tsx";
import { Money } from "../../../ui/money/money.tsx";
import { methodName } from "../../../ui/money/payment-methods.ts";
import { DataTable, type TableColumn } from "../../../ui/table/data-table.tsx";
import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";
import { isRequested, problemOf, RowStatus } from "./row-status.tsx";
import type { RowPreview } from "./use-checks.ts";
import type { RowSelection } from "./use-row-selection.ts";

const PAGE_ROWS = 100;

interface RowTableProps {
  readonly rows: readonly FileRow[];
  readonly results: ReadonlyMap<number, RowResult>;
  readonly checkOf: (row: FileRow) => RowPreview | undefined;
  readonly selection: RowSelection;
  readonly onEdit: (row: FileRow) => void;
}

/** Every row with its status, filterable by problems and possible duplicates. */
export function RowTable({ rows, results, checkOf, selection, onEdit }: RowTableProps) {
  const [filter, setFilter] = useState("all");
  const [shown, setShown] = useState(PAGE_ROWS);
  const hasProblem = (row: FileRow) => problemOf(row, results.get(row.number), checkOf(row)) !== undefined;
  const problems = rows.filter(hasProblem);
  const { duplicates } = selection;
  const wanted = filter === "all" ? rows : filter === "duplicates" ? duplicates : problems;
  return (
    <>
      <RowFilter
        filter={filter}
        rows={rows.length}
        problems={problems.length}
        selection={selection}
        onChange={setFilter}
      />
      {wanted.length === 0 ? (
        <Empty title={emptyTitles[filter] ?? ""} />
      ) : (
        <DataTable
          label="Payments in the file"
          rows={wanted.slice(0, shown)}
          rowKey={rowKey}
          columns={columnsOf({ results, checkOf, selection, onEdit })}
        />
      )}
      {wanted.length > shown && (
        <Group justify="center" p="sm">
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE_ROWS)}>
            Show more rows
          </Button>
        </Group>
      )}
    </>
  );
}

const columnsOf = ({
  results,
  checkOf,
  selection,
  onEdit,
}: Omit<RowTableProps, "rows">): readonly TableColumn<FileRow>[] => [
  { header: "Row", cell: ({ number }) => <span className="figures">{number}</span>, width: 56 },
  { header: "Recipient", cell: ({ recipient, texts }) => recipient?.name ?? (texts.recipient || "—") },
  {
    header: "Method",
    cell: ({ body, texts }) => (body ? methodName(body.paymentMethod ?? null) : texts.paymentMethod),
    wideOnly: true,
  },
  { header: "Memo", cell: ({ texts }) => texts.externalMemo, wideOnly: true },
  {
    header: "Amount",
    align: "right",
    cell: ({ body, texts }) => (body ? <Money amount={body.amount} /> : texts.amount || "—"),
  },
  {
    header: "Status",
    cell: (row) => <RowStatus row={row} result={results.get(row.number)} check={checkOf(row)} selection={selection} />,
    width: "38%",
  },
  {
    header: "Actions",
    hideHeader: true,
    align: "right",
    cell: (row) =>
      isRequested(results.get(row.number)) ? null : (
        <Button variant="subtle" size="compact-xs" aria-label={`Edit row ${row.number}`} onClick={() => onEdit(row)}>
          Edit
        </Button>
      ),
  },
];

function RowFilter({
  filter,
  rows,
  problems,
  selection,
  onChange,
}: {
  readonly filter: string;
  readonly rows: number;
  readonly problems: number;
  readonly selection: RowSelection;
  readonly onChange: (filter: string) => void;
}) {
  const { duplicates } = selection;
  return (
    <Group p="sm">
      <SegmentedControl
        size="xs"
        aria-label="Rows shown"
        value={filter}
        onChange={onChange}
        data={[
          { value: "all", label: `All rows (${rows})` },
          { value: "problems", label: `Needs fixing (${problems})` },
          { value: "duplicates", label: `Possible duplicates (${duplicates.length})` },
        ]}
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
    </Group>
  );
}

const emptyTitles: Readonly<Record<string, string>> = {
  all: "The file has no rows",
  problems: "No rows need fixing",
  duplicates: "No possible duplicates",
};
const rowKey = ({ number }: FileRow): string => String(number);
