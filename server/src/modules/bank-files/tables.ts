import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";

/** What a file is (its content_key is sealed together with the name and digest of its content), and whether the bank has it: each is sent once, and each received one is applied once. */
export const bankFiles = provenTable("bank_files", {
  key: ["file_id"],
  columns: [
    "connection_id",
    "direction",
    "rail",
    "format",
    "name",
    "state",
    "message_id",
    "object_name",
    "bytes",
    "sha256",
    "handed_over_at",
    "repeats_file_id",
  ],
});

export const ownedTables: OwnedTables = {
  tables: ["bank_channels", "bank_files", "bank_file_contents", "bank_file_payments"],
  exportedViews: ["filed_payments"],
};
