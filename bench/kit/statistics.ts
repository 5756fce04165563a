/** The middle value (the mean of the two middle ones); NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The value below which the given share (0..1) of the values lies; NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Sums of every run of `length` neighbors. */
export function slidingSums(values: readonly number[], length: number): number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const [index, value] of values.entries()) {
    sum += value - (index >= length ? (values[index - length] ?? 0) : 0);
    if (index >= length - 1) sums.push(sum);
  }
  return sums;
}
