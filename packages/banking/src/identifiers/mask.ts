const DOTS = "••••";
const SHOWN_MAX = 4;

/**
 * The account number as shown to users: `••••6789`. Always four dots, so that the length stays hidden, then the last
 * four characters, but never more than half of a short number. A masked number is returned unchanged.
 */
export const maskAccountNumber = (accountNumber: string): string =>
  accountNumber.startsWith(DOTS) ? accountNumber : DOTS + shownDigitsOf(accountNumber);

/**
 * The visible digits of an account number, which may be stored unencrypted: what follows the dots of maskAccountNumber.
 */
export function shownDigitsOf(accountNumber: string): string {
  const shown = Math.min(SHOWN_MAX, Math.floor(accountNumber.length / 2));
  return accountNumber.slice(accountNumber.length - shown);
}
