/**
 * The ledger check: compares transactions, balances, and ledger entries, and stops accounts that disagree. Owns no table;
 * it is above payments because it reads their transactions.
 *
 * Guarantees: each comparison is one statement, so concurrent payments cannot appear as a difference; a stopped account
 * cannot pay until an operator clears it (modules/1-records/ledger/stopped-accounts.ts).
 */
export { ledgerCheckJob, ledgerMetrics } from "./check.ts";
export { type LedgerReport, verifyLedger } from "./verify.ts";
