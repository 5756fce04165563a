import { Button, Group } from "@mantine/core";
import { dollarsOf, plainAmount } from "#ui/money/cents.ts";
import { methodName } from "#ui/money/payment-methods.ts";
import type { MoneyColumn, Sort } from "#ui/money-table/money-column.ts";
import { formatShortDay } from "#ui/page/when.tsx";
import { centsText } from "../questions/cents-text.ts";
import { type FileRow, rowPlace } from "./file-rows.ts";
import type { RowContext } from "./row-context.ts";
import { isRequested, RowStatus, statusOfRow } from "./row-status.tsx";

const TEXT_MAX = 80;
const short = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

export interface RowActions {
  readonly onEdit: (row: FileRow) => void;
  /** A row that was read as something else is a payment after all. */
  readonly onPay: (row: FileRow) => void;
  readonly onExclude: (rows: readonly FileRow[], isExcluded: boolean) => void;
}

export const keyOfFileRow = ({ number }: FileRow): string => String(number);

/** The texts of a row, for cells, sorting, and the exported file. */
const textsOf = (row: FileRow, context: RowContext): Readonly<Record<string, string>> => {
  const { recipient, texts, body, cents, line, sendOn, kind } = row;
  const name = recipient?.name ?? texts.recipient;
  const { label, details } = statusOfRow(row, context);
  return {
    counterparty: kind === "payment" ? name : name || row.label,
    line: String(line),
    method: kind !== "payment" ? "" : body ? methodName(body.paymentMethod ?? null) : texts.paymentMethod,
    memo: texts.externalMemo || texts.invoiceNumber,
    sendOn: kind === "payment" ? (sendOn ?? texts.sendOn) : "",
    status: [label, ...details].join(" "),
    amount: cents === undefined ? texts.amount : plainAmount(dollarsOf(cents)),
  };
};

/** The columns of a file's rows. What is wrong with a row, and what can be done about it, is in the row. */
export function rowColumns(context: RowContext, actions: RowActions): readonly MoneyColumn<FileRow>[] {
  // Most files pay at once.
  const hasDays = context.state.payments.some(({ texts }) => texts.sendOn !== "");
  const place = context.state.job.file.table.kind === "text" ? "Line" : "Row";
  const text = (row: FileRow, id: string): string => short(textsOf(row, context)[id] ?? "");
  return [
    {
      id: "counterparty",
      header: "Recipient",
      cell: (row) => <span {...muted(row)}>{text(row, "counterparty") || "No recipient"}</span>,
      phone: "name",
      sortsFirst: "asc",
    },
    {
      id: "line",
      header: place,
      cell: ({ line }) => (
        <span className="figures">
          <span className="phoneOnly">{place} </span>
          {line}
        </span>
      ),
      width: 62,
      phone: "date",
      sortsFirst: "asc",
    },
    { id: "memo", header: "Memo", cell: (row) => text(row, "memo"), width: "12%", from: "laptop", phone: "memo" },
    {
      id: "method",
      header: "Method",
      cell: (row) => text(row, "method"),
      width: 100,
      from: "desktop",
      sortsFirst: "asc",
    },
    ...(hasDays ? [sendOnColumn] : []),
    {
      id: "status",
      header: "Status",
      cell: (row) => <RowStatus row={row} context={context} />,
      width: "26%",
      phone: "below",
      sortsFirst: "asc",
      wraps: true,
      hasControls: true,
    },
    {
      id: "amount",
      header: "Amount",
      align: "right",
      cell: (row) => (
        <span className="figures" {...muted(row)}>
          {row.cents === undefined ? short(row.texts.amount) || "—" : centsText(row.cents)}
        </span>
      ),
      width: 118,
      phone: "amount",
      sortsFirst: "desc",
    },
    {
      id: "actions",
      header: "Actions",
      align: "right",
      cell: (row) =>
        isRequested(context.results.get(row.number)) ? null : <Actions row={row} context={context} {...actions} />,
      width: 134,
      hasControls: true,
    },
  ];
}

/** Rows that are no payments stand back. */
const muted = ({ kind, isExcluded }: FileRow) =>
  kind === "payment" && !isExcluded ? {} : { style: { color: "var(--mantine-color-dimmed)" } };

const sendOnColumn: MoneyColumn<FileRow> = {
  id: "sendOn",
  header: "Send on",
  cell: ({ sendOn, texts, kind }) =>
    kind !== "payment"
      ? ""
      : sendOn
        ? formatShortDay(sendOn)
        : sendOn === null && texts.sendOn !== ""
          ? "On approval"
          : short(texts.sendOn),
  width: 90,
  from: "laptop",
  sortsFirst: "asc",
};

function Actions({
  row,
  context,
  onEdit,
  onExclude,
  onPay,
}: RowActions & { readonly row: FileRow; readonly context: RowContext }) {
  const place = rowPlace(context.state.job.file, row);
  const { isExcluded, kind } = row;
  if (kind !== "payment" && !isExcluded) {
    if (kind === "heading" || kind === "line" || row.deduction !== undefined) return null;
    return (
      <Button variant="subtle" size="compact-xs" aria-label={`Pay anyway: ${place}`} onClick={() => onPay(row)}>
        Pay anyway
      </Button>
    );
  }
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`${isExcluded ? "Include" : "Exclude"} ${place}`}
        onClick={() => onExclude([row], !isExcluded)}
      >
        {isExcluded ? "Include" : "Exclude"}
      </Button>
      <Button variant="subtle" size="compact-xs" aria-label={`Edit ${place}`} onClick={() => onEdit(row)}>
        Edit
      </Button>
    </Group>
  );
}

/** The rows in an order; rows that are equal in it stay in that of the file. */
export function sortRows(rows: readonly FileRow[], { by, order }: Sort, context: RowContext): readonly FileRow[] {
  const sign = order === "asc" ? 1 : -1;
  if (by === "line") return order === "asc" ? rows : rows.toReversed();
  // Unreadable amounts come first: they need fixing.
  if (by === "amount") return rows.toSorted((a, b) => sign * compareCents(a.cents ?? -1n, b.cents ?? -1n));
  const collator = new Intl.Collator("en-US", { numeric: true });
  return rows
    .map((row) => ({ row, text: textsOf(row, context)[by] ?? "" }))
    .toSorted((a, b) => sign * collator.compare(a.text, b.text))
    .map(({ row }) => row);
}

const compareCents = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a table of the file's rows shows, as lines of a CSV file. */
export function linesOfRows(
  rows: readonly FileRow[],
  columns: readonly Pick<MoneyColumn<FileRow>, "id" | "header">[],
  context: RowContext,
): readonly (readonly string[])[] {
  const written = columns.filter(({ id }) => id !== "actions");
  return [
    written.map(({ header }) => header),
    ...rows.map((row) => {
      const texts = textsOf(row, context);
      return written.map(({ id }) => texts[id] ?? "");
    }),
  ];
}
