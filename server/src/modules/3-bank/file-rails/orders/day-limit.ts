import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { RailConnection } from "../rail-part.ts";
import { orderedSince } from "./orders.queries.ts";
import { lockSequence } from "./sequences.queries.ts";

const MIDNIGHT = Temporal.PlainTime.from("00:00");

/** What is left of the limits of a connection's first days. Cents. */
export interface Allowance {
  readonly perPaymentMinor: bigint;
  remainingMinor: bigint;
}

/**
 * The limits of a connection for today, New York; undefined without limits. Locks the connection, so that payments
 * received at the same time by another process count.
 */
export async function allowanceOf(
  tx: Tx,
  organizationId: OrganizationId,
  { connection: { connectionId, firstDays }, now }: { connection: RailConnection; now: Date },
): Promise<Allowance | undefined> {
  if (firstDays === undefined) return undefined;
  await lockSequence(tx, organizationId, connectionId);
  const since = newYorkInstant(newYorkDate(now), MIDNIGHT);
  const { total_minor: total } = await orderedSince(tx, organizationId, connectionId, since);
  assert(firstDays.perDayMinor >= 0n, "a limit is not negative");
  return { perPaymentMinor: firstDays.perPaymentMinor, remainingMinor: firstDays.perDayMinor - total };
}

/** Takes the amount from the allowance; false if it is above the limits. */
export function allows(allowance: Allowance | undefined, amountMinor: bigint): boolean {
  if (allowance === undefined) return true;
  if (amountMinor > allowance.perPaymentMinor || amountMinor > allowance.remainingMinor) return false;
  assert(amountMinor > 0n, "a payment takes a positive amount from the limit");
  allowance.remainingMinor -= amountMinor;
  return true;
}
