const twoDecimals = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/** An API amount in whole cents, for sums without floating-point error. */
export const wholeCentsOf = (dollars: number): bigint => BigInt(twoDecimals.format(dollars).replace(".", ""));

/** An API amount for files: 1234.50. */
export const plainAmount = (dollars: number): string => twoDecimals.format(dollars);

/** Cents as an API amount. */
export function dollarsOf(cents: bigint): number {
  const absolute = cents < 0n ? -cents : cents;
  const text = `${absolute / 100n}.${String(absolute % 100n).padStart(2, "0")}`;
  const signed = cents < 0n ? `-${text}` : text;
  return Number.parseFloat(signed);
}
