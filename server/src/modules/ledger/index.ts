/**
 * The ledger: double entry, append only. It is the only writer of its tables, beside the SQL function
 * create_payments, which enters the hold of a payment (ADR 0004).
 *
 * Promises: every entry is a balanced pair and is never changed; a balance changes only together with the entries that
 * explain it, under its row lock, taken in id order; an organisation's own accounts never go below zero; stored balances
 * can be recomputed from entries at any time, and one that disagrees stops the account.
 */

export { clearDoubt, isInDoubt, ledgerCheckJob, stoppedAccounts } from "./check.ts";
export { monthFlows, readAccountDays } from "./days.queries.ts";
export { lockOwnBalances } from "./ledger.queries.ts";
export type { Effect, LedgerAccountId, NewEntry } from "./ledger.ts";
export { ledgerMetrics } from "./ledger-metrics.ts";
export { openLedgerAccount, openSystemAccounts, systemAccountId } from "./open-accounts.ts";
export { lockBalances, postEntries } from "./post-entries.ts";
export { type LedgerReport, verifyLedger } from "./verify.ts";
