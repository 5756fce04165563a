const grouped = new Intl.NumberFormat("en-US");

/** Cents as $1,234.56, negative ones as −$1,234.56. */
export const centsText = (cents: bigint): string => {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "−" : ""}$${grouped.format(size / 100n)}.${String(size % 100n).padStart(2, "0")}`;
};

/** The sum of what is known of some amounts. */
export const sumText = (amounts: readonly (bigint | undefined)[]): string =>
  centsText(amounts.reduce<bigint>((sum, cents) => sum + (cents ?? 0n), 0n));
