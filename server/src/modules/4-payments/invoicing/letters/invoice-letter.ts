import type { Letter } from "#records/mail";
import type { InvoiceFacts } from "../documents/invoice-facts.ts";
import { readableDay, usd } from "../documents/invoice-text.ts";
import type { LetterKind } from "./letter-row.ts";

/**
 * The email about an invoice. The subject uses the service's own words and the organization's legal name; the sender's
 * note appears only in the body, attributed to them.
 */
export function invoiceLetter(kind: LetterKind, facts: InvoiceFacts, today: string): Letter {
  const { row, organizationName, customer, payUrl, dueMinor } = facts;
  const number = row.invoice_number;
  return {
    subject: subjectOf(kind, facts, today),
    paragraphs: [`Hello ${customer.name},`, ...paragraphsOf(kind, facts, today), ...noteOf(kind, facts)],
    facts: [
      ["Invoice", number],
      ["Invoice date", readableDay(row.invoice_date)],
      ["Due date", readableDay(row.due_date)],
      ["Total", usd(row.amount_minor)],
      ...(kind === "receipt" ? [] : [["Amount due", usd(dueMinor)] as const]),
    ],
    link: { label: kind === "receipt" ? "View invoice" : "View and pay invoice", url: payUrl },
    footer: `${organizationName} sent you this email because of invoice ${number}. Anyone with the link can view the invoice. If you do not know ${organizationName}, do not pay.`,
  };
}

function subjectOf(kind: LetterKind, { row, organizationName, dueMinor }: InvoiceFacts, today: string): string {
  const number = row.invoice_number;
  switch (kind) {
    case "invoice":
      return `Invoice ${number} from ${organizationName}: ${usd(dueMinor)} due ${readableDay(row.due_date)}`;
    case "reminder":
      return today > row.due_date
        ? `Overdue: invoice ${number} from ${organizationName}`
        : `Reminder: invoice ${number} from ${organizationName} is due ${readableDay(row.due_date)}`;
    case "receipt":
      return `Receipt for invoice ${number} from ${organizationName}`;
  }
}

function paragraphsOf(kind: LetterKind, { row, organizationName, dueMinor }: InvoiceFacts, today: string): string[] {
  switch (kind) {
    case "invoice":
      return [`${organizationName} sent you an invoice for ${usd(row.amount_minor)}. It is attached as a PDF.`];
    case "reminder":
      return [
        today > row.due_date
          ? `${usd(dueMinor)} of invoice ${row.invoice_number} was due on ${readableDay(row.due_date)}. If you have already paid, please ignore this email.`
          : `${usd(dueMinor)} of invoice ${row.invoice_number} is due on ${readableDay(row.due_date)}. If you have already paid, please ignore this email.`,
      ];
    case "receipt":
      return [`${organizationName} received your payment of ${usd(row.amount_minor)}. Thank you.`];
  }
}

const noteOf = (kind: LetterKind, { row, organizationName }: InvoiceFacts): string[] =>
  kind !== "invoice" || row.payer_memo === null
    ? []
    : [`Note from ${organizationName}:`, ...row.payer_memo.split(/[\r\n]+/).filter(Boolean)];
