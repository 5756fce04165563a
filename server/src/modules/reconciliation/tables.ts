import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

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
