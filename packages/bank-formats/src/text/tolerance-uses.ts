/** How often a file needed a tolerance, and where first. */
export interface ToleranceUse<Name extends string = string> {
  readonly tolerance: Name;
  readonly count: number;
  /** The first lines, at most ten. */
  readonly lines: readonly number[];
}

const LINES_MAX = 10;

/** Counts uses in memory that does not grow with the file. */
export function toleranceUses<Name extends string>() {
  const uses = new Map<Name, { count: number; readonly lines: number[] }>();
  return {
    count(tolerance: Name, line: number): void {
      const use = uses.get(tolerance) ?? { count: 0, lines: [] };
      uses.set(tolerance, use);
      use.count += 1;
      if (use.lines.length < LINES_MAX && use.lines.at(-1) !== line) use.lines.push(line);
    },
    /** In the order of their first use. */
    list: (): readonly ToleranceUse<Name>[] =>
      [...uses].map(([tolerance, { count, lines }]) => ({ tolerance, count, lines: [...lines] })),
  };
}
