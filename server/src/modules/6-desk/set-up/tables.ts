import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["set_up_confirmations"],
};
