import { Text } from "@mantine/core";
import type { PayableInvoice } from "#api/generated/types.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { DataTable, type TableColumn } from "#ui/table/data-table.tsx";
import classes from "./pay.module.css";

type Line = PayableInvoice["lineItems"][number] & { readonly key: string };

const columns: readonly TableColumn<Line>[] = [
  { header: "Description", cell: ({ name }) => name, phone: "name" },
  {
    header: "Quantity",
    align: "right",
    phone: "second",
    cell: ({ quantity, unitPrice, salesTaxRate }) => (
      <>
        {quantity.toLocaleString("en-US")}
        <span className="phoneOnly">
          {` × ${formatMoney(unitPrice)}`}
          {salesTaxRate !== null && `, ${salesTaxRate.toLocaleString("en-US")}% tax`}
        </span>
      </>
    ),
  },
  { header: "Price", align: "right", cell: ({ unitPrice }) => formatMoney(unitPrice) },
  {
    header: "Tax",
    align: "right",
    cell: ({ salesTaxRate }) => (salesTaxRate === null ? "None" : `${salesTaxRate.toLocaleString("en-US")}%`),
  },
  { header: "Amount", align: "right", cell: ({ amount }) => formatMoney(amount), phone: "amount" },
];

/** What the invoice says. */
export function InvoiceSheet({ invoice }: { readonly invoice: PayableInvoice }) {
  const { lineItems, payerMemo, poNumber, amountPaid, salesTax } = invoice;
  const period = [invoice.servicePeriodStartDate, invoice.servicePeriodEndDate].flatMap((day) =>
    day === null ? [] : [formatDay(day)],
  );
  const facts = [
    `Dated ${formatDay(invoice.invoiceDate)}`,
    ...(poNumber === null ? [] : [`purchase order ${poNumber}`]),
    ...(period.length === 0 ? [] : [`service period ${period.join(" to ")}`]),
  ];
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {facts.join(", ")}
      </Text>
      <div className={classes["lines"]}>
        <DataTable
          label="Lines"
          rows={lineItems.map((line, at) => ({ ...line, key: String(at) }))}
          rowKey={({ key }) => key}
          columns={columns}
        />
      </div>
      <dl className={classes["totals"]}>
        {salesTax > 0 && (
          <>
            <dt>Subtotal</dt>
            <dd>{formatMoney(invoice.subtotal)}</dd>
            <dt>Sales tax</dt>
            <dd>{formatMoney(salesTax)}</dd>
          </>
        )}
        {amountPaid > 0 && (
          <>
            <dt>Total</dt>
            <dd>{formatMoney(invoice.amount)}</dd>
            <dt>Paid</dt>
            <dd>{formatMoney(-amountPaid)}</dd>
          </>
        )}
        <dt data-strong>Amount due</dt>
        <dd data-strong>{formatMoney(invoice.amountDue)}</dd>
      </dl>
      {payerMemo !== null && (
        <Text size="sm" mt="md" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          {payerMemo}
        </Text>
      )}
    </>
  );
}
