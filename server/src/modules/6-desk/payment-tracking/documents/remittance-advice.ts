import type { PdfBlock, PdfDocument, PdfFact } from "#kernel/pdf/pdf-document.ts";
import type { DocumentFacts } from "./document-facts.ts";
import { amountText, documentDay, methodText, referencesOf } from "./document-text.ts";
import { refusePaymentDocument } from "./payment-document-refusals.ts";

const outcomes = {
  failed: "failed",
  blocked: "was blocked",
  reversed: "was returned",
  cancelled: "was canceled",
} as const;

/** Tells the recipient what a payment is for. Refuses with `paymentNotMade` if it did not arrive. */
export function remittanceAdvice(facts: DocumentFacts): PdfDocument {
  const { row, payer, asOf, destination, isSandbox } = facts;
  const { status } = row;
  if (status !== "pending" && status !== "sent")
    throw refusePaymentDocument("paymentNotMade", { details: { outcome: outcomes[status] } });
  const day = { label: status === "sent" ? "Sent" : "Accepted", value: documentDay(asOf) };
  return {
    title: "Remittance advice",
    subtitle: documentDay(asOf),
    createdAt: asOf,
    issuer: payer,
    footer: `${payer.name} · ${row.transaction_id}${isSandbox ? " · Sandbox: not a real payment" : ""}`,
    blocks: [
      {
        kind: "columns",
        columns: [
          { heading: "To", lines: [row.counterparty_name, ...(row.method === "check" ? destination : [])] },
          { heading: "From", lines: [payer.name] },
        ],
      },
      { kind: "paragraph", text: announcement(facts) },
      {
        kind: "figures",
        figures: [
          { label: "Amount", value: amountText(row), strong: true },
          day,
          { label: "Expected arrival", value: documentDay(row.estimated_delivery_at) },
        ],
      },
      { kind: "facts", facts: detailsOf(facts) },
      ...filesOf(facts),
      {
        kind: "paragraph",
        muted: true,
        text: "Dates are Eastern Time. If you have questions about this payment, contact the sender.",
      },
    ],
  };
}

function announcement({ row, payer: { name } }: DocumentFacts): string {
  const isSent = row.status === "sent";
  if (row.method === "check")
    return isSent
      ? `${name} mailed you a check for ${amountText(row)}.`
      : `${name} is mailing you a check for ${amountText(row)}.`;
  return isSent
    ? `${name} sent you ${amountText(row)}. Your bank decides when the money is available.`
    : `${name} is paying you ${amountText(row)}. The bank has not confirmed the payment yet.`;
}

const detailsOf = ({ row, destination }: DocumentFacts): PdfFact[] => [
  ...(row.external_memo === null || row.external_memo === ""
    ? []
    : [{ label: "Memo or invoice", value: row.external_memo, strong: true }]),
  { label: "Method", value: methodText(row) },
  ...(row.method === "check" || destination.length === 0 ? [] : [{ label: "Paid to", value: destination.join(", ") }]),
  ...referencesOf(row),
  { label: "Payment ID", value: row.transaction_id },
];

/** Only their names: the files themselves stay with the payer. */
const filesOf = ({ fileNames }: DocumentFacts): PdfBlock[] =>
  fileNames.length === 0
    ? []
    : [
        {
          kind: "table",
          summary: "The documents that this payment is for",
          columns: [{ title: "Documents on file for this payment", width: 1 }],
          rows: fileNames.map((name) => ({ cells: [name] })),
        },
      ];
