import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { firstIdAt } from "#kernel/values/ids.ts";
import type { TransactionStatus } from "../states/transaction-states.ts";
import type { TransactionRow } from "./transaction.ts";
import type { TransactionFilter } from "./transactions.queries.ts";

/** Statuses of payments that did not reach their recipient, although nobody canceled them. */
export const failedStatuses = ["failed", "blocked", "reversed"] as const satisfies readonly TransactionStatus[];

/** What is listed as not handled goes back a year: an upgraded service has not recorded who handled older failures. */
const LISTED_MS = 365 * DAY_MS;
/** A check can be returned 180 days after it was made; nothing later. */
const RETURNED_WITHIN_MS = 200 * DAY_MS;

/** Whether a row is a payment that failed, was blocked, or was returned. */
export const didPaymentFail = ({ kind, amount_minor: minor, status }: TransactionRow): boolean =>
  kind === "outgoingPayment" && minor < 0n && failedStatuses.some((failed) => failed === status);

/** The filter of failed payments, and of none where the others exclude them. */
export function failuresAmong(
  filter: TransactionFilter,
  { isHandled, now }: { readonly isHandled: boolean; readonly now: Date },
): TransactionFilter {
  const { statuses = failedStatuses, kinds = [PAYMENT], fromId } = filter;
  const failedFrom = plusMs(now, -LISTED_MS);
  const madeFrom = plusMs(now, -LISTED_MS - RETURNED_WITHIN_MS);
  assert(madeFrom < failedFrom, "a payment fails after it was made");
  const earliest = firstIdAt(madeFrom);
  return {
    ...filter,
    isHandled,
    failedFrom,
    fromId: fromId !== undefined && fromId > earliest ? fromId : earliest,
    statuses: kinds.includes(PAYMENT) ? failedStatuses.filter((status) => statuses.includes(status)) : [],
    kinds: [PAYMENT],
  };
}
const PAYMENT = "outgoingPayment";
