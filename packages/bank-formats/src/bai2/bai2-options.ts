/**
 * How a file may differ from the manual. Everything is off by default: a difference that nobody decided to accept is an
 * error. What is accepted is counted in the last item.
 */
export interface Bai2Tolerance {
  /** Records other than a text may end without `/`; a field cut there continues in the next 88 record. */
  readonly missingSlash?: boolean;
  /** A text may end with `/`, which is removed. The manual says that it belongs to the text, but many banks add it. */
  readonly slashAfterText?: boolean;
  /** A text may begin with `/`. */
  readonly slashBeforeText?: boolean;
  /** Empty fields at the end of a record may be left out. */
  readonly missingFields?: boolean;
  /** Totals and transactions may be negative. */
  readonly negativeActivity?: boolean;
  /** Funds types and currencies may be in lower case. */
  readonly lowerCaseCodes?: boolean;
  /** Empty lines between records are skipped. */
  readonly blankLines?: boolean;
  /** A carriage return alone ends a line. */
  readonly carriageReturns?: boolean;
  /** The file may begin with a byte order mark. */
  readonly byteOrderMark?: boolean;
  /** Lines may end with the end-of-file mark of DOS (1A) or with nulls. */
  readonly endOfFileMarks?: boolean;
  /** Characters outside ASCII are accepted, in UTF-8 or Latin-1, and tabs, which are read as blanks. */
  readonly nonAscii?: boolean;
  /** The file may be empty: there is nothing to report. */
  readonly emptyFile?: boolean;
}

export type Bai2ToleranceName = keyof Bai2Tolerance;

/** What the reader accepts and how much it reads. */
export interface Bai2Options {
  readonly tolerant?: Bai2Tolerance;
  /**
   * What happens where a trailer states another control total or number than the file has: an error by default, or an
   * item of kind `difference`, for a person to accept.
   */
  readonly differences?: "errors" | "items";
  /**
   * What happens to a transaction (record 16) that is wrong on its own, such as one with an unknown type code: an error
   * by default, or an item of kind `problemTransaction`. An amount that cannot be read is always an error.
   */
  readonly transactionProblems?: "errors" | "items";
  /** The length of each physical record of a file without line breaks; by default, records end with a line break. */
  readonly recordLength?: number;
  /** Reading stops after this many problems. Default: 50. */
  readonly problemsMax?: number;
}

/** What the caller accepts; each question that is answered with yes is counted as a use. */
export interface Tolerances {
  readonly accepts: (name: Bai2ToleranceName, line: number) => boolean;
}

/**
 * How to read files that a bank sends. What is tolerated cannot change an amount; totals and counts that do not agree, and
 * transactions that cannot be read, are items. Spread it to tolerate less.
 */
export const asBanksSend = {
  differences: "items",
  transactionProblems: "items",
  tolerant: {
    missingSlash: true,
    slashAfterText: true,
    slashBeforeText: true,
    missingFields: true,
    lowerCaseCodes: true,
    blankLines: true,
    carriageReturns: true,
    byteOrderMark: true,
    endOfFileMarks: true,
    nonAscii: true,
    emptyFile: true,
  },
} as const satisfies Bai2Options;

/** A line or a record with more than this is not read: no bank's records come close. */
export const BAI2_LINE_LENGTH_MAX = 10_000;
export const BAI2_CONTINUATIONS_MAX = 1_000;
export const BAI2_PROBLEMS_MAX = 50;
