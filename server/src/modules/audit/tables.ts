import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["audit_log", "audit_streams", "audit_stream_ends", "audit_seals", "audit_heads"],
  views: ["audit_rows"],
  exportedViews: ["recorded_audit_rows", "organization_streams"],
};
