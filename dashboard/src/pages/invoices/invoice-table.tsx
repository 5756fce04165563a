import { Text } from "@mantine/core";
import type { InvoiceRow } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { formatDay, formatNearDay } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn, type TableSelection } from "../../ui/table/data-table.tsx";
import { InvoiceStatusBadge } from "./invoice-status.tsx";

const columns: readonly TableColumn<InvoiceRow>[] = [
  { header: "Number", phone: "second", cell: (row) => <NumberAndDay row={row} /> },
  { header: "Customer", phone: "name", cell: ({ customerName }) => customerName },
  {
    header: "Status",
    phone: "status",
    cell: (row) => <InvoiceStatusBadge status={row.status} isOverdue={row.isOverdue} />,
  },
  { header: "Date", cell: ({ invoiceDate }) => formatDay(invoiceDate) },
  { header: "Due date", cell: ({ dueDate }) => formatDay(dueDate) },
  { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
  { header: "Amount due", align: "right", phone: "amount", cell: AmountDue },
];

/** On a phone, the number takes the place of the customer, and the due date that of the number. */
const columnsOfOneCustomer: readonly TableColumn<InvoiceRow>[] = columns
  .filter(({ header }) => header !== "Customer")
  .map((column) => {
    if (column.header === "Due date") return { ...column, phone: "second" };
    return column.header === "Number"
      ? { ...column, phone: "name", cell: ({ invoiceNumber }) => invoiceNumber }
      : column;
  });

export const InvoiceTable = ({
  rows,
  isOfOneCustomer = false,
  selection,
}: {
  readonly rows: readonly InvoiceRow[];
  /** Without the column of customers. */
  readonly isOfOneCustomer?: boolean;
  readonly selection?: TableSelection<InvoiceRow> | undefined;
}) => (
  <DataTable
    label="Invoices"
    rows={rows}
    rowKey={({ id }) => id}
    columns={isOfOneCustomer ? columnsOfOneCustomer : columns}
    targetOf={({ id }) => ({ to: "/invoices/$invoiceId", params: { invoiceId: id } })}
    selection={selection}
  />
);

/** On a phone, with the due date, which has a column of its own elsewhere. */
const NumberAndDay = ({ row: { invoiceNumber, dueDate } }: { readonly row: InvoiceRow }) => (
  <>
    {invoiceNumber}
    <Text span inherit hiddenFrom="sm">
      {" · "}due {formatNearDay(dueDate)}
    </Text>
  </>
);

/** Settled invoices recede, so that the open ones stand out. On a phone, they show their amount, which has no column there. */
function AmountDue({ amount, amountDue }: InvoiceRow) {
  if (amountDue !== 0) return <Money amount={amountDue} />;
  return (
    <>
      <Text span inherit visibleFrom="sm">
        <Money amount={amountDue} c="dimmed" />
      </Text>
      <Text span inherit hiddenFrom="sm">
        <Money amount={amount} c="dimmed" />
      </Text>
    </>
  );
}
