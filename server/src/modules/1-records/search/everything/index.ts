/**
 * One search over recipients, transactions, requests, invoices, and accounts. Owns no table.
 *
 * Guarantees: finds only what the caller may open; reads a bounded number of rows, whatever is searched for; makes no
 * decisions.
 */
export { searchRoutes } from "./search.routes.ts";
