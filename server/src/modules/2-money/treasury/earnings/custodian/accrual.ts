import { assert } from "#kernel/assert.ts";

/**
 * Daily accrual (ADR 0039). Rates are millionths per year and accruals are millionths of a cent, rounded down once a
 * day; a month's dividend is rounded down to cents and the rest is carried to the next month, so nothing is lost. The
 * fee is rounded down and its rest is waived.
 */
export const MICRO = 1_000_000n;

/** The fee per year, in millionths of the invested balance, by the account's balance. */
export const feeTiers: readonly { readonly belowMinor: bigint | undefined; readonly ppm: number }[] = [
  { belowMinor: 1_000_000_00n, ppm: 5_000 },
  { belowMinor: 5_000_000_00n, ppm: 3_500 },
  { belowMinor: 20_000_000_00n, ppm: 2_500 },
  { belowMinor: undefined, ppm: 1_500 },
];

export function feePpmOf(balanceMinor: bigint): number {
  const tier = feeTiers.find(({ belowMinor }) => belowMinor === undefined || balanceMinor < belowMinor);
  assert(tier !== undefined, "the last tier has no limit");
  return tier.ppm;
}

/** One day's share of a yearly rate, in millionths of a cent, rounded down. */
export function dayMicro(investedMinor: bigint, ppm: number, day: Temporal.PlainDate): bigint {
  assert(investedMinor >= 0n && Number.isInteger(ppm) && ppm >= 0, "a balance and a rate are not negative");
  // cents × ppm / 10^6 is the yearly amount in cents, and so cents × ppm in millionths of a cent.
  return (investedMinor * BigInt(ppm)) / BigInt(day.daysInYear);
}

/** Whole cents of an accrual, and what remains. */
export const centsOf = (micro: bigint): { readonly minor: bigint; readonly restMicro: bigint } => ({
  minor: micro / MICRO,
  restMicro: micro % MICRO,
});
