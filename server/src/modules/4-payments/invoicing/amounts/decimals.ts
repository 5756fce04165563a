/** A JSON number as a whole number of ten-thousandths; undefined if it has more decimals or is out of range. */
export function tenThousandthsOf(value: number, max: number): bigint | undefined {
  if (!Number.isFinite(value) || Math.abs(value) > max) return undefined;
  const scaled = Math.round(value * 10_000);
  return scaled / 10_000 === value ? BigInt(scaled) : undefined;
}

export const numberFromTenThousandths = (scaled: bigint | number): number => Number(scaled) / 10_000;

/** `a / b`, rounded to the nearest whole number; a half rounds away from zero, as on a cash register. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  const absolute = a < 0n ? -a : a;
  const rounded = (2n * absolute + b) / (2n * b);
  return a < 0n ? -rounded : rounded;
}
