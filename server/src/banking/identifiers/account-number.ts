/**
 * US account numbers: the DFI Account Number of the Nacha Operating Rules, Appendix Three.
 *
 * Nacha's field is alphanumeric (letters, digits, hyphen), 17 wide. We take digits only, 4 to 17 of them: the same number must
 * also pass a wire, an RTP message and a check's MICR line, which has no letters, and a letter in an account number is far
 * more often an O for a 0 than a real one. Spaces and dashes are refused rather than dropped: what was typed is what is paid.
 */
export const ACCOUNT_NUMBER_LENGTH_MIN = 4;
export const ACCOUNT_NUMBER_LENGTH_MAX = 17;

/** What is wrong with the account number, in a sentence that never repeats it; undefined when nothing is. */
export function accountNumberProblem(accountNumber: string): string | undefined {
  if (!/^[0-9]*$/.test(accountNumber)) return "A US account number is digits only, without spaces, dashes or letters.";
  if (accountNumber.length < ACCOUNT_NUMBER_LENGTH_MIN || accountNumber.length > ACCOUNT_NUMBER_LENGTH_MAX) {
    return `A US account number has ${ACCOUNT_NUMBER_LENGTH_MIN} to ${ACCOUNT_NUMBER_LENGTH_MAX} digits.`;
  }
  if (/^0+$/.test(accountNumber)) return "An account number is not all zeros.";
  return undefined;
}
