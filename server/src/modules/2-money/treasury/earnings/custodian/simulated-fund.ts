import type { Order, Security } from "#money/treasury";

/** The fund of the sandbox. Its CUSIP is of the range for internal use (ANSI X9.6), so it belongs to no real security. */
export const simulatedFund: Security = { id: "990000AA9", name: "Sandbox Government Money Market Fund" };

/** Trades settle one banking day after they are executed. */
export const SETTLEMENT_BANKING_DAYS = 1;

const HIGHEST_PPM = 43_000;
const LOWEST_PPM = 30_000;
/** Millionths that the yield falls each month since January 2025. */
const FALL_PPM = 350;

/**
 * The fund's yield on a day, in millionths: 38,500 is 3.85 %. Falls slowly, with small daily changes, and depends on
 * nothing but the date, so that accruals are the same whenever they are computed.
 */
export function simulatedYieldPpm(day: Temporal.PlainDate): number {
  const months = Math.max(0, (day.year - 2025) * 12 + day.month - 1);
  const trend = Math.max(LOWEST_PPM, HIGHEST_PPM - FALL_PPM * months);
  return trend + ((day.dayOfYear * 37) % 11) * 20 - 100;
}

/** A yield that someone chose, from a day on; null: the simulated course again. */
export interface ChosenYield {
  readonly startsOn: string;
  readonly yieldPpm: number | null;
}

/** The yield of a day: the latest choice that has started, oldest first, or the simulated course. */
export const yieldPpmOn = (day: Temporal.PlainDate, chosen: readonly ChosenYield[]): number =>
  chosen.findLast(({ startsOn }) => startsOn <= day.toString())?.yieldPpm ?? simulatedYieldPpm(day);

/** Sweep orders over amounts that end with these cents are rejected, so that clients can test it. */
const REJECTED_CENTS = 13n;

/** Why the simulated custodian rejects the order; undefined if it executes it. */
export const simulatedRejection = ({
  reason,
  amountMinor,
}: Pick<Order, "reason" | "amountMinor">): string | undefined =>
  reason === "sweep" && amountMinor % 100n === REJECTED_CENTS
    ? "Amounts ending in 13 cents are rejected in the sandbox"
    : undefined;
