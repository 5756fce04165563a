import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

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
