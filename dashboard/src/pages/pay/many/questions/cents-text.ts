const grouped = new Intl.NumberFormat("en-US");

/** Cents as $1,234.56. */
export const centsText = (cents: bigint): string =>
  `$${grouped.format(cents / 100n)}.${String(cents % 100n).padStart(2, "0")}`;

/** The sum of what is known of some amounts. */
export const sumText = (amounts: readonly (bigint | undefined)[]): string =>
  centsText(amounts.reduce<bigint>((sum, cents) => sum + (cents ?? 0n), 0n));
