import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, PageSchema, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { incomingPaymentStates, invoiceMatchStates } from "../matching/incoming-payment-states.ts";
import { agingBuckets } from "./invoice-days.queries.ts";

const Text = (description: string) => Nullable(Type.String({ description }));

export const InvoiceRowSchema = object(
  {
    id: Uuid("The invoice."),
    invoiceNumber: Type.String({ description: "Its number." }),
    customerId: Uuid("Who pays."),
    customerName: Type.String({ description: "The customer's name." }),
    status: OneOf(invoiceStates.states, inWords(invoiceStates), "InvoiceStatus"),
    isOverdue: Type.Boolean({ description: "Unpaid after its due date." }),
    amount: Usd("The amount."),
    amountDue: Usd("What is left to pay."),
    invoiceDate: Day("The date of the invoice."),
    dueDate: Day("When it is due."),
  },
  { title: "InvoiceRow", description: "An invoice in the dashboard's list." },
);
export type InvoiceRowView = Static<typeof InvoiceRowSchema>;

export const InvoiceRowListSchema = object(
  { invoices: Type.Array(InvoiceRowSchema, { description: "The invoices of this page." }), page: PageSchema },
  { title: "InvoiceRowList", description: "A page of the dashboard's list of invoices." },
);

export const InvoicingOverviewSchema = object(
  {
    aging: Type.Array(
      object(
        {
          bucket: OneOf(agingBuckets, "How many days overdue.", "InvoiceAge"),
          invoices: Type.Integer({ description: "How many invoices." }),
          amountDue: Usd("What is due on them."),
        },
        { title: "AgingBucket", description: "What is due, by age." },
      ),
      { description: "All buckets, the youngest first." },
    ),
    amountDue: Usd("What is due on all open invoices."),
    overdue: Usd("The part of it whose due date has passed."),
    paidLast30Days: Usd("Invoices paid in the last 30 days."),
    credit: Usd("Matched payments beyond what was due."),
    openPayments: Type.Integer({ description: "Incoming payments that are not matched, at most 1000." }),
  },
  { title: "InvoicingOverview", description: "What customers owe." },
);

export const CustomerFiguresListSchema = object(
  {
    customers: Type.Array(
      object(
        {
          customerId: Uuid("The customer."),
          openInvoices: Type.Integer({ description: "How many invoices are open." }),
          amountDue: Usd("What is due on them."),
          overdue: Usd("The part of it whose due date has passed."),
          credit: Usd("Matched payments beyond what was due."),
        },
        { title: "CustomerFigures", description: "What a customer owes." },
      ),
      { description: "One for each." },
    ),
  },
  { title: "CustomerFiguresList", description: "What customers owe." },
);

const actions = ["edit", "cancel", "email", "remind", "renewLink"] as const;
export type InvoiceAction = (typeof actions)[number];

const MatchSchema = object(
  {
    id: Uuid("The match."),
    transactionId: Uuid("The incoming transaction."),
    invoiceId: Uuid("The invoice."),
    invoiceNumber: Type.String({ description: "Its number." }),
    amount: Usd("The part of the payment."),
    source: OneOf(["automatic", "person", "achDebit"], "How it was found."),
    status: OneOf(invoiceMatchStates.states, inWords(invoiceMatchStates)),
    matchedAt: Timestamp("When it was matched."),
    undoneAt: Nullable(Timestamp("When it was undone.")),
    canUndo: Type.Boolean({ description: "Whether the caller may undo it." }),
  },
  { title: "InvoiceMatch", description: "A part of a payment that pays an invoice." },
);

const entryKinds = [
  "created",
  "invoiceEmailed",
  "reminderEmailed",
  "receiptEmailed",
  "emailDropped",
  "emailWaiting",
  "debitAuthorized",
  "debitCollected",
  "debitReturned",
  "paymentMatched",
  "matchUndone",
  "paid",
  "canceled",
] as const;
export type ActivityKind = (typeof entryKinds)[number];

export const InvoiceActivitySchema = object(
  {
    amountPaid: Usd("What has been paid."),
    amountDue: Usd("What is left to pay."),
    salesTax: Usd("The part of the amount that is tax."),
    isOverdue: Type.Boolean({ description: "Unpaid after its due date." }),
    customerName: Type.String({ description: "Who pays." }),
    customerEmail: Type.String({ description: "Where emails go." }),
    payUrl: Type.String({ description: "The page on which the customer pays." }),
    payLinkExpiresAt: Timestamp("Until when this link works, unless it is renewed."),
    allowedActions: Type.Array(OneOf(actions, "An action."), { description: "What the caller may do with it." }),
    matches: Type.Array(MatchSchema, { description: "The payments matched with it, oldest first." }),
    timeline: Type.Array(
      object(
        {
          at: Timestamp("When."),
          kind: OneOf(entryKinds, "What happened."),
          detail: Text("An amount, addresses, or a reason."),
        },
        { title: "InvoiceTimelineEntry", description: "An entry." },
      ),
      { description: "What happened, oldest first." },
    ),
  },
  { title: "InvoiceActivity", description: "What happened with an invoice, for its page." },
);
export type InvoiceActivity = Static<typeof InvoiceActivitySchema>;

export const IncomingPaymentSchema = object(
  {
    id: Uuid("The incoming transaction."),
    accountId: Uuid("The receiving account."),
    payerName: Type.String({ description: "Who paid." }),
    memo: Text("What the payer wrote."),
    amount: Usd("The amount."),
    amountMatched: Usd("The part that pays invoices."),
    receivedAt: Timestamp("When it arrived."),
    status: OneOf(incomingPaymentStates.states, inWords(incomingPaymentStates)),
    matches: Type.Array(MatchSchema, { description: "Its active matches." }),
    suggestedMatches: Type.Optional(
      Type.Array(
        object(
          { invoice: InvoiceRowSchema, amount: Usd("The part of the payment that would pay it.") },
          { title: "SuggestedMatch", description: "An invoice and the part of the payment for it." },
        ),
        {
          description:
            "What the payment is probably for: invoices of one customer, by the number in the memo or a name near the payer's. Only in lists with `suggestions`; nothing is matched until someone accepts it.",
        },
      ),
    ),
  },
  { title: "IncomingPayment", description: "A deposit that may pay invoices." },
);
export type IncomingPayment = Static<typeof IncomingPaymentSchema>;

export const IncomingPaymentListSchema = object(
  { payments: Type.Array(IncomingPaymentSchema, { description: "The payments of this page." }), page: PageSchema },
  { title: "IncomingPaymentList", description: "A page of incoming payments." },
);

export const MatchSuggestionListSchema = object(
  {
    suggestions: Type.Array(InvoiceRowSchema, { description: "Unpaid invoices, the most likely first." }),
  },
  { title: "MatchSuggestionList", description: "Invoices that a payment may be for." },
);

export const InvoiceSettingsSchema = object(
  {
    version: Type.Integer({ description: "Send it back with a change." }),
    remindersOn: Type.Boolean({ description: "Whether reminders are emailed automatically." }),
    reminderDays: Type.Array(Type.Integer({ minimum: -60, maximum: 365, description: "Days after the due date." }), {
      maxItems: 10,
      description: "When reminders are emailed: days after the due date; negative numbers are days before it.",
    }),
    automaticMatching: Type.Boolean({
      description: "Whether incoming payments are matched automatically if their invoice is certain.",
    }),
    canChange: Type.Boolean({ description: "Whether the caller may change them." }),
  },
  { title: "InvoiceSettings", description: "The organization's settings for invoices." },
);
export type InvoiceSettings = Static<typeof InvoiceSettingsSchema>;
