import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: ["webhook_endpoints", "webhook_deliveries", "webhook_attempts"],
};
