/** What is wrong at one place of a document. */
export interface MessageProblem {
  /** Elements from the root, counted where they repeat: `Document/CstmrCdtTrfInitn/PmtInf[2]/PmtMtd`. */
  readonly path: string;
  /** What must hold, as in "may have at most 35 characters". */
  readonly rule: string;
  /** What was found, shortened; of account numbers only the last four characters. */
  readonly value?: string;
  /** Where in the text, counted from 1; only when reading. */
  readonly line?: number;
  readonly column?: number;
}

/** More are not collected: the first few explain a bad file, and errors stay small. */
export const PROBLEMS_MAX = 20;

/** A document that violates its message definition or profile. The text names the first problem and the count. */
export class Iso20022Error extends Error {
  readonly problems: readonly MessageProblem[];

  constructor(problems: readonly MessageProblem[]) {
    super(summary(problems));
    this.name = "Iso20022Error";
    this.problems = problems;
  }
}

function summary(problems: readonly MessageProblem[]): string {
  const [first] = problems;
  if (first === undefined) return "The message is not valid";
  const others = problems.length - 1;
  return describeProblem(first) + (others === 0 ? "" : ` (and ${others} more)`);
}

/** One line for people: `line 12, column 5: Document/…/MsgId: may have at most 35 characters (found "…")`. */
export function describeProblem({ path, rule, value, line, column }: MessageProblem): string {
  const place = line === undefined ? "" : `line ${line}, column ${column ?? 1}: `;
  const found = value === undefined ? "" : ` (found ${JSON.stringify(value)})`;
  return `${place}${path}: ${rule}${found}`;
}

const SHOWN_LENGTH_MAX = 40;
const SHOWN_OF_ACCOUNT = 4;

/** A value as errors show it. Any run of more than four digits may be an account number, so only its end is shown. */
export function shownValue(value: string, options: { readonly isSensitive: boolean }): string {
  if (options.isSensitive) return `…${value.length > SHOWN_OF_ACCOUNT ? value.slice(-SHOWN_OF_ACCOUNT) : ""}`;
  const short = value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX).toWellFormed()}…` : value;
  return short.replaceAll(/\d{5,}/g, (run) => `…${run.slice(-SHOWN_OF_ACCOUNT)}`);
}

/** An amount is shown in full; other text is treated like any value. */
export const shownAmount = (value: string): string =>
  /^[-+.,\d]{1,24}$/.test(value) ? value : shownValue(value, { isSensitive: false });
