import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: ["sandbox_banks", "sandbox_bank_records", "sandbox_bank_connections", "sandbox_bank_accounts"],
};
