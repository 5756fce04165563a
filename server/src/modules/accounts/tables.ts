import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["accounts"],
  exportedViews: ["account_balances", "depository_accounts", "treasury_accounts"],
};
