import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What a bank booked: incoming money becomes a transaction, once, however many reports and statements have it. */
export const bankMovements = provenTable("bank_movements", {
  key: ["movement_id"],
  columns: [
    "account_id",
    "state",
    "file_id",
    "statement_id",
    "listed_on",
    "booked_on",
    "amount_minor",
    "is_return",
    "code",
    "counterparty",
    "match_id",
  ],
});

/** The balances that the books are compared with. */
export const bankStatements = provenTable("bank_statements", {
  key: ["statement_id"],
  columns: [
    "account_id",
    "state",
    "file_id",
    "reference",
    "from_on",
    "closes_on",
    "opening_minor",
    "closing_minor",
    "movements",
  ],
});

/** Which files a statement in several messages is joined from, and whether a person has uploaded one. */
export const bankStatementPages = provenTable("bank_statement_pages", {
  key: ["account_id", "format", "reference", "page"],
  columns: ["is_last", "file_id", "by_hand"],
});

/** What is the same money at the bank and in the ledger; only a person's match can be undone. */
export const bankMatches = provenTable("bank_matches", {
  key: ["match_id"],
  columns: ["account_id", "state", "kind", "amount_minor", "matched_at", "undone_at"],
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
