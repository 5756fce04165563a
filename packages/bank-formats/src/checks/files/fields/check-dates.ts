import type { CheckDateFormat } from "../template/check-template.ts";

const PARTS: Readonly<Record<string, number>> = { YYYY: 4, YY: 2, MM: 2, DD: 2 };
const TOKEN = /YYYY|YY|MM|DD/g;

/** Whether the text is a date of the calendar as `YYYY-MM-DD`. */
export function isCheckDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}

/** A date `YYYY-MM-DD` in a bank's format. */
export const formatCheckDate = (date: string, format: CheckDateFormat): string =>
  format.replace(TOKEN, (token) => {
    if (token === "YYYY") return date.slice(0, 4);
    if (token === "YY") return date.slice(2, 4);
    return token === "MM" ? date.slice(5, 7) : date.slice(8, 10);
  });

/** The date in a bank's format as `YYYY-MM-DD`; undefined if it is not a date. Two digits of a year mean the 21st century. */
export function parseCheckDate(text: string, format: CheckDateFormat): string | undefined {
  if (text.length !== format.length) return undefined;
  const found: Record<string, string> = {};
  let at = 0;
  for (const { 0: token, index } of format.matchAll(TOKEN)) {
    if (text.slice(at, index) !== format.slice(at, index)) return undefined;
    at = index + (PARTS[token] ?? 0);
    found[token] = text.slice(index, at);
  }
  const year = found["YYYY"] ?? `20${found["YY"] ?? ""}`;
  const date = `${year}-${found["MM"] ?? ""}-${found["DD"] ?? ""}`;
  return isCheckDate(date) ? date : undefined;
}
