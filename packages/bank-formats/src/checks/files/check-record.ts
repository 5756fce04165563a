/**
 * What a file says about a check. The first three are what an issuer reports; the others are what a bank reports in its
 * files of paid checks and exceptions.
 */
export const checkStatuses = [
  "issued",
  "void",
  "stopped",
  "outstanding",
  "paid",
  "paidWithoutIssue",
  "paidTwice",
  "paidAfterVoid",
  "paidAfterStop",
  "amountMismatch",
  "payeeMismatch",
  "stale",
  "returned",
  "deleted",
  "unknown",
] as const;

export type CheckStatus = (typeof checkStatuses)[number];

/** One check in a file to or from a bank. Dates are `YYYY-MM-DD`. */
export interface CheckRecord {
  readonly status: CheckStatus;
  /** Digits; undefined if the file does not name the account. */
  readonly accountNumber?: string | undefined;
  readonly routingNumber?: string | undefined;
  readonly checkNumber: number;
  /** Cents. */
  readonly amountMinor: bigint;
  readonly issueDate?: string | undefined;
  readonly voidDate?: string | undefined;
  readonly paidDate?: string | undefined;
  /** The name on the check's payee line, as printed. */
  readonly payee?: string | undefined;
  readonly payeeLine2?: string | undefined;
  /** The issuer's own reference; banks call it "additional data". */
  readonly reference?: string | undefined;
  /** Why the bank did not pay it, in the bank's words or codes. */
  readonly reason?: string | undefined;
}

/** The largest check number that banks' fields hold (15 digits). */
export const CHECK_NUMBER_DIGITS_MAX = 15;
