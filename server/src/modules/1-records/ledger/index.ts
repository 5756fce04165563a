/**
 * The ledger: double entry, append only. It is the only writer of its tables, except for the SQL function
 * create_payments, which enters the hold of a payment (ADR 0004).
 *
 * Guarantees: every entry is a balanced pair and never changes; a balance changes only together with its entries,
 * under its row lock, taken in id order; an organization's accounts never go below zero; balances can be recomputed
 * from entries at any time. modules/1-records/ledger/check does so all the time and stops accounts that disagree.
 */

export { agrees, type ComparedBalanceRow, compareBalances, prepareLongRead } from "./compare-balances.queries.ts";
export { accountFlows, balanceBefore, entryDays, monthFlows, readAccountDays } from "./days.queries.ts";
export { closeBefore, lockOwnBalances } from "./ledger.queries.ts";
export type { Effect, LedgerAccountId, NewEntry } from "./ledger.ts";
export { openLedgerAccount, openSystemAccounts, systemAccountId } from "./open-accounts.ts";
export { lockBalances, postEntries } from "./post-entries.ts";
export { balancesAfter, findSettledEntries, type SettledEntry, settledEntries } from "./settled.queries.ts";
export { hasStoppedAccounts, resumePayments, stopAccount, stoppedAccounts } from "./stopped-accounts.ts";
