/**
 * The ledger: double entry, append only. Owns ledger_accounts, ledger_balances, ledger_entries, and ledger_days, and is
 * their only writer, except for the SQL function create_payments, which enters the hold of a payment (ADR 0004).
 *
 * Guarantees: every entry is a balanced pair and never changes; a balance changes only together with its entries, under
 * its row lock, taken in id order; an organization's accounts never go below zero; balances can be recomputed from
 * entries at any time, and a difference stops the account.
 */

export {
  clearDoubt,
  isInDoubt,
  type LedgerCheck,
  ledgerCheckJob,
  type StoppedAccount,
  stoppedAccounts,
} from "./check.ts";
export { type AccountDays, type MonthFlow, monthFlows, readAccountDays } from "./days.queries.ts";
export type { Effect, LedgerAccountId, LockedBalance, NewEntry, SystemAccount } from "./ledger.ts";
export { ledgerMetrics } from "./ledger-metrics.ts";
export { openLedgerAccount, openSystemAccounts, systemAccountId } from "./open-accounts.ts";
export { lockBalances, type PostingResult, postEntries } from "./post-entries.ts";
export { type LedgerDifference, type LedgerReport, verifyLedger } from "./verify.ts";
