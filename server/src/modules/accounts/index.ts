/**
 * The organization's own accounts: checking, savings, treasury. Owns accounts. Balances are the ledger's and only read here.
 *
 * Promises: an account has its ledger account from the first moment; its number is stored encrypted and leaves the service
 * only in answers to tokens that may read accounts.
 */
export type { AccountKind, AccountStatus, AccountSummary } from "./account.ts";
export { type Account, accountRoutes } from "./accounts.routes.ts";
export { type AccountBalance, findAccountByNumber, findAccounts, listAccountBalances } from "./find-accounts.ts";
export { type NewAccount, openAccount } from "./open-account.ts";
export { reencryptAccounts } from "./reencrypt-accounts.ts";
