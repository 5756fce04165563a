import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const bankRecords = sealedColumn("sandbox_bank_records.content", {
  key: ["sequence"],
  contextOf: (sequence: number) => `sandbox-bank/${sequence}`,
});

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: ["sandbox_banks", "sandbox_bank_records", "sandbox_bank_connections", "sandbox_bank_accounts"],
};
