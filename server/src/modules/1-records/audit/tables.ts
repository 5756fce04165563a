import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["audit_log", "audit_streams"],
  exportedViews: ["recorded_audit_rows", "organization_streams"],
};
