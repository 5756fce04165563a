import { assert } from "../../../kernel/assert.ts";

/**
 * Check numbers: counted per account, from 1 to ten digits, the widest field of the positive-pay layouts in use. As text they
 * have no leading zeros; the MICR line and the positive-pay file pad them to their own width.
 */
export const CHECK_NUMBER_MAX = 9_999_999_999;

/** The number as people read it, `1042`. */
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

/** The number of the text, leading zeros or not; undefined when the text is no check number. */
export function parseCheckNumber(text: string): number | undefined {
  if (!/^[0-9]{1,20}$/.test(text)) return undefined;
  const checkNumber = Number(text);
  return checkNumber >= 1 && checkNumber <= CHECK_NUMBER_MAX ? checkNumber : undefined;
}
