import type { PdfBlock, PdfDocument, PdfFact, PdfTable } from "#kernel/pdf/pdf-document.ts";
import type { PaperBrand } from "#records/brand";
import { postalLines } from "#records/identity";
import type { CustomerRow } from "../customers/customer.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";
import { readableDay, shortDecimal, usd } from "./invoice-text.ts";

/** The invoice on paper. The same invoice and brand always give the same bytes. */
export const invoicePdf = (facts: InvoiceFacts, brand: PaperBrand): PdfDocument => {
  const { row, organizationName, organizationAddress, dueMinor } = facts;
  return {
    title: "Invoice",
    subtitle: row.invoice_number,
    createdAt: row.updated_at,
    issuer: {
      name: organizationName,
      lines: organizationAddress === undefined ? [] : postalLines(organizationAddress),
      ...brand,
    },
    footer: `${organizationName} · Invoice ${row.invoice_number}${facts.isSandbox ? " · Sandbox: not a real invoice" : ""}`,
    blocks: [
      {
        kind: "figures",
        figures: [
          { label: standingText(facts), value: usd(row.status === "Paid" ? row.amount_minor : dueMinor), strong: true },
          { label: "Invoice date", value: readableDay(row.invoice_date) },
          { label: "Due date", value: readableDay(row.due_date) },
        ],
      },
      {
        kind: "columns",
        columns: [
          { heading: "Bill to", lines: addressLines(facts.customer) },
          { heading: "Details", lines: detailLines(facts) },
        ],
      },
      linesTable(facts),
      { kind: "totals", totals: totals(facts) },
      ...memoBlocks(facts),
      ...paymentBlocks(facts),
    ],
  };
};

function standingText({ row }: InvoiceFacts): string {
  switch (row.status) {
    case "Paid":
      return "Paid";
    case "Cancelled":
      return "Canceled: nothing is due";
    case "Processing":
      return "Payment in progress";
    case "Unpaid":
      return "Amount due";
  }
}

const addressLines = ({ name, email, address }: CustomerRow): string[] => [
  address?.name ?? name,
  ...(address === null ? [] : postalLines(address)),
  email,
];

function detailLines({ row }: InvoiceFacts): string[] {
  const { service_period_start: from, service_period_end: to } = row;
  return [
    `Invoice number: ${row.invoice_number}`,
    ...(row.po_number === null ? [] : [`Purchase order: ${row.po_number}`]),
    ...(from === null && to === null
      ? []
      : [`Service period: ${[from, to].flatMap((day) => (day === null ? [] : [readableDay(day)])).join(" to ")}`]),
    "All amounts in US dollars",
  ];
}

const linesTable = ({ lines }: InvoiceFacts): PdfTable => ({
  kind: "table",
  summary: "What is charged, with quantity, price, tax rate, and amount",
  columns: [
    { title: "Description", width: 4 },
    { title: "Quantity", width: 1.1, align: "right" },
    { title: "Price", width: 1.5, align: "right" },
    { title: "Tax", width: 1, align: "right" },
    { title: "Amount", width: 1.6, align: "right" },
  ],
  rows: lines.map((line) => ({
    cells: [
      line.name,
      shortDecimal(line.quantity_e4),
      usd(line.unit_price_minor),
      line.tax_rate_e4 === null ? "–" : `${shortDecimal(line.tax_rate_e4)}%`,
      usd(line.amount_minor),
    ],
  })),
});

const totals = ({ row, subtotalMinor, dueMinor }: InvoiceFacts): PdfFact[] => [
  { label: "Subtotal", value: usd(subtotalMinor) },
  { label: "Sales tax", value: usd(row.tax_minor) },
  { label: "Total", value: usd(row.amount_minor), strong: true },
  ...(row.paid_minor === 0n ? [] : [{ label: "Paid", value: usd(-row.paid_minor) }]),
  ...(row.status === "Cancelled" ? [] : [{ label: "Amount due", value: usd(dueMinor), strong: true }]),
];

const memoBlocks = ({ row }: InvoiceFacts): PdfBlock[] =>
  row.payer_memo === null
    ? []
    : [
        { kind: "heading", text: "Note" },
        ...row.payer_memo.split(/[\r\n]+/).map((text): PdfBlock => ({ kind: "paragraph", text })),
      ];

/** The address of the pay page, the four facts, and the reminder of the memo. */
const PAYMENT_HEIGHT = 160;

/** The account number only if the issuer wants it on paper; the pay page has it in any case. */
function paymentBlocks({ row, transfer, payUrl }: InvoiceFacts): PdfBlock[] {
  if (transfer === undefined) return [];
  return [
    { kind: "heading", text: "How to pay", keep: PAYMENT_HEIGHT },
    { kind: "paragraph", text: `Pay online: ${payUrl}` },
    ...(row.use_real_account_number
      ? [
          {
            kind: "facts" as const,
            facts: [
              { label: "Pay to", value: transfer.beneficiary },
              { label: "Routing number", value: transfer.routingNumber },
              { label: "Account number", value: transfer.accountNumber },
              { label: "Reference", value: transfer.reference, strong: true },
            ],
          },
        ]
      : []),
    { kind: "paragraph", text: `Include ${transfer.reference} in the memo of your transfer.`, muted: true },
  ];
}
