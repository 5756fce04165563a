import { assert } from "#kernel/assert.ts";

/**
 * Shares and prices are scaled by 10^4: 12,345 shares are 1.2345, and a price of 10,000 is $1.0000, the precision in
 * which money-market funds publish their price (17 CFR 270.2a-7).
 */

/** Shares × price is in 10^-8 dollars. */
const PER_CENT = 1_000_000n;

/** Division rounded half to even, so that roundings do not drift in one direction. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  assert(divisor > 0n, "a divisor is positive");
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice < divisor || (twice === divisor && quotient % 2n === 0n)) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** The value of shares in cents. */
export const valueOfShares = (sharesE4: bigint, priceE4: bigint): bigint =>
  divideHalfEven(sharesE4 * priceE4, PER_CENT);

/** The shares that an amount buys: never more than it pays for. */
export function sharesBought(amountMinor: bigint, priceE4: bigint): bigint {
  assert(amountMinor >= 0n && priceE4 > 0n, "an amount and a price are positive");
  return (amountMinor * PER_CENT) / priceE4;
}

/** The shares to sell for an amount: enough to raise it. */
export function sharesSold(amountMinor: bigint, priceE4: bigint): bigint {
  assert(amountMinor >= 0n && priceE4 > 0n, "an amount and a price are positive");
  return (amountMinor * PER_CENT + priceE4 - 1n) / priceE4;
}
