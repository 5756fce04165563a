import { sealedColumn } from "./crypto/sealed-column.ts";
import type { OwnedTables } from "./sql/owned-tables.ts";

export const replyBodies = sealedColumn("idempotent_replies.body", {
  key: ["operation", "key_digest"],
  contextOf: (operation: string, keyDigest: string) => `idempotent-reply/${operation}/${keyDigest}`,
});

export const ownedTables: OwnedTables = {
  tables: [
    "service_mode",
    "service_clock",
    "service_keys",
    "organization_keys",
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
