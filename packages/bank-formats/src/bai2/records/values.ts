const DIGITS_MAX = 18;
const AMOUNT = new RegExp(`^[+-]?[0-9]{1,${DIGITS_MAX}}$`);
const COUNT = /^[0-9]{1,9}$/;

/** Digits without a decimal point, perhaps with a sign, in the smallest unit of the currency. */
export const amountIn = (text: string): bigint | undefined =>
  AMOUNT.test(text) ? BigInt(text.startsWith("+") ? text.slice(1) : text) : undefined;

export const countIn = (text: string): number | undefined => (COUNT.test(text) ? Number(text) : undefined);

/** YYMMDD as `YYYY-MM-DD`. The format is from 1987, and its years have two digits: 70 to 99 are in the 20th century. */
export function dateIn(text: string): string | undefined {
  if (!/^[0-9]{6}$/.test(text)) return undefined;
  const year = `${Number(text.slice(0, 2)) < 70 ? "20" : "19"}${text.slice(0, 2)}`;
  const date = `${year}-${text.slice(2, 4)}-${text.slice(4)}`;
  const instant = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== date ? undefined : date;
}

/** 0000 to 2400 as `HH:MM`. 9999 is the end of the day, too: some banks use it (BAI2 manual, "As-of-Time"). */
export function timeIn(text: string): string | undefined {
  if (text === "9999" || text === "2400") return "24:00";
  return /^([01][0-9]|2[0-3])[0-5][0-9]$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : undefined;
}
