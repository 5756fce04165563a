/**
 * Check numbers: counted per account, from 1 to ten digits, the widest field of the positive-pay layouts in use. As text they
 * have no leading zeros; the MICR line and the positive-pay file pad them to their own width.
 */
export const CHECK_NUMBER_MAX = 9_999_999_999;

/** The number as people read it, `1042`. Throws when it is not a whole number from 1 to 9,999,999,999. */
export function checkNumberText(checkNumber: number): string {
  requireCheckNumber(checkNumber);
  return String(checkNumber);
}

/** The number with leading zeros, for a field `width` characters wide. Throws when it does not fit. */
export function paddedCheckNumber(checkNumber: number, width: number): string {
  const text = checkNumberText(checkNumber);
  if (text.length > width) throw new RangeError(`Check number ${text} does not fit in ${width} digits`);
  return text.padStart(width, "0");
}

/** The number of the text, leading zeros or not; undefined when the text is no check number. */
export function parseCheckNumber(text: string): number | undefined {
  if (!/^[0-9]{1,20}$/.test(text)) return undefined;
  const checkNumber = Number(text);
  return checkNumber >= 1 && checkNumber <= CHECK_NUMBER_MAX ? checkNumber : undefined;
}

function requireCheckNumber(checkNumber: number): void {
  if (!Number.isSafeInteger(checkNumber) || checkNumber < 1 || checkNumber > CHECK_NUMBER_MAX) {
    throw new RangeError("A check number is a whole number from 1 to 9,999,999,999");
  }
}
