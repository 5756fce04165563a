/** An amount is a bigint of cents. Dollars exist only as JSON numbers at the edge of the API (decision P11). */
export const LARGEST_PAYMENT_MINOR = 99_999_999_999n;

/**
 * Cents from a JSON number of dollars; undefined if the number is not a whole number of cents or is out of range. A
 * double represents every amount up to 999,999,999.99 to the cent, so comparing with the rounded value is exact.
 */
export function minorFromDollars(dollars: number): bigint | undefined {
  if (!Number.isFinite(dollars) || dollars < 0.01 || dollars > 999_999_999.99) return undefined;
  const cents = Math.round(dollars * 100);
  return cents / 100 === dollars ? BigInt(cents) : undefined;
}

/**
 * Cents as a JSON number of dollars. Exact: up to 2^53 cents, the double nearest to cents / 100 prints as the
 * two-decimal text.
 */
export const dollarsFromMinor = (minor: bigint): number => Number(minor) / 100;

/** Cents of an amount that the API returned, which may be negative or zero. */
export const minorOfReturned = (dollars: number): bigint => BigInt(Math.round(dollars * 100));

const WHOLE_DOLLARS = new Intl.NumberFormat("en-US");

/** Formats an amount for users: `1,234.56`. */
export function formatUsd(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const absolute = minor < 0n ? -minor : minor;
  const whole = WHOLE_DOLLARS.format(absolute / 100n);
  return `${sign}${whole}.${(absolute % 100n).toString().padStart(2, "0")}`;
}

/** Cents from a decimal text such as `1234.5`, as entered on a command line. */
export function minorFromText(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}
