import { CHECK_NUMBER_DIGITS_MAX, type CheckRecord, type CheckStatus, checkStatuses } from "../check-record.ts";
import type { CheckCodeField, CheckDateField, CheckField } from "../template/check-template.ts";
import { parseCheckAmount } from "./check-amounts.ts";
import { parseCheckDate } from "./check-dates.ts";

/** What a field adds to its check, or what a header or trailer says. */
export interface ParsedParts {
  readonly check?: Partial<CheckRecord>;
  readonly fileDate?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly records?: bigint;
  readonly checkNumberSum?: bigint;
  readonly totalMinor?: bigint;
}

type Parsed = ParsedParts | { readonly rule: string };

/** How a bank's file may differ from its template. Everything is off by default. */
export interface CheckFileTolerance {
  /** Spaces at the end of a line of fixed width may be missing. */
  readonly shortLines?: boolean;
  /** Empty lines are skipped. */
  readonly blankLines?: boolean;
  /** Filler may contain anything. */
  readonly anyFiller?: boolean;
  /** Codes that the template lacks are read as the status `unknown`. */
  readonly unknownCodes?: boolean;
  /** Counts and sums in headers and trailers are not compared. */
  readonly wrongTotals?: boolean;
}

/** Reads a field of a fixed file, with its fill, or of a delimited file. */
export function parseField(field: CheckField, cell: string, tolerant: CheckFileTolerance, isFixed: boolean): Parsed {
  if (!isFixed && cell.length > field.width) return { rule: `must have at most ${field.width} characters` };
  switch (field.kind) {
    case "constant":
      return parseConstant(field.value, cell, tolerant, isFixed);
    case "setting":
      return { settings: { [field.setting]: cell.trim() } };
    case "text":
      return cell.trim() === "" && field.required ? { rule: "is required" } : { check: { [field.of]: textOf(cell) } };
    case "code":
      return parseCode(field, cell, tolerant);
    case "date":
      return parseDateField(field, cell);
    default:
      return parseNumber(field, cell, isFixed);
  }
}

/** One zero remains of a number that is zero. */
export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, "");

const textOf = (cell: string): string | undefined => (cell.trim() === "" ? undefined : cell.trim());

function parseConstant(value: string, cell: string, { anyFiller }: CheckFileTolerance, isFixed: boolean): Parsed {
  if (value === "" && anyFiller === true) return {};
  const expected = isFixed ? value.padEnd(cell.length) : value;
  if (cell === expected) return {};
  return { rule: value === "" ? "must be empty" : `must be "${value}"` };
}

function parseCode({ codes }: CheckCodeField, cell: string, { unknownCodes }: CheckFileTolerance): Parsed {
  const code = cell.trim();
  const status = checkStatuses.find((name) => Object.hasOwn(codes, name) && codes[name] === code);
  if (status !== undefined) return { check: { status } };
  if (unknownCodes === true) return { check: { status: "unknown" satisfies CheckStatus } };
  const texts = Object.values(codes).map((text) => (text === "" ? "empty" : text));
  return { rule: `must be one of ${texts.join(", ")}` };
}

const BLANK = /^[ 0]*$/;

function parseDateField(field: CheckDateField, cell: string): Parsed {
  const mayBeEmpty = field.optional === true || field.onlyFor !== undefined;
  if (BLANK.test(cell)) return mayBeEmpty ? {} : { rule: "is required" };
  const date = parseCheckDate(cell.trim(), field.format);
  if (date === undefined) return { rule: `must be a date, ${field.format}` };
  if (field.of === "fileDate") return { fileDate: date };
  // Which date it is depends on the status, which may be in a later field.
  return { check: field.of === "eventDate" ? { issueDate: date } : { [field.of]: date } };
}

type NumberField = Extract<CheckField, { readonly kind: "digits" | "amount" | "tally" }>;

function parseNumber(field: NumberField, cell: string, isFixed: boolean): Parsed {
  // Zeros fill the whole field; spaces are before the number.
  const text = isFixed && field.fill === "zeros" ? cell : cell.trim();
  if (field.kind === "amount") {
    const amountMinor = parseCheckAmount(text, field.decimals);
    if (amountMinor === undefined)
      return {
        rule:
          field.decimals === "implied" ? "must be an amount in cents, digits only" : "must be an amount such as 123.45",
      };
    return field.of === "amount" ? { check: { amountMinor } } : { totalMinor: amountMinor };
  }
  if (!/^[0-9]+$/.test(text)) return { rule: "must contain digits only" };
  if (field.kind === "tally")
    return field.of === "records" ? { records: BigInt(text) } : { checkNumberSum: BigInt(text) };
  if (field.of !== "checkNumber") return { check: { [field.of]: text } };
  const digits = withoutZeros(text);
  return digits.length > CHECK_NUMBER_DIGITS_MAX
    ? { rule: `must have at most ${CHECK_NUMBER_DIGITS_MAX} digits` }
    : { check: { checkNumber: Number(digits) } };
}
