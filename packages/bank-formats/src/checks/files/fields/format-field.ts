import { toPlainText } from "../../../text/plain-text.ts";
import type { CheckRecord } from "../check-record.ts";
import type { CheckDateField, CheckField, CheckFileLayout, CheckTextField } from "../template/check-template.ts";
import { formatCheckAmount } from "./check-amounts.ts";
import { formatCheckDate, isCheckDate } from "./check-dates.ts";

/** What headers and trailers say about a file. */
export interface CheckFileFacts {
  readonly fileDate: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly accountNumber: string | undefined;
  readonly routingNumber: string | undefined;
  readonly records: number;
  readonly totalMinor: bigint;
  readonly checkNumberSum: bigint;
}

/** The field's text without fill, or what is wrong with the value; `change` says how a text differs from what was given. */
export type FieldText =
  | { readonly text: string; readonly change?: string }
  | { readonly rule: string; readonly value: string };

/** The text of a field for a check, or for a header or trailer if there is no check. */
export function formatField(field: CheckField, facts: CheckFileFacts, check: CheckRecord | undefined): FieldText {
  switch (field.kind) {
    case "constant":
      return { text: field.value };
    case "setting":
      return settingText(field.setting, facts, field.width);
    case "tally":
      return { text: String(field.of === "records" ? facts.records : facts.checkNumberSum) };
    case "digits":
      return digitsText(field.of === "checkNumber" ? String(check?.checkNumber ?? "") : (check ?? facts)[field.of]);
    case "amount":
      return amountText(field.of === "totalAmount" ? facts.totalMinor : check?.amountMinor, field.decimals);
    case "date":
      return dateText(field, facts, check);
    case "code":
      return codeText(field.codes, check);
    case "text":
      return payeeText(field, check?.[field.of]);
  }
}

function settingText(name: string, { settings }: CheckFileFacts, width: number): FieldText {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (value === undefined) return { rule: `needs the setting "${name}", which the bank assigns`, value: "" };
  return /^[ -~]+$/.test(value) && value.length <= width
    ? { text: value }
    : { rule: `the setting "${name}" must be 1 to ${width} ASCII characters`, value };
}

const digitsText = (value: string | undefined): FieldText =>
  value !== undefined && /^[0-9]+$/.test(value)
    ? { text: value }
    : { rule: value === undefined || value === "" ? "is required" : "must contain digits only", value: value ?? "" };

const amountText = (amountMinor: bigint | undefined, decimals: "implied" | "explicit"): FieldText =>
  amountMinor === undefined || amountMinor < 0n
    ? { rule: "must not be negative", value: String(amountMinor ?? "") }
    : { text: formatCheckAmount(amountMinor, decimals) };

function dateText(field: CheckDateField, facts: CheckFileFacts, check: CheckRecord | undefined): FieldText {
  if (check && field.onlyFor && !field.onlyFor.includes(check.status)) return { text: "" };
  const date = dateOf(field.of, facts, check);
  if (date === undefined) return field.optional ? { text: "" } : { rule: "is required", value: "" };
  return isCheckDate(date)
    ? { text: formatCheckDate(date, field.format) }
    : { rule: "must be a date, YYYY-MM-DD", value: date };
}

function dateOf(of: CheckDateField["of"], facts: CheckFileFacts, check: CheckRecord | undefined): string | undefined {
  if (of === "fileDate") return facts.fileDate;
  if (of === "eventDate") return check?.status === "void" ? check.voidDate : check?.issueDate;
  return check?.[of];
}

function codeText(codes: Readonly<Record<string, string>>, check: CheckRecord | undefined): FieldText {
  const status = check?.status ?? "unknown";
  const code = Object.hasOwn(codes, status) ? codes[status] : undefined;
  return code === undefined
    ? { rule: "this file has no code for a check with this status", value: status }
    : { text: code };
}

function payeeText(field: CheckTextField, value: string | undefined): FieldText {
  if (value === undefined || value.trim() === "")
    return field.required ? { rule: "is required", value: "" } : { text: "" };
  const plain = toPlainText(value)?.trim();
  if (plain === undefined) return { rule: "has a character that the bank's files cannot contain", value };
  if (plain.length > field.width && field.tooLong === "refuse")
    return { rule: `must have at most ${field.width} characters`, value: plain };
  const text = plain.slice(0, field.width).trimEnd();
  return text === value ? { text } : { text, change: text };
}

type Fill = "zeros" | "spaces" | "none";

/** A field's text as it is written in the layout; undefined if it does not fit. */
export function layOut(field: CheckField, text: string, layout: CheckFileLayout): string | undefined {
  if (text.length > field.width) return undefined;
  if (layout.kind === "delimited") return text === "" ? "" : filled(text, field.width, zerosOf(field), "right");
  // An empty optional field is blank, whatever it is filled with otherwise.
  return text === "" ? " ".repeat(field.width) : filled(text, field.width, fillOf(field), alignOf(field));
}

const filled = (text: string, width: number, fill: Fill, align: "left" | "right"): string => {
  if (fill === "none") return text;
  const character = fill === "zeros" ? "0" : " ";
  return align === "left" ? text.padEnd(width, character) : text.padStart(width, character);
};

/** In delimited files, only zeros are part of a field. */
const zerosOf = (field: CheckField): Fill => (fillOf(field) === "zeros" ? "zeros" : "none");

export const fillOf = (field: CheckField): Fill => ("fill" in field && field.fill !== "none" ? field.fill : "spaces");

export const alignOf = (field: CheckField): "left" | "right" => {
  if (field.kind === "setting") return field.align;
  return field.kind === "text" || field.kind === "constant" || field.kind === "code" ? "left" : "right";
};
