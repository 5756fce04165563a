/** Lexical forms of XML Schema Part 2 that ISO 20022 uses. Each function returns the violated rule, or undefined. */

const ZONE = "(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?";
const DAY = "(\\d{4})-(\\d{2})-(\\d{2})";
const CLOCK = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?";

const DATE = new RegExp(`^${DAY}${ZONE}$`);
const DATE_TIME = new RegExp(`^${DAY}T${CLOCK}${ZONE}$`);
const TIME = new RegExp(`^${CLOCK}${ZONE}$`);
const YEAR_MONTH = new RegExp(`^(?!0000)\\d{4}-(?:0[1-9]|1[0-2])${ZONE}$`);

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const dateProblem = (text: string): string | undefined =>
  isRealDay(DATE.exec(text)) ? undefined : "must be a date such as 2026-11-20";

export const dateTimeProblem = (text: string): string | undefined =>
  isRealDay(DATE_TIME.exec(text)) ? undefined : "must be a date and time such as 2026-11-20T15:00:00-05:00";

export const timeProblem = (text: string): string | undefined =>
  TIME.test(text) ? undefined : "must be a time such as 15:00:00";

export const yearMonthProblem = (text: string): string | undefined =>
  YEAR_MONTH.test(text) ? undefined : "must be a year and month such as 2026-11";

function isRealDay(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const [, year = "", month = "", day = ""] = match;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const last = m === 2 && isLeap ? 29 : (MONTH_DAYS[m - 1] ?? 0);
  return y >= 1 && d >= 1 && d <= last;
}

/** Longer than any valid number, so that the pattern below never sees hostile input. */
const DECIMAL_LENGTH_MAX = 40;

export function decimalProblem(
  text: string,
  limits: { readonly digits: number; readonly fraction: number; readonly isNegativeAllowed?: boolean },
): string | undefined {
  const match = text.length > DECIMAL_LENGTH_MAX ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return "must be a decimal number such as 1250.00";
  const [, sign = "", whole = "", fraction = ""] = match;
  if (sign !== "" && limits.isNegativeAllowed === false) return "must not be negative";
  if (fraction.length > limits.fraction) return `may have at most ${limits.fraction} decimals`;
  return whole.length + fraction.length > limits.digits ? `may have at most ${limits.digits} digits` : undefined;
}

export function base64Problem(text: string, octetsMax: number): string | undefined {
  const compact = text.replaceAll(/[ \t\r\n]/g, "");
  if (compact.length > Math.ceil(octetsMax / 3) * 4) return `may have at most ${octetsMax} bytes`;
  const isWellFormed =
    compact.length % 4 === 0 &&
    /^[A-Za-z0-9+/]+(?:==?)?$/.test(compact) &&
    compact === Buffer.from(compact, "base64").toString("base64");
  if (!isWellFormed) return "must be base64";
  return Buffer.byteLength(compact, "base64") > octetsMax ? `may have at most ${octetsMax} bytes` : undefined;
}
