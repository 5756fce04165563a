import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["ledger_accounts", "ledger_balances", "ledger_entries", "ledger_days"],
  views: ["ledger_postings"],
  exportedViews: ["current_balances", "recorded_entries", "account_streams", "settled_movements"],
};
