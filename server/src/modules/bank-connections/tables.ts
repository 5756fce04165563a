import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";

/** Where files and secrets go. The secrets are sealed for their connection. */
export const connections = provenTable("bank_connections", {
  key: ["connection_id"],
  columns: ["rail", "kind", "name", "state", "settings", "version", "live_at", "removed_at"],
});

/** Which connection carries an account's payments. */
export const servedAccounts = provenTable("bank_connection_accounts", {
  key: ["account_id", "rail"],
  columns: ["connection_id"],
});

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: ["bank_connections", "bank_connection_accounts"],
};
