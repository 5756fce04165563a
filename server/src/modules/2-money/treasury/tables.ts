import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What a treasury account holds, and when its custodian's next step is due: by them, orders are placed and settled. */
export const treasuryHoldings = provenTable("treasury_holdings", {
  key: ["account_id"],
  columns: [
    "last_number",
    "cash_minor",
    "invested_minor::bigint",
    "buying_minor::bigint",
    "selling_minor::bigint",
    "shares_e4",
    "price_e4",
    "security_id",
    "security_name",
    "next_run_at",
  ],
});

/** Everything about an order: it is executed, and settled, once. */
export const treasuryOrders = provenTable("treasury_orders", {
  key: ["order_id"],
  columns: [
    "account_id",
    "action",
    "reason",
    "security_id",
    "security_name",
    "amount_minor::bigint",
    "status",
    "placed_at",
    "trades_on",
    "settles_on",
    "executed_at",
    "ended_at",
    "shares_e4",
    "price_e4",
    "rejection",
  ],
});

/** By its reference, activity that a custodian's file repeats is recognized. */
export const treasuryTransactions = provenTable("treasury_transactions", {
  key: ["account_id", "number"],
  columns: [
    "treasury_transaction_id",
    "type",
    "amount_minor",
    "balance_minor",
    "cash_minor",
    "canonical_day",
    "order_id",
    "for_month",
    "custodian_reference",
  ],
});

export const ownedTables: OwnedTables = {
  tables: ["treasury_holdings", "treasury_orders", "treasury_transactions"],
  exportedViews: ["treasury_totals", "treasury_due", "treasury_history"],
};
