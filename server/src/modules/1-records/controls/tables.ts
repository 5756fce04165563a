import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** Changes that need a second person: waiting and decided. */
export const controlChanges = provenTable("control_changes", {
  key: ["change_id"],
  columns: ["kind", "subject", "proposal", "base", "status", "proposed_by", "proposed_at", "decided_by", "decided_at"],
});

export const ownedTables: OwnedTables = {
  tables: ["control_changes"],
};
