import type { NachaTolerance } from "../rules.ts";

/** How often a file needed a tolerance, and where first. */
export interface NachaToleranceUse {
  readonly tolerance: NachaTolerance;
  readonly count: number;
  /** The first lines, at most ten. */
  readonly lines: readonly number[];
}

const LINES_MAX = 10;

/** Counts uses in memory that does not grow with the file. */
export function toleranceUses() {
  const uses = new Map<NachaTolerance, { count: number; readonly lines: number[] }>();
  return {
    count(tolerance: NachaTolerance, line: number): void {
      const use = uses.get(tolerance) ?? { count: 0, lines: [] };
      uses.set(tolerance, use);
      use.count += 1;
      if (use.lines.length < LINES_MAX && use.lines.at(-1) !== line) use.lines.push(line);
    },
    /** In the order of their first use. */
    list: (): readonly NachaToleranceUse[] =>
      [...uses].map(([tolerance, { count, lines }]) => ({ tolerance, count, lines: [...lines] })),
  };
}
