/**
 * US account numbers: the DFI Account Number of the Nacha Operating Rules, Appendix Three.
 *
 * Nacha's field is 17 alphanumeric characters. We accept 4 to 17 digits only: the number must also work for wires, RTP
 * messages, and a check's MICR line, which has no letters, and a letter is far more often an O typed for a 0. Spaces
 * and dashes are rejected, not dropped, so that the number paid is the number entered.
 */
export const ACCOUNT_NUMBER_LENGTH_MIN = 4;
export const ACCOUNT_NUMBER_LENGTH_MAX = 17;

/** What is wrong with the account number, as a sentence that never repeats the number; undefined if it is valid. */
export function accountNumberProblem(accountNumber: string): string | undefined {
  if (!/^[0-9]*$/.test(accountNumber)) return "A US account number is digits only, without spaces, dashes or letters.";
  if (accountNumber.length < ACCOUNT_NUMBER_LENGTH_MIN || accountNumber.length > ACCOUNT_NUMBER_LENGTH_MAX) {
    return `A US account number has ${ACCOUNT_NUMBER_LENGTH_MIN} to ${ACCOUNT_NUMBER_LENGTH_MAX} digits.`;
  }
  if (/^0+$/.test(accountNumber)) return "An account number cannot be all zeros.";
  return undefined;
}
