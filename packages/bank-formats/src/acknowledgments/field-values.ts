import type { AcknowledgmentTemplate } from "./acknowledgment-template.ts";

/** Reads the values of an acknowledgment; each function returns undefined for a text that is not such a value. */

type Settings = Pick<AcknowledgmentTemplate, "dates" | "amounts">;

export function amountIn(text: string, { amounts }: Settings): bigint | undefined {
  const plain = text.replace(/^(?:USD|US\$|\$)\s*/i, "").replace(/\s*USD$/i, "");
  if (amounts === "cents") return /^\d{1,18}$/.test(plain) ? BigInt(plain) : undefined;
  const match = /^(\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.(\d{2}))?$/.exec(plain);
  const [, whole, cents = "00"] = match ?? [];
  return whole === undefined ? undefined : BigInt(whole.replaceAll(",", "") + cents);
}

export const countIn = (text: string): number | undefined => {
  const plain = text.replaceAll(",", "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined;
};

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** A date at the start of the text, and what follows it. */
export function dateIn(
  text: string,
  { dates }: Settings,
): { readonly date: string; readonly rest: string } | undefined {
  const named = /^(?:(\d{1,2})[ -])?([A-Za-z]{3})[A-Za-z]*[ .-]+(?:(\d{1,2}),? +)?(\d{4})(.*)$/.exec(text);
  if (named !== null) {
    const [, before, month = "", after, year = "", rest = ""] = named;
    const day = before ?? after ?? "";
    return calendarDate([year, String(MONTHS.indexOf(month.toUpperCase()) + 1), day], rest);
  }
  const separated = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(.*)$/.exec(text);
  const joined = /^(\d{8}|\d{6})(?!\d)(.*)$/.exec(text);
  const parts = separated?.slice(1, 4) ?? (joined?.[1] === undefined ? undefined : cut(joined[1], dates));
  const rest = separated?.[4] ?? joined?.[2] ?? "";
  if (parts === undefined) return undefined;
  const [first = "", second = "", third = ""] = parts;
  if (dates === "yearMonthDay" || first.length === 4) return calendarDate([first, second, third], rest);
  return calendarDate(dates === "monthDayYear" ? [third, first, second] : [third, second, first], rest);
}

/** Six or eight digits in three parts. */
function cut(digits: string, dates: Settings["dates"]): readonly string[] {
  const year = digits.length - 4;
  const at = dates === "yearMonthDay" ? [0, year, year + 2] : [0, 2, 4];
  return at.map((from, index) => digits.slice(from, at[index + 1]));
}

function calendarDate(
  [year = "", month = "", day = ""]: readonly string[],
  rest: string,
): { readonly date: string; readonly rest: string } | undefined {
  if (year.length !== 2 && year.length !== 4) return undefined;
  const date = `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const instant = new Date(`${date}T00:00:00Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === date;
  return isReal ? { date, rest: rest.trim() } : undefined;
}

/** `16:52`, `4:52 PM`, `1652`, each with or without seconds; a time zone may follow. */
export function timeIn(text: string): string | undefined {
  const match = /^(?:at |T)?(\d{1,2}):?(\d{2})(?::?\d{2})?\s*([AP]\.?M\.?)?(?:\s*[A-Z]{1,4})?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, hours = "", minutes = "", half = ""] = match;
  const hour = hourOf(Number(hours), half);
  return hour === undefined || Number(minutes) > 59 ? undefined : `${String(hour).padStart(2, "0")}:${minutes}`;
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === "") return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toUpperCase().startsWith("P") ? 12 : 0);
}
