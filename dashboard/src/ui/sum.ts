const twoDecimals = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});
const centsOf = (dollars: number): bigint => BigInt(twoDecimals.format(dollars).replace(".", ""));

/** Dollars as the API gives them, added up in whole cents. */
export const sumOf = (amounts: readonly number[]): number =>
  Number.parseFloat(`${amounts.reduce((cents, amount) => cents + centsOf(amount), 0n)}e-2`);
