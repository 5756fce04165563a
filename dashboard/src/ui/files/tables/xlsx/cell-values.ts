import type { Cell } from "../file-table.ts";

const DAY_MS = 86_400_000;
/** Day 0 of serial dates after February 1900, which spreadsheets believe had 29 days. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const FALSE_LEAP_DAY = 60;
/** December 31, 9999. */
const SERIAL_MAX = 2_958_465;
/** Spreadsheets show and keep 15 digits; what follows them in the file is noise of binary numbers. */
const DIGITS = 15;

/** A serial date as 2026-12-31; the time of day is dropped. Undefined outside of what spreadsheets can show. */
export function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  const day = Math.floor(serial);
  if (!(day >= 1 && day <= SERIAL_MAX) || (!is1904 && day === FALSE_LEAP_DAY)) return undefined;
  const shifted = !is1904 && day < FALSE_LEAP_DAY ? day + 1 : day;
  return new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + shifted * DAY_MS).toISOString().slice(0, 10);
}

/** A number of a file ("1234.5600000000001", "1.2E3") as the spreadsheet shows it, without an exponent. */
export function plainNumber(text: string): string | undefined {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return undefined;
  const shown = number.toPrecision(DIGITS);
  const [digits = "", exponent = "0"] = shown.split("e");
  const [whole = "", part = ""] = digits.replace("-", "").split(".");
  const shift = Number.parseInt(exponent, 10);
  const all = whole + part;
  const point = whole.length + shift;
  const padded = point <= 0 ? "0".repeat(1 - point) + all : all.padEnd(point, "0");
  const cut = Math.max(point, 1);
  const fraction = withoutZerosAtEnd(padded.slice(cut));
  const plain = fraction === "" ? padded.slice(0, cut) : `${padded.slice(0, cut)}.${fraction}`;
  return number < 0 ? `-${plain}` : plain;
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** A number of a sheet, which its format may make a date. */
export function numericCell(text: string, isDate: boolean, is1904: boolean): Cell {
  const plain = plainNumber(text);
  if (plain === undefined) return text;
  const date = isDate ? dateOfSerial(Number(text), is1904) : undefined;
  return date === undefined ? { kind: "number", value: plain } : { kind: "date", value: date };
}

/** Built-in formats that are dates (ECMA-376, 18.8.30), including those of East Asian locales. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a number format shows a date: it has a day or a year outside quotes, brackets, and escapes. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  let skipUntil: string | undefined;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at]?.toLowerCase() ?? "";
    if (skipUntil !== undefined) {
      if (sign === skipUntil) skipUntil = undefined;
    } else if (sign === '"') skipUntil = '"';
    else if (sign === "[") skipUntil = "]";
    else if (sign === "\\" || sign === "_" || sign === "*") at += 1;
    else if (sign === "d" || sign === "y") return true;
  }
  return false;
}

/** The column of a cell's address, starting at 0: "AB12" is 27. */
export function columnOf(address: string): number {
  let column = 0;
  for (const sign of address.toUpperCase()) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
