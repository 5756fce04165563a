import { findCurrencyDecimals } from "../schema/currencies.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";

/** `DecimalNumber` has up to 17 decimals, so sums are compared in units of 10^-17. */
const SCALE = 17;

/** A decimal text that a table has checked, in units of 10^-17. */
export function scaledDecimal(text: string): bigint {
  const isNegative = text.startsWith("-");
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + fraction.padEnd(SCALE, "0"));
  return isNegative ? -size : size;
}

/** The sum of amounts of any currencies, in units of 10^-17: control sums ignore the currency. */
export function scaledSum(amounts: readonly CurrencyAmount[]): bigint {
  return amounts.reduce((sum, { Ccy: currency, amountMinor }) => {
    const places = findCurrencyDecimals(currency) ?? 0;
    return sum + amountMinor * 10n ** BigInt(SCALE - places);
  }, 0n);
}

/** The control sum of amounts as `CtrlSum` is written: with the most decimals that any of the currencies has. */
export function controlSum(amounts: readonly CurrencyAmount[]): string {
  const places = Math.max(0, ...new Set(amounts.map(({ Ccy: currency }) => findCurrencyDecimals(currency) ?? 0)));
  const digits = (scaledSum(amounts) / 10n ** BigInt(SCALE - places)).toString().padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
