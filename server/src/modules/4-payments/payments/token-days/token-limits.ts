import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import { addSpend, type Caller, findSpend, subtractSpend } from "#records/identity";
import { refusePayment } from "../payment-refusals.ts";

/**
 * Limits of tokens (ADR 0024). Per payment: compared with the amount alone. Per day: one row per token and New York
 * day, which the transaction of the payment, transfer, or request locks and increases. Amounts are in cents.
 */

/** Money that a token moves or requests to move. Cents, positive. */
interface Movement {
  readonly amountMinor: bigint;
  /** Its New York day is the day for which it counts. */
  readonly at: Date;
}

/** Refuses an amount above the token's limit for one payment with `paymentLimitExceeded`. Users have no such limit. */
export function refuseAboveLimit({ limitPerPaymentMinor }: Caller, amountMinor: bigint): void {
  if (limitPerPaymentMinor !== undefined && amountMinor > limitPerPaymentMinor)
    throw refusePayment("paymentLimitExceeded", { details: { limit: limitPerPaymentMinor } });
}

/**
 * Counts a transfer or a request toward the token's day, or refuses with `tokenDayLimitExceeded`. One total covers
 * every way in which a token moves money; create_payments counts direct sends toward it. The row is locked last, after
 * accounts, as there.
 */
export async function countTowardDay(tx: Tx, caller: Caller, { amountMinor, at }: Movement): Promise<void> {
  const { organizationId, tokenId, limitPerDayMinor: limitMinor } = caller;
  if (tokenId === null || limitMinor === undefined) return;
  const spend = { tokenId, day: newYorkDay(at), amountMinor, limitMinor };
  if (!(await addSpend(tx, organizationId, spend))) throw await dayLimitRefusal(tx, caller, { limitMinor, at });
}

/** A rejected or withdrawn request no longer counts toward the day on which it was made. */
export const releaseSpend = (
  tx: Tx,
  organizationId: OrganizationId,
  { tokenId, amountMinor, at }: Movement & { readonly tokenId: TokenId },
) => subtractSpend(tx, organizationId, { tokenId, amountMinor, day: newYorkDay(at) });

const spentOn = async (db: Queryable, { organizationId, tokenId }: Caller, at: Date): Promise<bigint> =>
  tokenId === null ? 0n : ((await findSpend(db, organizationId, tokenId, newYorkDay(at)))?.spent_minor ?? 0n);

async function dayLimitRefusal(
  db: Queryable,
  caller: Caller,
  { limitMinor, at }: { readonly limitMinor: bigint; readonly at: Date },
): Promise<Refusal> {
  const usedMinor = await spentOn(db, caller, at);
  const remaining = usedMinor < limitMinor ? limitMinor - usedMinor : 0n;
  return refusePayment("tokenDayLimitExceeded", { details: { limit: limitMinor, used: usedMinor, remaining } });
}
