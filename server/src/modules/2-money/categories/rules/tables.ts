import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = { tables: ["category_rules", "category_rule_runs"] };
