import { type Cell, textOfCell } from "#ui/files/tables/file-table.ts";
import { currencyOf } from "./currencies.ts";

export type DecimalSign = "." | ",";

/** What an amount consists of, before its separators are interpreted. */
export interface AmountParts {
  readonly isNegative: boolean;
  /** "USD", another code, or undefined if none is written. */
  readonly currency: string | undefined;
  /** Digits, points, commas, spaces, and apostrophes. */
  readonly figures: string;
}

/** Longer texts are not amounts. */
const LENGTH_MAX = 60;
const DOLLAR_DIGITS_MAX = 12;
const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= "0" && sign <= "9";
const SPACE = /\s/g;
const MINUS = /[\u2212\u2013\u2010\u2011\ufe63\uff0d]/g;
const CREDIT = /\d\s?cr$/i;
const APOSTROPHE = /[\u2019\u02bc\u00b4`]/g;

/** Takes sign, parentheses, and currency off an amount; undefined if what is left is not a number. */
export function amountParts(text: string): AmountParts | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  let rest = text.replaceAll(SPACE, " ").replaceAll(MINUS, "-").replaceAll(APOSTROPHE, "'").trim();
  let isNegative = false;
  let currency: string | undefined;
  // "150.00 CR", as ledgers write credits.
  if (CREDIT.test(rest)) {
    isNegative = true;
    rest = rest.slice(0, -2).trim();
  }
  // Signs, parentheses, and currency come in any order: -$5, $-5, (5 USD), 5- EUR.
  for (let round = 0; round < 6; round += 1) {
    const isWrapped = rest.startsWith("(") && rest.endsWith(")");
    if (isWrapped || rest.startsWith("-") || rest.endsWith("-")) {
      if (isNegative) return undefined;
      isNegative = true;
      rest = isWrapped ? rest.slice(1, -1) : rest.startsWith("-") ? rest.slice(1) : rest.slice(0, -1);
    } else if (rest.startsWith("+")) rest = rest.slice(1);
    const marked = withoutCurrency(rest.trim());
    if (marked.currency !== undefined) {
      if (currency !== undefined && currency !== marked.currency) return undefined;
      currency = marked.currency;
    }
    rest = marked.rest;
  }
  return isFigures(rest) ? { isNegative, currency, figures: rest } : undefined;
}

function withoutCurrency(text: string): { readonly rest: string; readonly currency: string | undefined } {
  let start = 0;
  while (start < text.length && !isDigit(text[start]) && !".,-()+".includes(text[start] ?? "")) start += 1;
  // "Fr. 5" and "Rs. 5" have a point after the code, ".5" does not.
  const point = start > 0 && text[start] === "." && !isDigit(text[start + 1]) ? 1 : 0;
  const before = currencyOf(text.slice(0, start));
  if (before !== undefined) return { rest: text.slice(start + point).trim(), currency: before };
  let end = text.length;
  while (end > 0 && !isDigit(text[end - 1]) && !".,-()+".includes(text[end - 1] ?? "")) end -= 1;
  const after = currencyOf(text.slice(end));
  return after === undefined
    ? { rest: text, currency: undefined }
    : { rest: text.slice(0, end).trim(), currency: after };
}

const isFigures = (text: string): boolean =>
  [...text].some(isDigit) && [...text].every((sign) => isDigit(sign) || ".,' ".includes(sign));

/**
 * Which decimal sign an amount shows: both signs, or one that cannot separate thousands. "either" for 1.234, which is a
 * thousand with a decimal comma; "none" without signs.
 */
export function decimalSignIn(figures: string): DecimalSign | "either" | "none" {
  const signs = [...figures].filter((sign): sign is DecimalSign => sign === "." || sign === ",");
  const [first] = signs;
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return "none";
  const other = first === "." ? "," : ".";
  if (signs.length > 1) return first === last ? other : last;
  const [whole = "", fraction = ""] = figures.split(first);
  if (fraction.length !== 3 || whole === "" || whole === "0" || whole.length > 3) return first;
  return "either";
}

export type ReadAmount =
  | { readonly cents: bigint; readonly currency: string | undefined }
  | { readonly problem: string };

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Reads an amount exactly: nothing is rounded. Numbers of a sheet have a decimal point, whatever the file's sign. */
export function amountOfCell(cell: Cell, sign: DecimalSign): ReadAmount {
  const read = signedAmountOfCell(cell, sign);
  if ("problem" in read) return read;
  if (read.cents < 0n)
    return { problem: `“${textOfCell(cell)}” is negative. Exclude credits, or enter a positive amount.` };
  return read.cents === 0n ? { problem: "The amount is zero." } : read;
}

/** The same with amounts that are no payments: credits, which are negative, and zero. */
export function signedAmountOfCell(cell: Cell, sign: DecimalSign): ReadAmount {
  if (typeof cell !== "string" && cell.kind === "error") return { problem: `The amount ${cell.value}.` };
  if (typeof cell !== "string" && cell.kind === "date") return { problem: `The amount is a date (${cell.value}).` };
  const text = typeof cell === "string" ? cell : cell.value;
  if (text.trim() === "") return { problem: "Enter an amount." };
  const parts = amountParts(text);
  if (parts === undefined) return { problem: `“${short(text)}” is not a valid amount.` };
  const cents = centsOf(parts.figures, typeof cell === "string" ? sign : ".");
  if (cents === "decimals") return { problem: `“${text}” has more than two decimals. Amounts are not rounded.` };
  if (cents === undefined) return { problem: misfit(text, sign) };
  return { cents: parts.isNegative ? -cents : cents, currency: parts.currency };
}

const misfit = (text: string, sign: DecimalSign): string =>
  `“${short(text)}” is not a valid amount with a decimal ${sign === "." ? "point" : "comma"}.`;

function centsOf(figures: string, sign: DecimalSign): bigint | "decimals" | undefined {
  const decimal = decimalIn(figures, sign);
  if (decimal === undefined) return undefined;
  const { whole, fraction } = decimal;
  if ([...fraction.slice(2)].some((digit) => digit !== "0")) return "decimals";
  return BigInt(`${whole}${fraction.slice(0, 2).padEnd(2, "0")}`);
}

/** The digits before and after the decimal sign. */
function decimalIn(
  figures: string,
  sign: DecimalSign,
): { readonly whole: string; readonly fraction: string } | undefined {
  const at = figures.indexOf(sign);
  const whole = digitsOfGroups(at === -1 ? figures : figures.slice(0, at), sign === "." ? "," : ".");
  const fraction = at === -1 ? "" : figures.slice(at + 1);
  if (whole === undefined || whole.length > DOLLAR_DIGITS_MAX || ![...fraction].every(isDigit)) return undefined;
  return whole === "" && fraction === "" ? undefined : { whole, fraction };
}

/** Quantity times price, exactly. A product with fractions of a cent is a question, as any amount with more decimals. */
export function productOfCells(quantity: Cell, price: Cell, sign: DecimalSign): ReadAmount {
  const [times, each] = [quantity, price].map((cell) => numberOfCell(cell, sign));
  const texts = `${textOfCell(quantity).slice(0, 20) || "?"} × ${textOfCell(price).slice(0, 20) || "?"}`;
  if (times === undefined || each === undefined) return { problem: `${texts} is not a valid amount.` };
  const units = 10n ** BigInt(times.decimals + each.decimals);
  const hundredths = times.digits * each.digits * 100n;
  if (hundredths % units !== 0n) return { problem: `${texts} has more than two decimals. Amounts are not rounded.` };
  return { cents: hundredths / units, currency: each.currency };
}

const DECIMALS_MAX = 10;

function numberOfCell(
  cell: Cell,
  sign: DecimalSign,
): { readonly digits: bigint; readonly decimals: number; readonly currency: string | undefined } | undefined {
  if (typeof cell !== "string" && cell.kind !== "number") return undefined;
  const parts = amountParts(textOfCell(cell));
  const decimal = parts && decimalIn(parts.figures, typeof cell === "string" ? sign : ".");
  if (parts === undefined || decimal === undefined || decimal.fraction.length > DECIMALS_MAX) return undefined;
  const digits = BigInt(`${decimal.whole}${decimal.fraction}`);
  return {
    digits: parts.isNegative ? -digits : digits,
    decimals: decimal.fraction.length,
    currency: parts.currency,
  };
}

/** 1,234,567 without its separators: one kind, between groups of three. */
function digitsOfGroups(text: string, thousands: "," | "."): string | undefined {
  const used = [thousands, " ", "'"].filter((sign) => text.includes(sign));
  const [separator] = used;
  if (separator === undefined) return [...text].every(isDigit) ? text : undefined;
  const groups = text.split(separator);
  const isValid =
    used.length === 1 &&
    groups.every(
      (group, index) =>
        [...group].every(isDigit) && (index === 0 ? group !== "" && group.length <= 3 : group.length === 3),
    );
  return isValid ? groups.join("") : undefined;
}
