import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["webhook_endpoints", "webhook_deliveries", "webhook_attempts"],
};
