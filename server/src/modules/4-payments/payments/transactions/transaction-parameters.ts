import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import { OneOf, Uuid } from "#kernel/http/schemas.ts";
import { transactionStatuses } from "../states/transaction-states.ts";
import { mercuryCategories, transactionKinds } from "./transaction-kinds.ts";

/** A bound of a time range in a query. Parsed by boundOf, which refuses with `malformedDateParam`. */
export const DateText = (description: string) =>
  Type.String({
    maxLength: 40,
    description: `${description} A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.`,
  });

/**
 * Filters of every list of transactions (wire contract §4.2, 4.3; from `categorized` on, the dashboard's additional filters).
 */
export const filters = {
  start: Type.Optional(DateText("Created on or after.")),
  end: Type.Optional(DateText("Created on or before (the whole day).")),
  status: Type.Optional(
    Type.Array(
      {
        ...OneOf(transactionStatuses, "A status.", "TransactionStatus"),
        "x-error-code": "malformedTransactionStatusParam",
      },
      {
        maxItems: 20,
        description: "Any of these statuses; repeat it or separate values with commas.",
      },
    ),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Beginnings of words in the counterparty's names or the description.",
    }),
  ),
  requestId: Type.Optional(Uuid("Produced by this approval request.")),
  mercuryCategory: Type.Optional(OneOf(mercuryCategories, "Merchant type.", "MercuryCategory")),
  categoryId: Type.Optional(Uuid("The organization's category.")),
  categorized: Type.Optional(
    OneOf(["true", "false"], "`true`: only with one of the organization's categories; `false`: only without."),
  ),
  spending: Type.Optional(
    OneOf(
      ["out", "in"],
      "Only what GET /spending counts as money out or money in: pending or sent, without transfers between own accounts.",
      "MoneyDirection",
    ),
  ),
  kind: Type.Optional(
    Type.Array(OneOf(transactionKinds, "A kind.", "TransactionKind"), {
      maxItems: transactionKinds.length,
      description: "Any of these kinds; repeat it or separate values with commas.",
    }),
  ),
  paymentMethod: Type.Optional(
    Type.Array(OneOf(paymentMethods, "A payment method.", "PaymentMethod"), {
      maxItems: paymentMethods.length,
      description: "Payments with any of these methods; repeat it or separate values with commas.",
    }),
  ),
  counterpartyId: Type.Optional(Uuid("To or from this recipient or account.")),
  amountMin: Type.Optional(
    Type.Number({ minimum: 0, maximum: 999_999_999.99, description: "At least this many dollars, in or out." }),
  ),
  amountMax: Type.Optional(
    Type.Number({ minimum: 0, maximum: 999_999_999.99, description: "At most this many dollars, in or out." }),
  ),
};

/** Filters of lists over all accounts. */
export const filtersOverAccounts = {
  ...filters,
  accountId: Type.Optional(
    Type.Array(Type.String({ format: "uuid" }), { maxItems: 100, description: "Of any of these accounts." }),
  ),
  cardId: Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      maxItems: 100,
      description: "Card payments of these cards; there are none here.",
    }),
  ),
  postedStart: Type.Optional(
    DateText(
      "Posted on or after; rows not yet posted drop out. A returned payment keeps the time when it was posted, and its return has `failedAt`.",
    ),
  ),
  postedEnd: Type.Optional(DateText("Posted on or before (the whole day).")),
};

/** What reading the filters can refuse. */
export const filterRefusals = ["malformedDateParam", "malformedTransactionStatusParam"];
