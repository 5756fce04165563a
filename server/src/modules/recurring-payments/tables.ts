import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = { tables: ["recurring_payments", "recurring_occurrences"] };
