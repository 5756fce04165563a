import type { PdfBlock, PdfDocument, PdfFact } from "#kernel/pdf/pdf-document.ts";
import type { TransactionStatus } from "#payments/payments";
import type { DocumentFacts } from "./document-facts.ts";
import { amountText, documentDay, documentTime, methodText, referencesOf } from "./document-text.ts";

const NO_CONFIRMATION = "This document is not a confirmation of payment.";

/** What the document of a payment says first, unless the bank confirmed the payment. */
const notices: Readonly<Record<Exclude<TransactionStatus, "sent">, { heading: string; text: string; amount: string }>> =
  {
    pending: {
      heading: "Not confirmed yet",
      text: "The bank has not confirmed this payment.",
      amount: "Amount, not confirmed",
    },
    failed: {
      heading: "This payment failed",
      text: "The bank rejected this payment. No money was paid.",
      amount: "Amount, not paid",
    },
    blocked: {
      heading: "This payment was blocked",
      text: "This payment was stopped before it was sent. No money was paid.",
      amount: "Amount, not paid",
    },
    cancelled: {
      heading: "This payment was canceled",
      text: "This payment was canceled before it was sent. No money was paid.",
      amount: "Amount, not paid",
    },
    reversed: {
      heading: "This payment was returned",
      text: "This payment was sent, and its amount came back. The recipient does not have the money.",
      amount: "Amount, returned",
    },
  };

/** Only a payment that the bank confirmed has a confirmation. */
export const confirmationTitle = ({ row: { status } }: DocumentFacts): string =>
  status === "sent" ? "Payment confirmation" : "Payment record";

/** What happened to a payment, for the payer's files and for the recipient. */
export function paymentConfirmation(facts: DocumentFacts): PdfDocument {
  const { row, payer, asOf, isSandbox } = facts;
  const title = confirmationTitle(facts);
  return {
    title,
    subtitle: documentDay(asOf),
    createdAt: asOf,
    issuer: payer,
    footer: `${title} · ${row.transaction_id}${isSandbox ? " · Sandbox: not a real payment" : ""}`,
    blocks: [
      ...noticeOf(facts),
      { kind: "figures", figures: figuresOf(facts) },
      {
        kind: "columns",
        columns: [
          {
            heading: row.status === "sent" ? "Paid to" : "Recipient",
            lines: [row.counterparty_name, ...facts.destination],
          },
          { heading: row.status === "sent" ? "Paid from" : "Payer", lines: [payer.name, ...facts.account] },
        ],
      },
      { kind: "facts", facts: detailsOf(facts) },
      { kind: "heading", text: "Status history" },
      historyOf(facts),
      { kind: "paragraph", muted: true, text: closing(facts) },
    ],
  };
}

function noticeOf({ row: { status, reason_for_failure: reason } }: DocumentFacts): PdfBlock[] {
  if (status === "sent") return [];
  const { heading, text } = notices[status];
  const why = reason === null ? "" : ` Reason: ${reason.replace(/\.$/, "")}.`;
  return [{ kind: "notice", heading, text: `${text}${why} ${NO_CONFIRMATION}` }];
}

function figuresOf({ row, asOf }: DocumentFacts): PdfFact[] {
  const { status } = row;
  return [
    { label: status === "sent" ? "Amount paid" : notices[status].amount, value: amountText(row), strong: true },
    { label: whenLabels[status], value: documentDay(asOf) },
    { label: "Method", value: methodText(row) },
  ];
}

const whenLabels: Readonly<Record<TransactionStatus, string>> = {
  sent: "Sent",
  pending: "As of",
  failed: "Failed",
  blocked: "Blocked",
  cancelled: "Canceled",
  reversed: "Returned",
};

const detailsOf = ({ row }: DocumentFacts): PdfFact[] => [
  ...(row.external_memo === null || row.external_memo === "" ? [] : [{ label: "Memo", value: row.external_memo }]),
  ...referencesOf(row),
  ...(row.status === "sent" || row.status === "pending"
    ? [{ label: "Expected arrival", value: documentDay(row.estimated_delivery_at) }]
    : []),
  { label: "Transaction ID", value: row.transaction_id },
];

const historyOf = ({ steps }: DocumentFacts): PdfBlock => ({
  kind: "table",
  summary: "What happened to the payment, oldest first",
  columns: [
    { title: "Date", width: 1.5 },
    { title: "Status", width: 4 },
  ],
  rows: steps.map(({ at, text, detail }) => ({
    cells: [documentTime(at), detail === undefined ? text : `${text}\n${detail}`],
  })),
});

/** What the document does not prove. */
function closing({ row: { method, status }, asOf }: DocumentFacts): string {
  const state = `Shows the payment as of ${documentTime(asOf)}. Dates and times are Eastern Time.`;
  if (status !== "sent") return state;
  return method === "check"
    ? `${state} It does not show whether the check was deposited.`
    : `${state} A payment can be returned after it was sent; the document then says so.`;
}
