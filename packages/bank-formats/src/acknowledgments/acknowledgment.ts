/** What a bank says about a file that it received. */
export type AcknowledgedStatus = "received" | "accepted" | "partlyAccepted" | "rejected";

/** Which file it is about: as many of these as the bank names. */
export interface AcknowledgedFile {
  readonly fileName?: string;
  readonly immediateOrigin?: string;
  readonly immediateDestination?: string;
  /** `2026-11-27`. */
  readonly creationDate?: string;
  /** `16:52`. */
  readonly creationTime?: string;
  readonly fileIdModifier?: string;
  readonly batchCount?: number;
  readonly entryCount?: number;
  readonly totalDebitMinor?: bigint;
  readonly totalCreditMinor?: bigint;
  /** The bank's own number of the file or of its confirmation. */
  readonly bankReference?: string;
}

/** An entry that the bank rejected. */
export interface RejectedItem {
  readonly line: number;
  readonly traceNumber?: string;
  readonly batchNumber?: string;
  readonly amountMinor?: bigint;
  readonly code?: string;
  readonly reason?: string;
}

export interface Acknowledgment {
  /** Where it begins. */
  readonly line: number;
  readonly file: AcknowledgedFile;
  readonly status: AcknowledgedStatus;
  /** How many entries the bank says it rejected, which may be more than it lists. */
  readonly rejectedCount?: number;
  readonly code?: string;
  readonly reason?: string;
  readonly rejects: readonly RejectedItem[];
  /** Lines about this file that could not be read: a person has to look at them. */
  readonly problems: readonly AcknowledgmentProblem[];
}

export interface AcknowledgmentProblem {
  readonly line: number;
  /** The label or column; empty if the whole line is meant. */
  readonly field: string;
  /** Without long numbers, which may be account numbers. */
  readonly value: string;
  readonly rule: string;
}

const VALUE_LENGTH_MAX = 40;

/** A problem whose value is safe to show. */
export const acknowledgmentProblem = (
  line: number,
  field: string,
  { value = "", rule }: { readonly value?: string; readonly rule: string },
): AcknowledgmentProblem => ({
  line,
  field,
  value: value
    .slice(0, VALUE_LENGTH_MAX)
    .replaceAll(/[^ -~]/g, "?")
    .replaceAll(/[0-9]{5,}/g, (digits) => `****${digits.slice(-4)}`),
  rule,
});

/** The file is not an acknowledgment of this form, or contradicts itself. Nothing in it may be acted upon. */
export class AcknowledgmentError extends Error {
  override readonly name = "AcknowledgmentError";
  readonly problems: readonly AcknowledgmentProblem[];

  constructor(problems: readonly AcknowledgmentProblem[]) {
    const [first] = problems;
    const place = first === undefined || first.line === 0 ? "" : `Line ${first.line}: `;
    const what = first?.field === undefined || first.field === "" ? "" : `${first.field} `;
    const shown = first?.value === undefined || first.value === "" ? "" : `"${first.value}" `;
    super(first === undefined ? "This is not an acknowledgment" : `${place}${what}${shown}${first.rule}`);
    this.problems = problems;
  }
}
