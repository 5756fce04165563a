import { newYorkDate, newYorkDay, newYorkInstant } from "../../kernel/calendar/new-york.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { firstIdAt } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { findSpend } from "../identity/index.ts";
import { refusePayment } from "../payments/index.ts";
import { askedByToken } from "./token-limits.queries.ts";

/** Refuses with `paymentLimitExceeded` what the token may not ask for in one payment. People have no limits here. */
export function refuseAboveLimit({ limitPerPaymentMinor }: Caller, amountMinor: bigint): void {
  if (limitPerPaymentMinor !== undefined && amountMinor > limitPerPaymentMinor)
    throw refusePayment("paymentLimitExceeded", { details: { limit: limitPerPaymentMinor } });
}

/**
 * Refuses with `tokenDayLimitExceeded` what would bring the token above its limit for the New York day: what it sent
 * directly and what it asked for on that day, rejected and withdrawn requests apart. The caller holds the token's lock where
 * two requests of one token must not both be the last that fits.
 */
export async function refuseAboveDayLimit(
  { clock }: Pick<Service, "clock">,
  db: Queryable,
  { caller, amountMinor }: { caller: Caller; amountMinor: bigint },
): Promise<void> {
  const { organizationId, tokenId, limitPerDayMinor } = caller;
  if (tokenId === null || limitPerDayMinor === undefined) return;
  const now = clock.now();
  const midnight = newYorkInstant(newYorkDate(now), Temporal.PlainTime.from("00:00"));
  const sent = await findSpend(db, organizationId, tokenId, newYorkDay(now));
  const { asked } = await askedByToken(db, organizationId, { tokenId, firstIdOfDay: firstIdAt(midnight) });
  if ((sent?.spent_minor ?? 0n) + asked + amountMinor > limitPerDayMinor)
    throw refusePayment("tokenDayLimitExceeded", { details: { limit: limitPerDayMinor } });
}
