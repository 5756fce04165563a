import type { AccountEntry, EntryCharge } from "./account-entries.ts";

/**
 * How much of an entry's amount is a fee of the bank, in the currency's smallest unit: 26.00 of a debit of 1,526.00 that
 * contains a payment of 1,500.00, or of a credit of 1,474.00 for the same payment. 0 if the entry is the payments alone.
 * Undefined if the bank's figures do not prove it, because then nobody can tell the payment from the fee.
 */
export function feeWithin(entry: AccountEntry): bigint | undefined {
  const { amount, direction, transactions } = entry;
  const ofTransactions = transactions.flatMap(({ charges }) => charges);
  const charges = ofTransactions.length > 0 ? ofTransactions : entry.charges;
  const feeMinor = sumOf(charges, amount.Ccy);
  const amounts = transactions.map((transaction) => transaction.amount);
  if (amounts.length === 0 || amounts.includes(undefined)) {
    if (charges.length === 0 || charges.every(({ isIncluded }) => isIncluded === false)) return 0n;
    return charges.every(({ isIncluded }) => isIncluded === true) ? positive(feeMinor) : undefined;
  }
  if (amounts.some((each) => each?.Ccy !== amount.Ccy)) return undefined;
  const paidMinor = amounts.reduce((sum, each) => sum + (each?.amountMinor ?? 0n), 0n);
  const restMinor = direction === "debit" ? amount.amountMinor - paidMinor : paidMinor - amount.amountMinor;
  if (restMinor === 0n) {
    // Details that repeat the entry's amount do not show what is in it.
    return charges.some(({ isIncluded }) => isIncluded === true) ? positive(feeMinor) : 0n;
  }
  return restMinor > 0n && restMinor === feeMinor ? feeMinor : undefined;
}

const positive = (minor: bigint | undefined): bigint | undefined =>
  minor !== undefined && minor >= 0n ? minor : undefined;

/** Undefined if a charge is in another currency. */
function sumOf(charges: readonly EntryCharge[], currency: string): bigint | undefined {
  if (charges.some(({ amount }) => amount.Ccy !== currency)) return undefined;
  return charges.reduce(
    (sum, { amount, direction }) => sum + (direction === "debit" ? amount.amountMinor : -amount.amountMinor),
    0n,
  );
}
