import { findCurrencyDecimals } from "./currencies.ts";
import { decimalProblem } from "./lexical.ts";

/** `ActiveCurrencyAndAmount`: 18 digits in all, 5 of them after the decimal point (ISO 20022 data type catalog). */
const AMOUNT_DIGITS = 18;
const AMOUNT_FRACTION = 5;

/** What reading or writing an amount results in: the value, or the violated rule. */
export type DecimalResult<T> = { readonly value: T } | { readonly rule: string };

/** `1250.5` in USD is 125050n. More decimals than the currency has are an error, even zeros. */
export function minorFromDecimal(text: string, currency: string): DecimalResult<bigint> {
  const places = findCurrencyDecimals(currency);
  if (places === undefined) return { rule: `${shownCurrency(currency)} is not an ISO 4217 currency with a minor unit` };
  const limits = { digits: AMOUNT_DIGITS, fraction: AMOUNT_FRACTION, isNegativeAllowed: false };
  const rule = decimalProblem(text, limits);
  if (rule !== undefined) return { rule };
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > places) return { rule: `may have at most ${places} decimals in ${currency}` };
  return { value: BigInt(whole + fraction.padEnd(places, "0")) };
}

/** 125050n in USD is `1250.50`: always all decimals of the currency, no separators. */
export function decimalFromMinor(amountMinor: bigint, currency: string): DecimalResult<string> {
  const places = findCurrencyDecimals(currency);
  if (places === undefined) return { rule: `${shownCurrency(currency)} is not an ISO 4217 currency with a minor unit` };
  if (amountMinor < 0n) return { rule: "must not be negative" };
  const digits = amountMinor.toString().padStart(places + 1, "0");
  if (digits.length > AMOUNT_DIGITS) return { rule: `may have at most ${AMOUNT_DIGITS} digits` };
  if (places === 0) return { value: digits };
  return { value: `${digits.slice(0, -places)}.${digits.slice(-places)}` };
}

const shownCurrency = (currency: string): string => (currency === "" ? "an empty code" : currency.slice(0, 8));
