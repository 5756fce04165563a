/**
 * The organization's accounts: checking, savings, treasury. The ledger
 *
 * Guarantees: an account has its ledger account from the start; its number is stored encrypted and returned only to
 * callers that may read accounts.
 */
export { absentListRoutes } from "./absent-lists.routes.ts";
export { type AccountSummary, accountStatuses } from "./account.ts";
export { accountExists } from "./accounts.queries.ts";
export { accountRoutes } from "./accounts.routes.ts";
export {
  type AccountBalance,
  findAccountByNumber,
  findAccounts,
  findAccountsEnding,
  findAccountsInUse,
  listAccountBalances,
  openAccountNumber,
  readAccountNumbers,
} from "./find-accounts.ts";
export { openAccount } from "./open-account.ts";
export { searchAccounts } from "./search-accounts.ts";
