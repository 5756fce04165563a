import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const invoicingRefusals = {
  subscriptionRequired: {
    status: 403,
    title: "The organization has no plan that includes invoicing",
    message:
      "Invoicing requires a plan. Your server administrator sets it with: bursar org plan plus --org <organization>",
  },
  invoiceNotChangeable: {
    status: 400,
    title: "The invoice was paid, is being paid, or was canceled, so it can no longer change",
    message: "This invoice is {status}[ and {paid} was paid], so it can no longer be changed. Create a new one.",
  },
  invoiceNotCancellable: {
    status: 400,
    title: "The invoice was paid or is being paid, so it cannot be canceled",
    message: "This invoice is {status}[ and {paid} was paid]. Undo its payments before you cancel it.",
  },
  invoiceNotOpen: {
    status: 400,
    title: "The invoice has nothing left to pay",
    message: "This invoice is {status}. Only unpaid invoices can be emailed as a reminder or be matched with payments.",
  },
  creditCardsUnavailable: {
    status: 400,
    title: "The invoice would accept credit cards, which requires a card processor",
    message: "This service has no card processor, so creditCardEnabled must be false. Use achDebitEnabled instead.",
  },
  tooManyInvoiceMails: {
    status: 429,
    title: "Too many invoices were emailed within an hour",
    message: "{limit} invoices were emailed within the last hour, which is the limit. Wait before you send more.",
  },
  matchExceedsPayment: {
    status: 400,
    title: "The amount exceeds what is left of the payment or what is due on the invoice",
    message: "At most {limit} of this payment can be matched with invoice {invoiceNumber}. Enter a smaller amount.",
  },
  paymentNotOpen: {
    status: 409,
    title: "The incoming payment was ignored or returned, or is matched and cannot be ignored",
    message: "This payment is {status}. Reload the page to see its current state.",
  },
  matchNotActive: {
    status: 409,
    title: "The match was already undone, or cannot be undone because it records an ACH debit",
    message: "This match cannot be undone: {problem}.",
  },
  invoiceSettingsChanged: {
    status: 409,
    title: "The invoice settings changed after they were read",
    message: "The settings were changed in the meantime. Get version {version} and apply your change to it.",
  },
  payLinkUnusable: {
    status: 404,
    title: "The link of an invoice is unknown, was renewed, or has expired; the response does not say which",
    message: "This link cannot be used: it has expired or was replaced. Ask the sender of the invoice for a new one.",
  },
  debitUnavailable: {
    status: 400,
    title: "The invoice cannot be paid by ACH debit now",
    message: "This invoice cannot be paid by bank debit: {problem}.",
  },
} as const satisfies RefusalTable;

export const refuseInvoicing = refuser(invoicingRefusals);
