import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What an account received, paid, and contained: shown to others as a record, so a figure that nobody vouches for is not. */
export const statements = provenTable("statements", {
  key: ["statement_id"],
  columns: [
    "account_id",
    "kind",
    "starts_on",
    "ends_on",
    "opening_minor",
    "in_minor::bigint",
    "out_minor::bigint",
    "fees_minor::bigint",
    "closing_minor",
    "lines",
    "digest",
    "account_name",
    "legal_name",
    "legal_address",
    "ein",
  ],
});

export const ownedTables: OwnedTables = { tables: ["statements"] };
