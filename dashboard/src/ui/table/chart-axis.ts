/** Between the lowest and the highest line of a chart. */
const GAPS_MAX = 5;
/** Multiples of a power of ten that read well under each other. */
const STEPS = [1, 2, 2.5, 5, 10];
/** Sums of fractions end in long decimals. */
const DIGITS = 12;

/** The values of an axis: evenly spaced round numbers around the given ones. */
export function axisTicks(values: readonly number[]): number[] {
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const gap = (highest - lowest || Math.abs(highest)) / GAPS_MAX || 1;
  const power = 10 ** Math.floor(Math.log10(gap));
  for (const multiple of STEPS) {
    const step = multiple * power;
    const first = Math.floor(lowest / step);
    const last = Math.max(Math.ceil(highest / step), first + 1);
    if (last - first <= GAPS_MAX)
      return Array.from({ length: last - first + 1 }, (_, index) =>
        Number(((first + index) * step).toPrecision(DIGITS)),
      );
  }
  return [lowest, highest];
}

/** An axis with these values and no others. */
export const axisOf = (ticks: readonly number[]) => ({
  ticks: [...ticks],
  domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] as [number, number],
  interval: 0 as const,
});
