/**
 * The organisation's own accounts: checking, savings, treasury. Balances are the ledger's and only read here.
 *
 * Promises: an account has its ledger account from the first moment; its number is stored encrypted and leaves the service
 * only in answers to tokens that may read accounts.
 */
export type { AccountSummary } from "./account.ts";
export { accountExists } from "./accounts.queries.ts";
export { accountRoutes } from "./accounts.routes.ts";
export { type AccountBalance, findAccountByNumber, findAccounts, listAccountBalances } from "./find-accounts.ts";
export { openAccount } from "./open-account.ts";
export { resealAccounts } from "./reseal-accounts.ts";
