const DOTS = "••••";
const SHOWN_MAX = 4;

/**
 * The account number as people may see it: `••••6789`. Four dots whatever the length, so the length is not told either, and
 * the last four characters, but never more than half of a short number. A masked number stays as it is.
 */
export const maskAccountNumber = (accountNumber: string): string =>
  accountNumber.startsWith(DOTS) ? accountNumber : DOTS + shownDigitsOf(accountNumber);

/** The part of an account number that may be shown and kept in clear: what follows the dots of maskAccountNumber. */
export function shownDigitsOf(accountNumber: string): string {
  const shown = Math.min(SHOWN_MAX, Math.floor(accountNumber.length / 2));
  return accountNumber.slice(accountNumber.length - shown);
}
