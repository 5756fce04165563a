import { newYorkDay } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TokenId } from "#kernel/values/ids.ts";
import {
  addSpend,
  type Caller,
  exceededTokenLimit,
  findSpend,
  findToken,
  findUsage,
  lockUsage,
  storeUsage,
  subtractSpend,
  type TokenUsage,
  usageOn,
  usageWith,
  usageWithout,
} from "#records/identity";
import { refusePayment } from "../payment-refusals.ts";

/**
 * Limits of tokens (ADRs 0024 and 0127). Amount, accounts, and recipient are compared with the token alone. What it has used of
 * a day or a month is one row, which the transaction of the payment, transfer, or request locks and changes: token_spend for
 * the total of a day, which create_payments can count, or token_usage if the token has other such limits. Amounts are in cents.
 */

/** Money that a token moves or requests to move. Cents, positive. */
interface Movement {
  readonly amountMinor: bigint;
  /** Its New York day is the day for which it counts. */
  readonly at: Date;
}

/** What is compared with the token alone. */
interface Limited {
  readonly amountMinor: bigint;
  /** The account that pays and, for a transfer, the one that receives. */
  readonly accountIds: readonly string[];
  /** Null for a transfer between the organization's accounts. */
  readonly recipientId: string | null;
}

/**
 * Refuses what the token may never do: `paymentLimitExceeded`, `accountNotAllowed`, `recipientNotAllowed`. Users have no such
 * limits.
 */
export function refuseBeyondLimits({ limits }: Caller, { amountMinor, accountIds, recipientId }: Limited): void {
  const { perPaymentMinor } = limits;
  if (perPaymentMinor !== undefined && amountMinor > perPaymentMinor)
    throw refusePayment("paymentLimitExceeded", { details: { limit: perPaymentMinor } });
  const account = accountIds.find((id) => limits.accountIds?.has(id.toLowerCase()) === false);
  if (account !== undefined) throw refusePayment("accountNotAllowed", { details: { accountId: account } });
  if (recipientId !== null && limits.recipientIds?.has(recipientId.toLowerCase()) === false)
    throw refusePayment("recipientNotAllowed", { details: { recipientId } });
}

/**
 * Counts a transfer or a request toward the token's day and month, or refuses with `tokenDayLimitExceeded`,
 * `tokenMonthLimitExceeded`, or `tokenPaymentsPerDayExceeded`. One count covers every way in which a token moves money;
 * create_payments counts direct sends toward the total of the day. The row is locked last, after accounts, as there.
 */
export async function countTowardLimits(tx: Tx, caller: Caller, movement: Movement): Promise<void> {
  if (caller.limits.counted !== undefined) return countUsage(tx, caller, movement);
  const { organizationId, tokenId } = caller;
  const { amountMinor, at } = movement;
  const limitMinor = caller.limits.perDayMinor;
  if (tokenId === null || limitMinor === undefined) return;
  const spend = { tokenId, day: newYorkDay(at), amountMinor, limitMinor };
  if (!(await addSpend(tx, organizationId, spend)))
    throw dayLimitRefusal(limitMinor, await spentOn(tx, organizationId, { tokenId, at }));
}

/** The same for a direct send that was just made in this transaction, of a token whose uses are in token_usage. */
export async function countUsage(tx: Tx, caller: Caller, { amountMinor, at }: Movement): Promise<void> {
  const { organizationId } = caller;
  const tokenId = present(caller.tokenId, "only tokens have limits that count");
  // There from the moment that the token is counted, and never deleted: without it, nothing would be limited.
  const usage = present(await lockUsage(tx, organizationId, tokenId), "a token that is counted has its counts");
  const after = usageWith(usage, { day: newYorkDay(at), amountMinor });
  const refusal = usageRefusal(caller, { usage: usageOn(usage, newYorkDay(at)), after });
  if (refusal !== undefined) throw refusal;
  await storeUsage(tx, organizationId, tokenId, after);
}

/** Refuses what would be refused if it were counted now. Writes nothing. */
export async function refuseUncountable(db: Queryable, caller: Caller, { amountMinor, at }: Movement): Promise<void> {
  if (caller.limits.counted === undefined) return;
  const tokenId = present(caller.tokenId, "only tokens have limits that count");
  const found = await findUsage(db, caller.organizationId, tokenId);
  const usage = usageOn(present(found, "a token that is counted has its counts"), newYorkDay(at));
  const refusal = usageRefusal(caller, { usage, after: usageWith(usage, { day: newYorkDay(at), amountMinor }) });
  if (refusal !== undefined) throw refusal;
}

/** A rejected or withdrawn request no longer counts toward the day and the month in which it was made. */
export async function releaseSpend(
  tx: Tx,
  organizationId: OrganizationId,
  { tokenId, amountMinor, at }: Movement & { readonly tokenId: TokenId },
): Promise<void> {
  const day = newYorkDay(at);
  const token = await findToken(tx, organizationId, tokenId);
  // What was not counted in token_usage is not given back there.
  if (token === undefined || token.counted_since === null || at < token.counted_since) {
    await subtractSpend(tx, organizationId, { tokenId, amountMinor, day });
    return;
  }
  const usage = present(await lockUsage(tx, organizationId, tokenId), "a token that is counted has its counts");
  await storeUsage(tx, organizationId, tokenId, usageWithout(usage, { day, amountMinor }));
}

const spentOn = async (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenId, at }: { readonly tokenId: TokenId; readonly at: Date },
): Promise<bigint> => (await findSpend(db, organizationId, tokenId, newYorkDay(at)))?.spent_minor ?? 0n;

const remainingOf = (limitMinor: bigint, usedMinor: bigint): bigint =>
  usedMinor < limitMinor ? limitMinor - usedMinor : 0n;

const dayLimitRefusal = (limitMinor: bigint, usedMinor: bigint): Refusal =>
  refusePayment("tokenDayLimitExceeded", {
    details: { limit: limitMinor, used: usedMinor, remaining: remainingOf(limitMinor, usedMinor) },
  });

function usageRefusal(
  { limits: { counted } }: Caller,
  { usage, after }: { readonly usage: TokenUsage; readonly after: TokenUsage },
): Refusal | undefined {
  const limits = present(counted, "only a token that is counted is compared with its counts");
  switch (exceededTokenLimit(limits, after)) {
    case undefined:
      return undefined;
    case "perDay":
      return dayLimitRefusal(limits.perDayMinor ?? 0n, usage.dayMinor);
    case "perMonth": {
      const limit = limits.perMonthMinor ?? 0n;
      return refusePayment("tokenMonthLimitExceeded", {
        details: { limit, used: usage.monthMinor, remaining: remainingOf(limit, usage.monthMinor) },
      });
    }
    case "paymentsPerDay":
      return refusePayment("tokenPaymentsPerDayExceeded", { details: { limit: limits.paymentsPerDay ?? 0 } });
  }
}
