import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import { UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import type { RequestRow, ReviewRow } from "../requests/approval-request.ts";
import type { Terms } from "../requests/approved-terms.ts";
import { type LimitRow, limitsOf } from "../rules/approval-rules.queries.ts";
import { type ApprovedAmount, approvedIn } from "./approved-amounts.queries.ts";

/**
 * How much one person may approve (ADR 0024). Limits count what a person approves, not what is paid, and for a New York
 * day, so that splitting a payment gains nothing. Amounts are in cents.
 */

/** The limits of users, and how much of them was already used before each approval, or a further one today. */
export interface ApproverLimits {
  readonly rows: readonly LimitRow[];
  /** By review, or by user for a new approval: what the same user approved earlier that day. */
  readonly approvedBefore: ReadonlyMap<string, readonly ApprovedAmount[]>;
}

/** Whose limits to read, which approvals to count besides a new one, and how to lock them. */
interface WhoseLimits {
  readonly userIds: readonly UserId[];
  readonly reviews: readonly ReviewRow[];
  readonly now: Date;
  readonly hold?: () => Promise<unknown>;
}

/** The same to show who may approve: a user of whose limits something is not proven may approve nothing. */
export async function shownLimits(
  db: Queryable,
  organizationId: OrganizationId,
  whose: Omit<WhoseLimits, "hold">,
): Promise<ApproverLimits> {
  const rows: LimitRow[] = [];
  const approvedBefore = new Map<string, readonly ApprovedAmount[]>();
  const read = async (userIds: readonly UserId[]) => {
    const found = await readLimits(db, organizationId, { ...whose, userIds });
    rows.push(...found.rows);
    for (const [key, amounts] of found.approvedBefore) approvedBefore.set(key, amounts);
  };
  try {
    await read(whose.userIds);
  } catch (error) {
    if (!(error instanceof UnprovenRow)) throw error;
    for (const userId of whose.userIds)
      await read([userId]).catch((each: unknown) => {
        if (!(each instanceof UnprovenRow)) throw each;
        rows.push({ user_id: userId, account_id: null, limit_minor: 0n, limit_per_day_minor: 0n });
      });
  }
  return { rows, approvedBefore };
}

const noLimits: ApproverLimits = { rows: [], approvedBefore: new Map() };

/** After every id: a new approval counts everything the user has approved today. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Reads the limits of these users. An approval uses what remained when it was given, so later approvals by the same
 * user do not void it.
 */
export async function readLimits(
  db: Queryable,
  organizationId: OrganizationId,
  { userIds, reviews, now, hold }: WhoseLimits,
): Promise<ApproverLimits> {
  const rows = await limitsOf(db, organizationId, userIds);
  if (rows.length === 0) return noLimits;
  // Before the sums are read, so that the second of two concurrent approvals by one user counts the first.
  await hold?.();
  for (const row of rows) assertLimit(row, userIds);
  const limited = new Set(rows.map((row) => row.user_id));
  // One span for a new approval of each user, and one for each review, which counts only what came before it.
  const spans = [
    ...[...limited].map((userId) => ({ key: userId as string, userId, at: now, beforeId: LAST_ID })),
    ...reviews
      .filter((review) => limited.has(review.reviewer_user_id))
      .map(({ review_id: id, reviewer_user_id: userId, reviewed_at: at }) => ({ key: id, userId, at, beforeId: id })),
  ].map((span) => ({ ...span, fromId: firstIdOfDay(span.at) }));
  const found = await approvedIn(db, organizationId, spans);
  for (const { amount_minor: amountMinor } of found) assert(amountMinor > 0n, "what a person approved is positive");
  const keyOf = ({ span }: ApprovedAmount) =>
    present(spans[span], "an approved amount belongs to a requested span").key;
  return { rows, approvedBefore: Map.groupBy(found, keyOf) };
}

function assertLimit({ user_id: userId, limit_minor, limit_per_day_minor }: LimitRow, asked: readonly UserId[]): void {
  assert(asked.includes(userId), "only the limits of the given users are read");
  assert((limit_minor ?? 0n) >= 0n && (limit_per_day_minor ?? 0n) >= 0n, "an approval limit is not negative");
}

/** Ids contain their time, so a day in New York is a range of ids. */
const firstIdOfDay = (at: Date): string => firstIdAt(newYorkInstant(newYorkDate(at), Temporal.PlainTime.from("00:00")));

/** For the refusal `approverLimitExceeded`. */
export interface LimitExceeded {
  readonly limit: bigint;
  readonly used: bigint;
  readonly remaining: bigint;
  readonly per: "recipient and day" | "day" | "day from this account";
}

/** The limit that an approval exceeds, if any: a new one, or the given review. */
export function exceededLimit(
  { rows, approvedBefore }: ApproverLimits,
  {
    request,
    terms,
  }: { request: Pick<RequestRow, "account_id" | "amount_minor">; terms: Pick<Terms, "counterpartyIds"> },
  { userId, reviewId }: { userId: UserId; reviewId?: string },
): LimitExceeded | undefined {
  const own = rows.filter((row) => row.user_id === userId);
  if (own.length === 0) return undefined;
  const general = own.find((row) => row.account_id === null);
  const onAccount = own.find((row) => row.account_id === request.account_id);
  const amounts = approvedBefore.get(reviewId ?? userId) ?? [];
  const used = (counts: (amount: ApprovedAmount) => boolean) =>
    amounts.filter(counts).reduce((sum, amount) => sum + amount.amount_minor, 0n);
  const checks = [
    {
      // For one recipient, an account's limit replaces the general one.
      limit: onAccount?.limit_minor ?? general?.limit_minor ?? null,
      used: used((amount) => terms.counterpartyIds.has(amount.counterparty_id)),
      per: "recipient and day",
    },
    {
      // Per day, both limits apply (ADR 0024).
      limit: onAccount?.limit_per_day_minor ?? null,
      used: used((amount) => amount.account_id === request.account_id),
      per: "day from this account",
    },
    { limit: general?.limit_per_day_minor ?? null, used: used(() => true), per: "day" },
  ] as const;
  for (const { limit, used: usedMinor, per } of checks)
    if (limit !== null && usedMinor + request.amount_minor > limit)
      return { limit, used: usedMinor, remaining: usedMinor < limit ? limit - usedMinor : 0n, per };
  return undefined;
}
