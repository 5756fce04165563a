import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import type { InvoiceCustomer } from "../../api/generated/types.gen.ts";
import { useSession } from "../../app/session/session.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { postalAddressLines } from "./address-lines.ts";
import classes from "./invoice-paper.module.css";

export interface PaperLine {
  readonly key: string;
  readonly name: string;
  readonly quantity: string;
  readonly unitPrice: number | undefined;
  /** In percent. */
  readonly salesTaxRate: string | undefined;
  readonly amount: number | undefined;
}

export interface PaperContent {
  /** Empty for a number that the service will choose. */
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly poNumber: string | null;
  readonly servicePeriod: readonly string[];
  readonly payerMemo: string | null;
  readonly lines: readonly PaperLine[];
  readonly subtotal: number;
  readonly salesTax: number;
  readonly total: number;
  readonly paid: number;
  readonly due: number;
}

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : "");

const usualLines = ["name", "street", "city", "email"];

/** The invoice as its PDF shows it, without the instructions for payment. */
export function InvoicePaper({
  invoice,
  customer,
  isLoading = false,
}: {
  readonly invoice: PaperContent;
  readonly customer: InvoiceCustomer | undefined;
  /** The customer is not known yet: its lines are kept free. */
  readonly isLoading?: boolean;
}) {
  const { organization } = useSession();
  const { invoiceNumber, poNumber, servicePeriod, payerMemo } = invoice;
  return (
    <article className={classes["paper"]} aria-label="Invoice as the customer sees it">
      <header className={classes["head"]}>
        <div>
          <p className={classes["title"]}>Invoice</p>
          <Text size="sm" c="dimmed">
            {invoiceNumber || "Next number"}
          </Text>
        </div>
        <Text fw={600} ta="right">
          {organization.legalBusinessName}
        </Text>
      </header>
      <dl className={classes["figures"]}>
        <Figure label="Amount due" value={formatMoney(invoice.due)} isStrong />
        <Figure label="Invoice date" value={day(invoice.invoiceDate)} />
        <Figure label="Due date" value={day(invoice.dueDate)} />
      </dl>
      <div className={classes["columns"]}>
        <Block heading="Bill to">
          {isLoading ? (
            usualLines.map((line) => <span key={line}>&nbsp;</span>)
          ) : customer === undefined ? (
            <Text size="sm" c="dimmed">
              Choose a customer
            </Text>
          ) : (
            [
              customer.name,
              ...(customer.address === null ? [] : postalAddressLines(customer.address)),
              customer.email,
            ].map((line) => <span key={line}>{line}</span>)
          )}
        </Block>
        {(poNumber !== null || servicePeriod.length > 0) && (
          <Block heading="Details">
            {poNumber !== null && <span>Purchase order: {poNumber}</span>}
            {servicePeriod.length > 0 && <span>Service period: {servicePeriod.map(day).join(" to ")}</span>}
          </Block>
        )}
      </div>
      <Lines lines={invoice.lines} />
      <Totals invoice={invoice} />
      {payerMemo !== null && (
        <Block heading="Note">
          <span className={classes["memo"]}>{payerMemo}</span>
        </Block>
      )}
    </article>
  );
}

const Figure = ({
  label,
  value,
  isStrong = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
}) => (
  <div>
    <dt>{label}</dt>
    <dd data-strong={isStrong || undefined}>{value}</dd>
  </div>
);

const Block = ({ heading, children }: { readonly heading: string; readonly children: ReactNode }) => (
  <div className={classes["block"]}>
    <p className={classes["heading"]}>{heading}</p>
    {children}
  </div>
);

const Lines = ({ lines }: { readonly lines: readonly PaperLine[] }) => (
  <table className={classes["lines"]} aria-label="Lines">
    <thead>
      <tr>
        <th>Description</th>
        <th>Quantity</th>
        <th>Price</th>
        <th>Tax</th>
        <th>Amount</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, name, quantity, unitPrice, salesTaxRate, amount }) => (
        <tr key={key}>
          <td>{name}</td>
          <td data-label="Quantity">{quantity}</td>
          <td data-label="Price">{unitPrice === undefined ? "" : formatMoney(unitPrice)}</td>
          <td data-label="Tax">{salesTaxRate === undefined ? "–" : `${salesTaxRate}%`}</td>
          <td>{amount === undefined ? "" : formatMoney(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Totals({ invoice: { subtotal, salesTax, total, paid, due } }: { readonly invoice: PaperContent }) {
  const sums = [
    { label: "Subtotal", amount: subtotal },
    { label: "Sales tax", amount: salesTax },
    { label: "Total", amount: total, isStrong: paid === 0 },
    ...(paid === 0
      ? []
      : [
          { label: "Paid", amount: -paid },
          { label: "Amount due", amount: due, isStrong: true },
        ]),
  ];
  return (
    <dl className={classes["totals"]}>
      {sums.map(({ label, amount, isStrong }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd data-strong={isStrong || undefined}>{formatMoney(amount)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
