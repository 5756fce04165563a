/** ABA routing numbers (ORF 3.2.2, "Check Digit"): nine digits, of which the last is the check digit of the others. */

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7] as const;
const ZERO = 48;

/** The check digit of eight digits. Throws RangeError for anything else. */
export function checkDigitOf(eightDigits: string): string {
  if (!/^[0-9]{8}$/.test(eightDigits)) throw new RangeError("A check digit is computed from eight digits");
  let sum = 0;
  for (const [at, weight] of WEIGHTS.entries()) sum += weight * (eightDigits.charCodeAt(at) - ZERO);
  return String((10 - (sum % 10)) % 10);
}

/** True for nine digits, not all zero, that end with their check digit. */
export const hasCheckDigit = (routingNumber: string): boolean =>
  /^[0-9]{9}$/.test(routingNumber) &&
  routingNumber !== "000000000" &&
  checkDigitOf(routingNumber.slice(0, 8)) === routingNumber.slice(8);
