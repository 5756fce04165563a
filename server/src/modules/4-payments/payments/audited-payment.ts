import type { RoutingId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { PaymentInput } from "./send/payment.ts";

/**
 * What the audit row of a new payment says without storing it, because its transaction does (ADR 0008): the view
 * audit_rows derives the same texts, and create_payments authenticates them.
 */
export const creationAction = "transaction.create";

type Terms = Pick<
  PaymentInput,
  "accountId" | "recipientId" | "amountMinor" | "method" | "externalMemo" | "note" | "requestId"
>;

/** The column `after`. */
export const termsText = (terms: Terms): string =>
  JSON.stringify({
    accountId: terms.accountId,
    recipientId: terms.recipientId,
    amount: dollarsFromMinor(terms.amountMinor),
    paymentMethod: terms.method,
    externalMemo: terms.externalMemo,
    note: terms.note,
    ...(terms.requestId === null ? {} : { requestId: terms.requestId }),
  });

/** What the database decides when it writes the row: the bank details and the name that the payment is made out to. */
export const decidedText = (routingId: RoutingId, name: string): string => `${routingId} ${name}`;
