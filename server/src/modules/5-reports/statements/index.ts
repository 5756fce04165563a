/**
 * Statements of checking and savings accounts, as rows that never change and as files.
 *
 * Guarantees: opening balance plus movements equals closing balance, to the cent, and equals the ledger; a statement
 * keeps its content forever, because its period is closed in the ledger before it is made; a file whose end arrived is
 * complete.
 */
export { statementFileRoutes } from "./files/statement-files.routes.ts";
export { monthlyStatementsJob, runMonthlyStatements } from "./monthly-statements.ts";
export { statementRoutes } from "./statements.routes.ts";
export { statementRefusals } from "./statements-refusals.ts";
