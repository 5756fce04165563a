import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["events"],
  exportedViews: ["recorded_events"],
};
