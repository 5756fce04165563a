import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, PaymentAmount, Timestamp, Usd } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import { BrandSchema } from "#records/brand";
import { invoiceStates } from "../invoices/invoice-states.ts";
import { Line } from "../texts.ts";
import { invoiceDebitStates } from "./invoice-debit-states.ts";

const accountTypes = ["checking", "savings"] as const;

export const AuthorizeDebitSchema = object(
  {
    payerName: Line("The name of the account's holder.", 100),
    routingNumber: Type.String({ maxLength: 20, description: "ABA routing number: nine digits." }),
    accountNumber: Type.String({ maxLength: 40, description: "4 to 17 digits." }),
    accountType: OneOf(accountTypes, "The kind of account."),
    amount: PaymentAmount("The amount due, as shown to the customer."),
    authorized: Type.Literal(true, { description: "The customer accepted `debit.authorization`." }),
  },
  { title: "AuthorizeDebitRequest", description: "A customer's authorization of an ACH debit." },
);
export type AuthorizeDebitInput = Static<typeof AuthorizeDebitSchema>;

const Text = (description: string) => Nullable(Type.String({ description }));

/** What the holder of the link may see: this invoice, and where to pay. */
export const PayableInvoiceSchema = object(
  {
    organizationName: Type.String({ description: "Who sent the invoice." }),
    brand: BrandSchema,
    customerName: Type.String({ description: "Who pays." }),
    invoiceNumber: Type.String({ description: "The invoice's number." }),
    status: OneOf(invoiceStates.states, inWords(invoiceStates), "InvoiceStatus"),
    invoiceDate: Day("The date of the invoice."),
    dueDate: Day("When it is due."),
    isOverdue: Type.Boolean({ description: "Whether the due date has passed and something is due." }),
    servicePeriodStartDate: Nullable(Day("First day of the service period.")),
    servicePeriodEndDate: Nullable(Day("Last day of the service period.")),
    poNumber: Text("The customer's purchase order."),
    payerMemo: Text("The sender's note."),
    lineItems: Type.Array(
      object(
        {
          name: Type.String({ description: "What was delivered." }),
          quantity: Type.Number({ description: "How many." }),
          unitPrice: Usd("Negative for a discount."),
          salesTaxRate: Nullable(Type.Number({ description: "In percent." })),
          amount: Usd("The line's amount without tax."),
        },
        { title: "PayableInvoiceLine", description: "A line of the invoice." },
      ),
      { description: "The lines." },
    ),
    subtotal: Usd("The lines."),
    salesTax: Usd("Their tax."),
    amount: Usd("The invoice's amount."),
    amountPaid: Usd("What has been paid."),
    amountDue: Usd("What is left to pay."),
    transfer: Nullable(
      object(
        {
          beneficiary: Type.String({ description: "The holder of the account." }),
          routingNumber: Type.String({ description: "ABA routing number." }),
          accountNumber: Type.String({ description: "Account number." }),
          reference: Type.String({ description: "Belongs into the transfer's memo." }),
        },
        { title: "TransferInstructions", description: "Where to send a transfer; null if nothing is due." },
      ),
    ),
    debit: object(
      {
        isOffered: Type.Boolean({ description: "Whether the invoice can be paid by ACH debit now." }),
        isSandbox: Type.Boolean({ description: "Whether the bank is simulated." }),
        authorization: Type.String({ description: "What the customer agrees to." }),
        latest: Nullable(
          object(
            {
              status: OneOf(invoiceDebitStates.states, inWords(invoiceDebitStates)),
              amount: Usd("The amount."),
              accountNumberLast4: Type.String({ description: "The last digits of the account." }),
              authorizedAt: Timestamp("When it was authorized."),
              returnReason: Text("Why it was returned."),
            },
            { title: "InvoiceDebit", description: "The latest debit." },
          ),
        ),
      },
      { title: "DebitOffer", description: "Payment by ACH debit." },
    ),
  },
  { title: "PayableInvoice", description: "An invoice as its customer sees it." },
);
export type PayableInvoice = Static<typeof PayableInvoiceSchema>;
