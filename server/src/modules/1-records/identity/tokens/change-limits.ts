import { newYorkDay } from "bursar-banking/calendar/new-york";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { type FieldProblem, invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { limitsOfRow } from "./api-token.ts";
import { LIMITED_TO_MAX, noUsage, type TokenLimits } from "./token-limits.ts";
import { findSpend } from "./token-spend.queries.ts";
import { insertUsage } from "./token-usage.queries.ts";
import { type LimitColumns, lockProvenToken, type TokenRow, updateLimits } from "./tokens.queries.ts";

const PAYMENTS_PER_DAY_MAX = 1_000_000;

/** What is wrong with limits, by the names that they have in the API. */
export function problemsOfLimits(limits: Partial<TokenLimits>): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const amounts = {
    limitPerPayment: limits.perPaymentMinor,
    limitPerDay: limits.perDayMinor,
    limitPerMonth: limits.perMonthMinor,
  };
  for (const [path, minor] of Object.entries(amounts))
    if (minor !== undefined && minor <= 0n) problems.push({ path, message: "must be more than zero" });
  const { paymentsPerDay } = limits;
  if (
    paymentsPerDay !== undefined &&
    !(Number.isSafeInteger(paymentsPerDay) && paymentsPerDay >= 1 && paymentsPerDay <= PAYMENTS_PER_DAY_MAX)
  )
    problems.push({ path: "paymentsPerDay", message: `must be a whole number from 1 to ${PAYMENTS_PER_DAY_MAX}` });
  for (const path of ["accountIds", "recipientIds"] as const) {
    const ids = limits[path];
    if (ids === undefined) continue;
    if (ids.length === 0 || ids.length > LIMITED_TO_MAX)
      problems.push({ path, message: `must have 1 to ${LIMITED_TO_MAX} entries; leave it out for no limit` });
    else if (!ids.every(isUuid)) problems.push({ path, message: "must be UUIDs" });
  }
  return problems;
}

export const columnsOfLimits = (limits: TokenLimits, countedSince: Date | null): LimitColumns => ({
  limit_per_payment_minor: limits.perPaymentMinor ?? null,
  limit_per_day_minor: limits.perDayMinor ?? null,
  limit_per_month_minor: limits.perMonthMinor ?? null,
  payments_per_day: limits.paymentsPerDay ?? null,
  account_ids: limits.accountIds === undefined ? null : [...limits.accountIds],
  recipient_ids: limits.recipientIds === undefined ? null : [...limits.recipientIds],
  counted_since: countedSince,
});

const dollarsOrNull = (minor: bigint | undefined): number | null =>
  minor === undefined ? null : dollarsFromMinor(minor);

/** Limits in audit rows and in the API. */
export const auditedLimits = (limits: TokenLimits) => ({
  limitPerPayment: dollarsOrNull(limits.perPaymentMinor),
  limitPerDay: dollarsOrNull(limits.perDayMinor),
  limitPerMonth: dollarsOrNull(limits.perMonthMinor),
  paymentsPerDay: limits.paymentsPerDay ?? null,
  accountIds: limits.accountIds === undefined ? null : [...limits.accountIds],
  recipientIds: limits.recipientIds === undefined ? null : [...limits.recipientIds],
});

/** The token whose limits change, locked. Refuses with `resourceNotFound`, also if it was revoked. */
export async function lockLimited(tx: Tx, organizationId: OrganizationId, tokenId: string): Promise<TokenRow> {
  const token = isUuid(tokenId) ? await lockProvenToken(tx, organizationId, tokenId) : undefined;
  if (token === undefined || token.revoked_at !== null) throw notFound("token");
  return token;
}

/**
 * Sets the limits of a token that lockLimited has locked. Every process applies them within a second. From the first change
 * on, its uses are counted in token_usage, beginning with what its day has counted so far: a limit that is added counts from
 * then on.
 */
export async function setLimits(
  service: Service,
  tx: Tx,
  {
    organizationId,
    token,
    limits,
    actor,
  }: { organizationId: OrganizationId; token: TokenRow; limits: TokenLimits; actor: Actor },
): Promise<void> {
  const problems = problemsOfLimits(limits);
  if (problems.length > 0) throw invalidRequest(problems);
  const now = service.clock.now();
  const before = limitsOfRow(token);
  // For a second, processes still count under the limits that they know: what they count then is not given back.
  const countedSince = token.counted_since ?? plusMs(now, SECOND_MS);
  if (token.counted_since === null) {
    const day = newYorkDay(now);
    const spentMinor = (await findSpend(tx, organizationId, token.token_id, day))?.spent_minor ?? 0n;
    const usage = noUsage(day);
    await insertUsage(tx, organizationId, token.token_id, { ...usage, dayMinor: spentMinor, monthMinor: spentMinor });
  }
  await updateLimits(tx, organizationId, token.token_id, columnsOfLimits(limits, countedSince));
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "token.changeLimits",
        resourceType: "token",
        resourceId: token.token_id,
        before: auditedLimits(before),
        after: auditedLimits(limits),
      },
    ],
  });
}
