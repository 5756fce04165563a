import { assert } from "../assert.ts";

/**
 * Check numbers: counted per account, up to ten digits, the widest field of common positive pay layouts. Text has no
 * leading zeros; the MICR line and the positive pay file pad to their own width.
 */
export const CHECK_NUMBER_MAX = 9_999_999_999;

/** The number as text, such as `1042`. Throws if it is not a whole number from 1 to 9,999,999,999. */
export function checkNumberText(checkNumber: number): string {
  assert(Number.isSafeInteger(checkNumber), "a check number is a whole number");
  assert(checkNumber >= 1 && checkNumber <= CHECK_NUMBER_MAX, "a check number is from 1 to 9,999,999,999");
  return String(checkNumber);
}

/** The number with leading zeros, for a field `width` characters wide. */
export function paddedCheckNumber(checkNumber: number, width: number): string {
  const text = checkNumberText(checkNumber);
  assert(text.length <= width, `a check number fits in a field of ${width} digits`);
  return text.padStart(width, "0");
}

/** The number in the text, with or without leading zeros; undefined if it is not valid. */
export function parseCheckNumber(text: string): number | undefined {
  if (!/^[0-9]{1,20}$/.test(text)) return undefined;
  const checkNumber = Number(text);
  return checkNumber >= 1 && checkNumber <= CHECK_NUMBER_MAX ? checkNumber : undefined;
}
