import { Text } from "@mantine/core";
import type { InvoiceRow } from "../../api/generated/types.gen.ts";
import { Money } from "../../ui/money/money.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn, type TableSelection } from "../../ui/table/data-table.tsx";
import { InvoiceStatusBadge } from "./invoice-status.tsx";

const number: TableColumn<InvoiceRow> = {
  header: "Number",
  phone: "name",
  cell: ({ invoiceNumber }) => invoiceNumber,
};
const customer: TableColumn<InvoiceRow> = {
  header: "Customer",
  phone: "second",
  cell: (row) => <Customer row={row} />,
};
const status: TableColumn<InvoiceRow> = {
  header: "Status",
  phone: "status",
  cell: (row) => <InvoiceStatusBadge status={row.status} isOverdue={row.isOverdue} />,
};
const date: TableColumn<InvoiceRow> = { header: "Date", cell: ({ invoiceDate }) => formatDay(invoiceDate) };
const dueDate: TableColumn<InvoiceRow> = { header: "Due date", cell: (row) => formatDay(row.dueDate) };
const amounts: readonly TableColumn<InvoiceRow>[] = [
  { header: "Amount", align: "right", cell: ({ amount }) => <Money amount={amount} /> },
  { header: "Amount due", align: "right", phone: "amount", cell: ({ amountDue }) => <AmountDue amount={amountDue} /> },
];

const columns = [number, customer, status, date, dueDate, ...amounts];
const columnsOfCustomer = [number, status, date, { ...dueDate, phone: "second" as const }, ...amounts];

export const InvoiceTable = ({
  rows,
  ofOneCustomer = false,
  selection,
}: {
  readonly rows: readonly InvoiceRow[];
  /** On the customer's own page, which says whose invoices they are. */
  readonly ofOneCustomer?: boolean;
  readonly selection?: TableSelection<InvoiceRow> | undefined;
}) => (
  <DataTable
    label="Invoices"
    rows={rows}
    rowKey={({ id }) => id}
    columns={ofOneCustomer ? columnsOfCustomer : columns}
    targetOf={({ id }) => ({ to: "/invoices/$invoiceId", params: { invoiceId: id } })}
    selection={selection}
  />
);

/** On a phone, with the due date, which has a column of its own elsewhere. */
const Customer = ({ row: { customerName, dueDate } }: { readonly row: InvoiceRow }) => (
  <>
    {customerName}
    <Text span inherit hiddenFrom="sm">
      , due {formatDay(dueDate)}
    </Text>
  </>
);

/** Settled invoices recede, so that the open ones stand out. */
const AmountDue = ({ amount }: { readonly amount: number }) =>
  amount === 0 ? <Money amount={amount} c="dimmed" /> : <Money amount={amount} />;
