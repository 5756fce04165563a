import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { EmailAddress, Line, OptionalLine, OptionalText } from "../texts.ts";
import { invoiceStates } from "./invoice-states.ts";

export const LINES_MAX = 100;
export const CC_EMAILS_MAX = 10;

const texts = {
  invoiceNumber:
    "The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter.",
  ccEmails: "Who gets copies of the emails.",
  achDebitEnabled: "Whether the customer can pay by ACH debit on the pay page, if the bank supports it.",
  creditCardEnabled: "Must be false: this service has no card processor.",
  useRealAccountNumber:
    "Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.",
  poNumber: "The customer's purchase order.",
  payerMemo: "A note to the customer, shown on the invoice.",
  internalNote: "A note that the customer does not see.",
  from: "First day of the service period.",
  to: "Last day of the service period.",
  taxRate:
    "Sales tax in percent of the line's amount, such as 8.875, with at most four decimals. Null: the line is not taxed.",
  lineItems:
    "The lines. Each line, and each line's tax, is rounded to a cent (a half away from zero); the amount is their sum.",
};

const LineItemInput = object(
  {
    name: Line("What was delivered.", 300),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: "How many, with at most four decimals.",
      examples: [2.5],
    }),
    unitPrice: Type.Number({
      minimum: -999_999_999.99,
      maximum: 999_999_999.99,
      description: "US dollars, at most two decimals. A negative price is a discount; it reduces the tax, too.",
      examples: [150],
    }),
    salesTaxRate: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 100, description: texts.taxRate }))),
  },
  { title: "InvoiceLineItemRequest", description: "A line of an invoice." },
);

const replaced = {
  invoiceDate: Day("The date of the invoice."),
  dueDate: Day("When it is due; not before `invoiceDate`."),
  ccEmails: Type.Array(EmailAddress("An email address."), { maxItems: CC_EMAILS_MAX, description: texts.ccEmails }),
  achDebitEnabled: Type.Boolean({ description: texts.achDebitEnabled }),
  creditCardEnabled: Type.Boolean({ description: texts.creditCardEnabled }),
  useRealAccountNumber: Type.Boolean({ description: texts.useRealAccountNumber }),
  poNumber: OptionalLine(texts.poNumber, 100),
  payerMemo: OptionalText(texts.payerMemo, 2_000),
  internalNote: OptionalText(texts.internalNote, 2_000),
  servicePeriodStartDate: Type.Optional(Nullable(Day(texts.from))),
  servicePeriodEndDate: Type.Optional(Nullable(Day(texts.to))),
  lineItems: Type.Array(LineItemInput, { minItems: 1, maxItems: LINES_MAX, description: texts.lineItems }),
  idempotencyKey: IdempotencyKey,
};

export const CreateInvoiceSchema = object(
  {
    customerId: Uuid("Who pays."),
    destinationAccountId: Uuid("The checking or savings account that receives the payment."),
    currencyCode: Type.Optional(OneOf(["USD"], "USD, the default.")),
    invoiceNumber: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 64,
          description: `${texts.invoiceNumber} If omitted or empty, the next number of the series INV-0001, INV-0002, …, which has no gaps.`,
        }),
      ),
    ),
    ...replaced,
    sendEmailOption: Type.Optional(OneOf(["DontSend", "SendNow"], "Whether to email it. The default is `SendNow`.")),
  },
  { title: "CreateInvoiceRequest", description: "An invoice to create." },
);
export type CreateInvoiceInput = Static<typeof CreateInvoiceSchema>;

export const UpdateInvoiceSchema = object(
  {
    ...replaced,
    invoiceNumber: Line(
      `${texts.invoiceNumber} A number of the series can be changed once, to one that no invoice has or had; it stays reserved.`,
      64,
    ),
  },
  {
    title: "UpdateInvoiceRequest",
    description: "All of an invoice's members that can change. Omitted optional members are removed.",
  },
);
export type UpdateInvoiceInput = Static<typeof UpdateInvoiceSchema>;

const Text = (description: string) => Nullable(Type.String({ description }));

const listed = {
  id: Uuid("The invoice."),
  slug: Type.String({ description: "The last part of the pay page's address, `/pay/{slug}`: for the customer only." }),
  status: OneOf(invoiceStates.states, inWords(invoiceStates), "InvoiceStatus"),
  amount: Usd("The lines plus their tax."),
  createdAt: Timestamp("When it was created."),
  updatedAt: Timestamp("When it last changed."),
  canceledAt: Nullable(Timestamp("When it was canceled.")),
  customerId: Uuid("Who pays."),
  destinationAccountId: Uuid("The account that receives the payment."),
  currencyCode: Type.String({ description: "Always USD." }),
  invoiceDate: Day("The date of the invoice."),
  dueDate: Day("When it is due."),
  invoiceNumber: Type.String({ description: texts.invoiceNumber }),
  ccEmails: Type.Array(Type.String({ description: "An email address." }), { description: texts.ccEmails }),
  achDebitEnabled: Type.Boolean({ description: texts.achDebitEnabled }),
  creditCardEnabled: Type.Boolean({ description: "Always false." }),
  useRealAccountNumber: Type.Boolean({ description: texts.useRealAccountNumber }),
  poNumber: Text(texts.poNumber),
  payerMemo: Text(texts.payerMemo),
  internalNote: Text(texts.internalNote),
};

/** The invoice in a list (wire contract §4.15). Every member is always present. */
export const InvoiceSummarySchema = object(listed, {
  title: "InvoiceSummary",
  description: "An invoice without its lines and service period.",
});
export type InvoiceSummary = Static<typeof InvoiceSummarySchema>;

export const InvoiceSchema = object(
  {
    ...listed,
    servicePeriodStartDate: Nullable(Day(texts.from)),
    servicePeriodEndDate: Nullable(Day(texts.to)),
    lineItems: Type.Array(
      object(
        {
          name: Type.String({ description: "What was delivered." }),
          quantity: Type.Number({ description: "How many." }),
          unitPrice: Usd("Negative for a discount."),
          salesTaxRate: Nullable(Type.Number({ description: texts.taxRate })),
        },
        { title: "InvoiceLineItem", description: "A line of an invoice." },
      ),
      { description: texts.lineItems },
    ),
  },
  { title: "Invoice", description: "An invoice." },
);
export type Invoice = Static<typeof InvoiceSchema>;
