import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["simulated_bank_instructions", "simulated_bank_answers"],
};
