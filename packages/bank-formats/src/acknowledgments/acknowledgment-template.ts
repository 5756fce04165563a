/**
 * The form in which a bank acknowledges files, as data: labels or column titles in the bank's own words, and no patterns.
 * Letters may be in any case, and words may be separated by any blanks.
 */
export type AcknowledgmentTemplate = TextAcknowledgmentTemplate | CsvAcknowledgmentTemplate;

/** What a label or a column says. `status` and `reason` are about the file or, in a line with a trace number, an entry. */
export const acknowledgmentFields = [
  "fileName",
  "immediateOrigin",
  "immediateDestination",
  "creationDate",
  "creationTime",
  "fileIdModifier",
  "batchCount",
  "entryCount",
  "totalDebit",
  "totalCredit",
  "bankReference",
  "status",
  "rejectedCount",
  "code",
  "reason",
  "traceNumber",
  "batchNumber",
  "amount",
] as const;
export type AcknowledgmentField = (typeof acknowledgmentFields)[number];

/** The words for each field: any of them may stand there. */
export type FieldWords = Readonly<Partial<Record<AcknowledgmentField, readonly string[]>>>;

export const statusKinds = ["received", "accepted", "partlyAccepted", "rejected"] as const;

export interface AcknowledgmentTemplateBase {
  readonly name: string;
  /** For people who choose one. */
  readonly title: string;
  /** The bank's words for each status. `NOT` in front of a word of acceptance rejects. */
  readonly statusWords: Readonly<Partial<Record<(typeof statusKinds)[number], readonly string[]>>>;
  /** The order of the numbers in a date. */
  readonly dates: "monthDayYear" | "yearMonthDay" | "dayMonthYear";
  /** `dollars` is 1,250.00 and `cents` is 125000 for $1,250.00. */
  readonly amounts: "dollars" | "cents";
}

/** Lines such as `FILE ID MODIFIER: A`. Two blanks, or the next label, end a value. */
export interface TextAcknowledgmentTemplate extends AcknowledgmentTemplateBase {
  readonly kind: "text";
  /** Titles: each line that contains one begins an acknowledgment, and a file without any is something else. */
  readonly titles: readonly string[];
  readonly labels: FieldWords;
  /** The titles of a table of rejected entries, in the order of its columns, which two blanks or a tab separate. */
  readonly rejectColumns?: readonly { readonly title: string; readonly field: AcknowledgmentField | undefined }[];
}

/** A line with the titles of the columns, then one line for each file, and one for each entry if the bank lists them. */
export interface CsvAcknowledgmentTemplate extends AcknowledgmentTemplateBase {
  readonly kind: "csv";
  readonly delimiter: "," | ";" | "|" | "\t";
  readonly columns: FieldWords;
  /** The fields whose columns must be there, so that another table is not taken for an acknowledgment. */
  readonly required: readonly AcknowledgmentField[];
}
