import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["recipients", "recipient_routings", "recipient_changes", "counterparty_names"],
};
