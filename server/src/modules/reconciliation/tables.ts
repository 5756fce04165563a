import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";

/** What a bank booked: incoming money becomes a transaction, once. */
export const bankMovements = provenTable("bank_movements", {
  key: ["movement_id"],
  columns: [
    "account_id",
    "state",
    "file_id",
    "booked_on",
    "amount_minor",
    "is_return",
    "code",
    "counterparty",
    "match_id",
  ],
});

export const ownedTables: OwnedTables = {
  tables: [
    "reconciled_accounts",
    "bank_statements",
    "bank_statement_pages",
    "bank_movements",
    "bank_movement_references",
    "bank_matches",
    "bank_matched_entries",
    "bank_matched_days",
  ],
};
