import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { Empty } from "../../../../ui/feedback/empty.tsx";
import { methodName } from "../../../../ui/money/payment-methods.ts";
import { DataTable, type TableColumn } from "../../../../ui/table/data-table.tsx";
import { centsText } from "../questions/cents-text.ts";
import { type FileRow, rowPlace } from "./file-rows.ts";
import type { RowContext } from "./row-context.ts";
import { RowFilter, type RowsShown } from "./row-filter.tsx";
import { isRequested, RowStatus, rowProblems } from "./row-status.tsx";

const PAGE_ROWS = 100;
const TEXT_MAX = 80;

type RowTableProps = RowContext & { readonly onEdit: (row: FileRow) => void };

/** Every row with its status, filterable by problems, possible duplicates, and exclusion. */
export function RowTable(props: RowTableProps) {
  const { state, results, checkOf, selection } = props;
  const { rows } = state;
  const [filter, setFilter] = useState<RowsShown>("all");
  const [shown, setShown] = useState(PAGE_ROWS);
  const kinds: Readonly<Record<RowsShown, readonly FileRow[]>> = {
    all: rows,
    problems: rows.filter((row) => rowProblems(row, results.get(row.number), checkOf(row)).length > 0),
    duplicates: selection.duplicates,
    excluded: rows.filter(({ isExcluded }) => isExcluded),
  };
  const wanted = kinds[filter];
  return (
    <>
      <RowFilter state={state} filter={filter} kinds={kinds} selection={selection} onChange={setFilter} />
      {wanted.length === 0 ? (
        <Empty title={emptyTitles[filter]} />
      ) : (
        <DataTable
          label="Payments in the file"
          rows={wanted.slice(0, shown)}
          rowKey={rowKey}
          columns={columnsOf(props)}
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

const short = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

const columnsOf = (props: RowTableProps): readonly TableColumn<FileRow>[] => [
  {
    header: props.state.job.file.table.kind === "text" ? "Line" : "Row",
    cell: ({ line }) => <span className="figures">{line}</span>,
    width: 56,
  },
  {
    header: "Recipient",
    cell: ({ recipient, texts }) => (
      <span style={{ overflowWrap: "anywhere" }}>{short(recipient?.name ?? (texts.recipient || "—"))}</span>
    ),
  },
  {
    header: "Method",
    cell: ({ body, texts }) => (body ? methodName(body.paymentMethod ?? null) : short(texts.paymentMethod)),
    wideOnly: true,
  },
  {
    header: "Memo",
    cell: ({ texts }) => <span style={{ overflowWrap: "anywhere" }}>{short(texts.externalMemo)}</span>,
    wideOnly: true,
  },
  {
    header: "Amount",
    align: "right",
    cell: ({ cents, texts }) => (
      <span className="figures">{cents === undefined ? short(texts.amount) || "—" : centsText(cents)}</span>
    ),
  },
  { header: "Status", cell: (row) => <RowStatus row={row} context={props} />, width: "34%" },
  {
    header: "Actions",
    hideHeader: true,
    align: "right",
    cell: (row) => (isRequested(props.results.get(row.number)) ? null : <RowActions row={row} {...props} />),
  },
];

function RowActions({ row, state, onEdit }: RowTableProps & { readonly row: FileRow }) {
  const place = rowPlace(state.job.file, row);
  const toggle = () =>
    state.decide(({ excluded }) => ({
      excluded: row.isExcluded ? excluded.filter((number) => number !== row.number) : [...excluded, row.number],
    }));
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={row.isExcluded ? `Include ${place}` : `Exclude ${place}`}
        onClick={toggle}
      >
        {row.isExcluded ? "Include" : "Exclude"}
      </Button>
      <Button variant="subtle" size="compact-xs" aria-label={`Edit ${place}`} onClick={() => onEdit(row)}>
        Edit
      </Button>
    </Group>
  );
}

const emptyTitles: Readonly<Record<RowsShown, string>> = {
  all: "The file has no rows",
  problems: "No rows need fixing",
  duplicates: "No possible duplicates",
  excluded: "No rows are excluded",
};
const rowKey = ({ number }: FileRow): string => String(number);
