import type { OwnedTables } from "#kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: ["audit_stream_ends", "audit_seals", "audit_heads"],
  views: ["audit_rows"],
};
