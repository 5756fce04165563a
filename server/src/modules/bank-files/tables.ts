import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["bank_channels", "bank_files", "bank_file_contents", "bank_file_payments"],
};
