import type { Cell } from "#ui/files/tables/file-table.ts";
import { monthNamed } from "./month-names.ts";

/** Whether the month or the day is first in dates such as 03/04/2026. */
export type DateOrder = "mdy" | "dmy";

const LENGTH_MAX = 40;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NUMBERS = /^(\d{1,2})([-/. ])(\d{1,2})[-/. ](\d{4}|\d{2})$/;
const DAY_FIRST = /^(\d{1,2})([^\d]{1,20})(\d{4}|\d{2})$/;
const MONTH_FIRST = /^([^\d]{1,20})(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;

/** A date with everything that its order does not decide. */
type DateParts =
  | { readonly kind: "known"; readonly date: string | undefined }
  | {
      readonly kind: "numbers";
      readonly first: number;
      readonly second: number;
      readonly year: number;
      readonly separator: string;
    };

function datePartsOf(text: string): DateParts | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const plain = withoutTime(text.trim().replaceAll(/\s/g, " "));
  const yearFirst = ISO.exec(plain) ?? COMPACT.exec(plain);
  if (yearFirst) return knownDate(yearFirst[1], yearFirst[2], yearFirst[3]);
  const numbers = NUMBERS.exec(plain);
  if (numbers) {
    const [, first, separator = "", second, year] = numbers;
    return { kind: "numbers", first: int(first), second: int(second), year: fullYear(year), separator };
  }
  const dayFirst = DAY_FIRST.exec(plain);
  const monthFirst = MONTH_FIRST.exec(plain);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = name === undefined ? undefined : monthNamed(name);
  return month === undefined ? undefined : knownDate(year, String(month), day);
}

/** "2026-03-04T00:00:00", "3/4/2026 12:00 AM": payments have dates only. */
function withoutTime(text: string): string {
  const colon = text.indexOf(":");
  if (colon === -1) return text;
  const end = Math.max(text.lastIndexOf(" ", colon), text.lastIndexOf("T", colon));
  return end === -1 ? text : text.slice(0, end);
}

const int = (text: string | undefined): number => Number.parseInt(text ?? "", 10);
const fullYear = (text: string | undefined): number => (text?.length === 2 ? 2_000 + int(text) : int(text));
const knownDate = (year: string | undefined, month: string | undefined, day: string | undefined): DateParts => ({
  kind: "known",
  date: calendarDate(fullYear(year), int(month), int(day)),
});

/** The date as 2026-12-31; undefined for days that do not exist. */
function calendarDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** What a date says about the order: "either" for 03/04/2026; undefined when its order does not matter. */
export function dateOrderIn(text: string): DateOrder | "either" | undefined {
  const parts = datePartsOf(text);
  if (parts?.kind !== "numbers") return undefined;
  const { first, second, separator } = parts;
  if (second > 12) return "mdy";
  if (first > 12) return "dmy";
  // Where dates have points, the day is first.
  if (separator === ".") return "dmy";
  return first === second ? undefined : "either";
}

export type ReadDate = { readonly date: string } | { readonly problem: string };

export function readDate(cell: Cell, order: DateOrder): ReadDate {
  if (typeof cell !== "string" && cell.kind === "date") return { date: cell.value };
  if (typeof cell !== "string" && cell.kind === "error") return { problem: `The date ${cell.value}.` };
  const text = typeof cell === "string" ? cell : cell.value;
  const parts = datePartsOf(text);
  const date = parts === undefined || parts.kind === "known" ? parts?.date : ordered(parts, order);
  const shown = text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
  return date === undefined ? { problem: `“${shown}” is not a valid date${orderText(parts, order)}.` } : { date };
}

const ordered = ({ first, second, year }: DateParts & { kind: "numbers" }, order: DateOrder): string | undefined =>
  order === "mdy" ? calendarDate(year, first, second) : calendarDate(year, second, first);

const orderText = (parts: DateParts | undefined, order: DateOrder): string =>
  parts?.kind === "numbers" ? ` with the ${order === "mdy" ? "month" : "day"} first` : ". Use YYYY-MM-DD";
