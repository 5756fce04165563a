import { Bai2Error, type Bai2Problem, shownBai2Value } from "./bai2-error.ts";

type ValueKind = Parameters<typeof shownBai2Value>[1];

/** Where a problem is, and the value there. */
interface Place {
  readonly line: number;
  readonly record: string;
  readonly field?: string;
  readonly value?: string;
  readonly kind?: ValueKind;
}

/** Collects what is wrong with a file up to a limit. */
export interface ProblemLog {
  readonly add: (place: Place, rule: string) => void;
  readonly count: () => number;
  readonly list: () => readonly Bai2Problem[];
  /** Adds what another log has collected. */
  readonly include: (problems: readonly Bai2Problem[]) => void;
  /** Throws if there is a problem. */
  readonly finish: () => void;
}

export function problemLog(problemsMax: number): ProblemLog {
  const problems: Bai2Problem[] = [];
  const finish = (): void => {
    if (problems.length > 0) throw new Bai2Error(problems);
  };
  const add = ({ line, record, field = "", value = "", kind = "text" }: Place, rule: string): void => {
    const last = problems.at(-1);
    // A field that cannot be read is not missing as well.
    if (field !== "" && last?.line === line && last.record === record && last.field === field) return;
    include([{ line, record, field, value: shownBai2Value(value, kind), rule }]);
  };
  const include = (found: readonly Bai2Problem[]): void => {
    for (const problem of found) {
      problems.push(problem);
      if (problems.length >= problemsMax) finish();
    }
  };
  return { add, count: () => problems.length, list: () => problems, include, finish };
}
