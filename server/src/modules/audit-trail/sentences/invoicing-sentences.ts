import type { ListedAction } from "../../audit/index.ts";
import {
  afterColon,
  listIn,
  listText,
  moneyIn,
  type Named,
  type Phrase,
  say,
  subject,
  type Teller,
  type Told,
  textIn,
  thingIn,
  withWord,
} from "./phrase.ts";

const numberOf = (told: Told): string | undefined => {
  const number = textIn(told.after, "invoiceNumber");
  return number && `invoice ${number}`;
};
const invoice = (told: Told): Named => subject(told, "an invoice", numberOf(told));
const customer = (told: Told): Phrase =>
  withWord("to", thingIn(told.after, "customerId", "invoiceCustomer", "a customer"));
const customerItself = (told: Told) =>
  subject(told, "a customer", textIn(told.after, "name") ?? textIn(told.before, "name"));
const payment = (told: Told, name = "transactionId") => thingIn(told.after, name, "transaction", "a payment");

type InvoicingAction = Extract<ListedAction, `${"invoice" | "invoiceCustomer" | "incomingPayment"}.${string}`>;

export const invoicingSentences: Readonly<Record<InvoicingAction, Teller>> = {
  "invoice.create": (told) => say`created ${invoice(told)} for ${moneyIn(told.after)}${customer(told)}`,
  "invoice.update": (told) => say`changed ${invoice(told)}`,
  "invoice.cancel": (told) => say`canceled ${invoice(told)}`,
  "invoice.collect": (told) => say`authorized a debit for ${invoice(told)}`,
  "invoice.release": (told) => say`rejected the debit for ${invoice(told)}${afterColon(textIn(told.after, "reason"))}`,
  "invoice.pay": (told) => say`marked ${invoice(told)} as paid${withWord("by", payment(told))}`,
  "invoice.payPart": (told) =>
    say`matched ${moneyIn(told.after, "matched")} with ${invoice(told)}${withWord("from", payment(told))}`,
  "invoice.reopen": (told) => say`reopened ${invoice(told)}: ${moneyIn(told.after, "undone")} no longer counts`,
  "invoice.lessen": (told) => say`undid ${moneyIn(told.after, "undone")} matched with ${invoice(told)}`,
  "invoice.renewLink": (told) => say`renewed the link of ${invoice(told)}`,
  "invoice.email": (told) => {
    const kind = textIn(told.after, "kind");
    const recipients = listIn(told.after, "recipients").filter((address) => typeof address === "string");
    const to = recipients.length === 0 ? undefined : listText(recipients);
    return say`emailed ${kind === "reminder" ? "a reminder of " : kind === "receipt" ? "the receipt for " : ""}${invoice(told)}${withWord("to", to)}`;
  },
  "invoiceCustomer.create": (told) => say`added the customer ${customerItself(told)}`,
  "invoiceCustomer.update": (told) => say`changed the customer ${customerItself(told)}`,
  "invoiceCustomer.delete": (told) => say`deleted the customer ${customerItself(told)}`,
  "incomingPayment.ignore": (told) => say`marked ${subject(told, "an incoming payment")} as not for an invoice`,
  "incomingPayment.restore": (told) => say`returned ${subject(told, "an incoming payment")} to the payments to match`,
};
