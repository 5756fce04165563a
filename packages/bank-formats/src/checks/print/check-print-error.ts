import { type ShownKind, shownField } from "../files/check-file-error.ts";

/** One thing that cannot be printed. */
export interface CheckPrintProblem {
  /** 0 if the account or the stock is meant. */
  readonly checkNumber: number;
  readonly field: string;
  /** Shortened; of account numbers, only the last four characters. */
  readonly value: string;
  readonly rule: string;
}

/** Thrown before a check is printed that would be wrong: nothing on a check is ever cut off. */
export class CheckPrintError extends Error {
  /** Never empty. */
  readonly problems: readonly CheckPrintProblem[];

  constructor(problems: readonly CheckPrintProblem[]) {
    const [first] = problems;
    const check = first === undefined || first.checkNumber === 0 ? "" : `check ${first.checkNumber}, `;
    const more = problems.length < 2 ? "" : ` (and ${problems.length - 1} more)`;
    super(`${check}${first?.field ?? ""}${first?.value ? ` "${first.value}"` : ""}: ${first?.rule ?? ""}${more}`);
    this.name = "CheckPrintError";
    this.problems = problems;
  }
}

/** A single problem as an error. */
export const printError = (
  {
    checkNumber = 0,
    field,
    value = "",
    kind = "text",
  }: { readonly checkNumber?: number; readonly field: string; readonly value?: string; readonly kind?: ShownKind },
  rule: string,
): CheckPrintError => new CheckPrintError([{ checkNumber, field, value: shownField(value, kind), rule }]);
