import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** The numbers to which others pay, which invoices and files show, and what kind of account it is. */
export const accounts = provenTable("accounts", {
  key: ["account_id"],
  columns: [
    "name",
    "nickname",
    "kind",
    "status",
    "routing_number",
    "account_number",
    "account_number_last4",
    "can_send_real_time_payments",
    "created_at",
  ],
});

export const ownedTables: OwnedTables = {
  tables: ["accounts"],
  exportedViews: ["account_balances", "depository_accounts", "treasury_accounts"],
};
