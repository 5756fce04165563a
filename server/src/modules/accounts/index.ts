/**
 * The organization's accounts: checking, savings, treasury. Owns accounts. The ledger owns the balances, which are only
 * read here.
 *
 * Guarantees: an account has its ledger account from the start; its number is stored encrypted and returned only to
 * callers that may read accounts.
 */
export type { AccountKind, AccountStatus, AccountSummary } from "./account.ts";
export { type Account, accountRoutes } from "./accounts.routes.ts";
export { type AccountBalance, findAccountByNumber, findAccounts, listAccountBalances } from "./find-accounts.ts";
export { type NewAccount, openAccount } from "./open-account.ts";
export { reencryptAccounts } from "./reencrypt-accounts.ts";
