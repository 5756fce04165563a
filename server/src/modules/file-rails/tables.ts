import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: [
    "bank_orders",
    "bank_order_contents",
    "file_sequences",
    "ach_files",
    "file_answers",
    "ach_changes",
    "bank_notices",
    "ach_prenotes",
    "transfer_files",
    "transfers",
    "check_sequences",
    "check_runs",
    "checks",
    "check_voids",
    "check_exceptions",
  ],
};
