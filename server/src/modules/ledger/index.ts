/**
 * The ledger: double entry, append only. It is the only writer of its tables, except for the SQL function
 * create_payments, which enters the hold of a payment (ADR 0004).
 *
 * Guarantees: every entry is a balanced pair and never changes; a balance changes only together with its entries,
 * under its row lock, taken in id order; an organization's accounts never go below zero; balances can be recomputed
 * from entries at any time, and a difference stops the account.
 */

export { clearDoubt, isInDoubt, ledgerCheckJob, stoppedAccounts } from "./check.ts";
export { monthFlows, readAccountDays } from "./days.queries.ts";
export { lockOwnBalances } from "./ledger.queries.ts";
export type { Effect, LedgerAccountId, NewEntry } from "./ledger.ts";
export { ledgerMetrics } from "./ledger-metrics.ts";
export { openLedgerAccount, openSystemAccounts, systemAccountId } from "./open-accounts.ts";
export { lockBalances, postEntries } from "./post-entries.ts";
export { type LedgerReport, verifyLedger } from "./verify.ts";
