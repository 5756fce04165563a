import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["organizations", "api_tokens", "token_spend", "rate_counts"],
  exportedViews: ["organization_ids", "organization_settings"],
};
