const DOTS = "••••";
const SHOWN_MAX = 4;

/**
 * The account number as people may see it: `••••6789`. Four dots whatever the length, so the length is not told either, and
 * the last four characters, but never more than half of a short number.
 */
export function maskAccountNumber(accountNumber: string): string {
  const shown = Math.min(SHOWN_MAX, Math.floor(accountNumber.length / 2));
  return DOTS + accountNumber.slice(accountNumber.length - shown);
}
