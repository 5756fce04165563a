import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["treasury_holdings", "treasury_orders", "treasury_transactions"],
  exportedViews: ["treasury_totals", "treasury_due", "treasury_history"],
};
