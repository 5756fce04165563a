import type { ListedAction } from "#records/audit";
import {
  afterColon,
  listIn,
  listText,
  moneyIn,
  type NamedResource,
  type Phrase,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";

const numberOf = (entry: RecordedEntry): string | undefined => {
  const number = textIn(entry.after, "invoiceNumber");
  return number && `invoice ${number}`;
};
const invoice = (entry: RecordedEntry): NamedResource => subject(entry, "an invoice", numberOf(entry));
const customer = (entry: RecordedEntry): Phrase =>
  withWord("to", resourceIn(entry.after, "customerId", "invoiceCustomer", "a customer"));
const customerItself = (entry: RecordedEntry) =>
  subject(entry, "a customer", textIn(entry.after, "name") ?? textIn(entry.before, "name"));
const payment = (entry: RecordedEntry, name = "transactionId") =>
  resourceIn(entry.after, name, "transaction", "a payment");

type InvoicingAction = Extract<ListedAction, `${"invoice" | "invoiceCustomer" | "incomingPayment"}.${string}`>;

export const invoicingSentences: Readonly<Record<InvoicingAction, SentenceOf>> = {
  "invoice.create": (entry) => say`created ${invoice(entry)} for ${moneyIn(entry.after)}${customer(entry)}`,
  "invoice.update": (entry) => say`changed ${invoice(entry)}`,
  "invoice.cancel": (entry) => say`canceled ${invoice(entry)}`,
  "invoice.collect": (entry) => say`authorized a debit for ${invoice(entry)}`,
  "invoice.release": (entry) =>
    say`rejected the debit for ${invoice(entry)}${afterColon(textIn(entry.after, "reason"))}`,
  "invoice.pay": (entry) => say`marked ${invoice(entry)} as paid${withWord("by", payment(entry))}`,
  "invoice.payPart": (entry) =>
    say`matched ${moneyIn(entry.after, "matched")} with ${invoice(entry)}${withWord("from", payment(entry))}`,
  "invoice.reopen": (entry) => say`reopened ${invoice(entry)}: ${moneyIn(entry.after, "undone")} no longer counts`,
  "invoice.lessen": (entry) => say`undid ${moneyIn(entry.after, "undone")} matched with ${invoice(entry)}`,
  "invoice.renewLink": (entry) => say`renewed the link of ${invoice(entry)}`,
  "invoice.email": (entry) => {
    const kind = textIn(entry.after, "kind");
    const recipients = listIn(entry.after, "recipients").filter((address) => typeof address === "string");
    const to = recipients.length === 0 ? undefined : listText(recipients);
    return say`emailed ${kind === "reminder" ? "a reminder of " : kind === "receipt" ? "the receipt for " : ""}${invoice(entry)}${withWord("to", to)}`;
  },
  "invoiceCustomer.create": (entry) => say`added the customer ${customerItself(entry)}`,
  "invoiceCustomer.update": (entry) => say`changed the customer ${customerItself(entry)}`,
  "invoiceCustomer.delete": (entry) => say`deleted the customer ${customerItself(entry)}`,
  "incomingPayment.ignore": (entry) => say`marked ${subject(entry, "an incoming payment")} as not for an invoice`,
  "incomingPayment.restore": (entry) => say`returned ${subject(entry, "an incoming payment")} to the payments to match`,
};
