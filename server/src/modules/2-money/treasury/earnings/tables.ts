import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id } from "#kernel/values/ids.ts";

/** How much of the account's cash is invested every day. */
export const sweeps = provenTable("treasury_settings", {
  key: ["account_id"],
  columns: ["version", "sweep", "target_cash_minor::bigint", "minimum_sweep_minor::bigint"],
});

/** Activity that a second person confirms, and that is applied once. */
export const imports = provenTable("treasury_imports", {
  key: ["import_id"],
  columns: ["account_id", "file_name", "content", "rows", "status", "created_at", "decided_at"],
});

export const documentContents = sealedColumn("treasury_documents.content", {
  key: ["document_id"],
  contextOf: (documentId: Id<"treasuryDocument">) => `treasury-document/${documentId}`,
});

export const importContents = sealedColumn("treasury_imports.content", {
  key: ["import_id"],
  contextOf: (importId: Id<"treasuryImport">) => `treasury-import/${importId}`,
});

export const ownedTables: OwnedTables = {
  tables: [
    "treasury_settings",
    "treasury_days",
    "treasury_months",
    "treasury_documents",
    "treasury_imports",
    "treasury_yields",
  ],
};
