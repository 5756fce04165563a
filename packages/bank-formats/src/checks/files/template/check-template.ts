import type { ShownKind } from "../check-file-error.ts";
import type { CheckStatus } from "../check-record.ts";

export const checkDateFormats = [
  "MMDDYY",
  "MMDDYYYY",
  "YYMMDD",
  "YYYYMMDD",
  "MM/DD/YY",
  "MM/DD/YYYY",
  "YYYY-MM-DD",
] as const;

export type CheckDateFormat = (typeof checkDateFormats)[number];

interface CheckFieldBase {
  /** The bank's name for the field. It appears in errors, and as the title of a column. */
  readonly name: string;
  /** In fixed files, the field's width; in delimited files, its maximum length. */
  readonly width: number;
}

/** Digits: right-aligned and filled with zeros or spaces, or as they are. */
export interface CheckDigitsField extends CheckFieldBase {
  readonly kind: "digits";
  readonly of: "accountNumber" | "routingNumber" | "checkNumber";
  readonly fill: "zeros" | "spaces" | "none";
}

/** Text: left-aligned. Too long a text is refused, or cut if the bank compares only what fits. */
export interface CheckTextField extends CheckFieldBase {
  readonly kind: "text";
  readonly of: "payee" | "payeeLine2" | "reference" | "reason";
  readonly required: boolean;
  readonly tooLong: "refuse" | "cut";
}

export interface CheckAmountField extends CheckFieldBase {
  readonly kind: "amount";
  /** The amount of the check or, in a header or trailer, the sum of all. */
  readonly of: "amount" | "totalAmount";
  /** `implied` is 12345 and `explicit` is 123.45 for $123.45. */
  readonly decimals: "implied" | "explicit";
  readonly fill: "zeros" | "spaces" | "none";
}

export interface CheckDateField extends CheckFieldBase {
  readonly kind: "date";
  /** `eventDate` is the void date of a void check and the issue date of every other; `fileDate` is when the file was made. */
  readonly of: "issueDate" | "voidDate" | "paidDate" | "eventDate" | "fileDate";
  readonly format: CheckDateFormat;
  /** The field is empty for checks with other statuses, and required for these; undefined for all checks. */
  readonly onlyFor?: readonly CheckStatus[];
  /** The field may be empty. */
  readonly optional?: boolean;
}

/** What is said about the check, as a code: `I` and `V`. An empty code is written as spaces. */
export interface CheckCodeField extends CheckFieldBase {
  readonly kind: "code";
  readonly codes: Readonly<Partial<Record<CheckStatus, string>>>;
}

/** The same in every file; the value `""` is filler. */
export interface CheckConstantField extends CheckFieldBase {
  readonly kind: "constant";
  readonly value: string;
}

/** Assigned by the bank to its customer, such as a bank ID; given when a file is written. */
export interface CheckSettingField extends CheckFieldBase {
  readonly kind: "setting";
  readonly setting: string;
  readonly align: "left" | "right";
  readonly fill: "zeros" | "spaces";
}

/** In a header or trailer: how many checks the file contains, or the sum of their numbers. */
export interface CheckTallyField extends CheckFieldBase {
  readonly kind: "tally";
  readonly of: "records" | "checkNumbers";
  readonly fill: "zeros" | "spaces" | "none";
}

export type CheckField =
  | CheckDigitsField
  | CheckTextField
  | CheckAmountField
  | CheckDateField
  | CheckCodeField
  | CheckConstantField
  | CheckSettingField
  | CheckTallyField;

/** How a field's value appears in errors. */
export function shownKindOf(field: CheckField): ShownKind {
  if (field.kind === "digits") return field.of === "accountNumber" ? "account" : "number";
  return field.kind === "amount" || field.kind === "date" || field.kind === "tally" ? "number" : "text";
}

export type CheckFileLayout =
  | { readonly kind: "fixed"; readonly length: number }
  | {
      readonly kind: "delimited";
      readonly delimiter: "," | ";" | "|" | "\t";
      readonly quotes: "never" | "whenNeeded";
      /** The first line contains the fields' names. */
      readonly titles: boolean;
    };

/** Where a layout comes from, and what nobody could confirm. */
export interface CheckTemplateSource {
  readonly document: string;
  readonly url: string;
  /**
   * Who described the layout: the bank in a document of its own, another company's documentation of the bank's layout, or
   * nobody (a layout of ours).
   */
  readonly basis: "bank" | "vendor" | "own";
  /** To be confirmed with the bank before the first file. */
  readonly unverified: readonly string[];
}

/** One bank's file of checks as data, read and written by the same engine. */
export interface CheckFileTemplate {
  readonly id: string;
  readonly bank: string;
  readonly title: string;
  /** `issue` files go to the bank, `paid` files come from the bank. */
  readonly purpose: "issue" | "paid";
  readonly source: CheckTemplateSource;
  readonly layout: CheckFileLayout;
  readonly lineEnd: "crlf" | "lf";
  readonly header?: readonly CheckField[];
  readonly detail: readonly CheckField[];
  readonly trailer?: readonly CheckField[];
  readonly order: "asGiven" | "checkNumber";
  /** All checks of a file are drawn on one account. */
  readonly oneAccount: boolean;
  /** Without a code field, all checks of a file have one of these statuses, the same for all. */
  readonly statusesWithoutCode?: readonly CheckStatus[];
}
