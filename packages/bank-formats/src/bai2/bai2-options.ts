/**
 * How a file may differ from the BAI2 manual. Everything is off by default: a difference that nobody decided to accept
 * is an error.
 */
export interface Bai2Tolerance {
  /** Records other than a text may end without `/`; a field cut there continues in the next 88 record. */
  readonly missingSlash?: boolean;
  /** A text may end with `/`, which is removed. The manual says that it belongs to the text, but many banks add it. */
  readonly slashAfterText?: boolean;
  /** Empty fields at the end of a record may be left out. */
  readonly missingFields?: boolean;
  /** Totals and transactions may be negative. */
  readonly negativeActivity?: boolean;
  /** Control totals (49, 98, and 99 records) are not compared. */
  readonly wrongControlTotals?: boolean;
  /** Numbers of records, accounts, and groups are not compared. */
  readonly wrongCounts?: boolean;
  /** Empty lines between records are skipped. */
  readonly blankLines?: boolean;
  /** Characters outside ASCII are accepted. */
  readonly nonAscii?: boolean;
}

/** What the reader accepts and how much it reads. */
export interface Bai2Options {
  readonly tolerant?: Bai2Tolerance;
  /** The length of each physical record of a file without line breaks; by default, records end with LF or CR LF. */
  readonly recordLength?: number;
  /** Reading stops after this many problems. Default: 50. */
  readonly problemsMax?: number;
}

/** A line or a record with more than this is not read: no bank's records come close. */
export const BAI2_LINE_LENGTH_MAX = 10_000;
export const BAI2_CONTINUATIONS_MAX = 1_000;
export const BAI2_PROBLEMS_MAX = 50;
