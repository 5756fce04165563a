/**
 * What banks report about accounts, compared with the ledger: statements and intraday reports are imported, their
 * movements are matched with transactions, and incoming money becomes transactions.
 *
 * Guarantees: a movement counts once, however many reports have it; it is the same money as at most one group of ledger
 * entries of the same sum; incoming money becomes one transaction; the difference between a statement's closing balance
 * and the ledger is explained to the cent.
 */
export { alertOpenItems, reconciliationMetrics } from "./alerts/alert-open-items.ts";
export { importStatement } from "./importing/import-statement.ts";
export { statementHandler } from "./importing/statement-handler.ts";
export { bookingKind } from "./matching/book-change.ts";
export { runReconciliation } from "./matching/run-matching.ts";
export { explainBalances } from "./reads/explain-balances.ts";
export { findOnStatement } from "./reads/items.queries.ts";
export { renderReconciliation, type ShownReconciliation } from "./reads/reconciliation-schemas.ts";
export { reconciliationRoutes } from "./reconciliation.routes.ts";
export { reconciliationRefusals } from "./reconciliation-refusals.ts";
export { bankMatchStates, bankMovementStates, bankStatementStates } from "./states.ts";
