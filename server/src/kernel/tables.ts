import { sealedColumn } from "./crypto/sealed-column.ts";
import type { OwnedTables } from "./sql/owned-tables.ts";
import { provenTable } from "./sql/proven-table.ts";

export const replyBodies = sealedColumn("idempotent_replies.body", {
  key: ["operation", "key_digest"],
  contextOf: (operation: string, keyDigest: string) => `idempotent-reply/${operation}/${keyDigest}`,
});

/** A row that is not proven counts as a revocation: nobody who can write rows brings a revoked key back. */
export const keyRevocations = provenTable("organization_key_revocations", {
  key: [],
  columns: ["state", "revoked_at", "revoked_by", "destroys_at", "restored_at", "destroyed_at"],
});

export const ownedTables: OwnedTables = {
  tables: [
    "service_mode",
    "service_clock",
    "service_keys",
    "organization_keys",
    "organization_key_revocations",
    "serving_roles",
    "master_key_backups",
    "schema_migrations",
    "schema_migration_steps",
    "outbox",
    "outbox_consumers",
    "idempotent_replies",
    "row_proofs",
    "unproven_rows",
  ],
  exportedViews: ["outbox_rows"],
  functions: {
    append_outbox: {
      writes: [],
      reads: [],
      reason: "The server that has the organization's rows gives out their positions (ADR 0066).",
    },
  },
};
