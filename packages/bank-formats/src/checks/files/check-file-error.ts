/** One thing that is wrong with a check file, with a record to be written, or with a template. */
export interface CheckFileProblem {
  /** The line of the file, counted from 1; 0 if the whole file is meant. */
  readonly line: number;
  /** The field's name in the template; empty if the whole record is meant. */
  readonly field: string;
  /** What the field contains, shortened; of account numbers, only the last four characters. */
  readonly value: string;
  /** What must hold. */
  readonly rule: string;
}

const SHOWN_MAX = 40;
/** A run of digits this long may be an account number. */
const LONG_NUMBER = /[0-9]{8,}/g;

/** What a value is: an account number, a number that identifies no account, or a text that may contain either. */
export type ShownKind = "account" | "number" | "text";

/** A value as it may appear in an error. */
export function shownField(value: string, kind: ShownKind): string {
  if (kind === "account") return value === "" ? "" : `****${printable(value.slice(-4))}`;
  const start = printable(value.slice(0, SHOWN_MAX));
  const shown = kind === "number" ? start : start.replace(LONG_NUMBER, (digits) => `****${digits.slice(-4)}`);
  return value.length > SHOWN_MAX ? `${shown}…` : shown;
}

const printable = (text: string): string =>
  Array.from(text, (character) => (/[ -~]/.test(character) ? character : "?")).join("");

const sentenceOf = ({ line, field, value, rule }: CheckFileProblem): string => {
  const where = [line === 0 ? "" : `line ${line}`, field].filter((part) => part !== "").join(", ");
  return `${where}${value === "" ? "" : ` "${value}"`}${where === "" ? "" : ": "}${rule}`;
};

/** Thrown when a file or a record breaks a rule of its template. Nothing was written; nothing that was read may be used. */
export class CheckFileError extends Error {
  /** Never empty. */
  readonly problems: readonly CheckFileProblem[];

  constructor(problems: readonly CheckFileProblem[]) {
    const [first, ...others] = problems;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    super(first === undefined ? "This is not a check file" : `${sentenceOf(first)}${more}`);
    this.name = "CheckFileError";
    this.problems = problems;
  }
}

/** Problems found so far, up to a limit. */
export interface CheckProblemLog {
  readonly add: (line: number, field: string, value: string, rule: string, kind?: ShownKind) => void;
  readonly finish: () => void;
  readonly count: () => number;
}

export const CHECK_PROBLEMS_MAX = 50;

export function checkProblemLog(problemsMax: number = CHECK_PROBLEMS_MAX): CheckProblemLog {
  const problems: CheckFileProblem[] = [];
  const finish = (): void => {
    if (problems.length > 0) throw new CheckFileError(problems);
  };
  const add: CheckProblemLog["add"] = (line, field, value, rule, kind = "text") => {
    problems.push({ line, field, value: shownField(value, kind), rule });
    if (problems.length >= problemsMax) finish();
  };
  return { add, finish, count: () => problems.length };
}
