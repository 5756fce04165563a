import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { AccountId } from "#kernel/values/ids.ts";

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

export const accountNumbers = sealedColumn("accounts.account_number", {
  key: ["account_id"],
  contextOf: (accountId: AccountId) => `account/${accountId}`,
});

export const ownedTables: OwnedTables = {
  tables: ["accounts"],
  exportedViews: ["account_balances", "depository_accounts", "treasury_accounts"],
};
