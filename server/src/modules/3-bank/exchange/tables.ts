import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id } from "#kernel/values/ids.ts";

/** Where files and secrets go. The secrets are sealed for their connection. */
export const connections = provenTable("bank_connections", {
  key: ["connection_id"],
  columns: ["rail", "kind", "name", "state", "settings", "version", "live_at", "removed_at"],
});

/** Which connection carries an account's payments. */
export const servedAccounts = provenTable("bank_connection_accounts", {
  key: ["account_id", "rail"],
  columns: ["connection_id"],
});

export const connectionSecrets = sealedColumn("bank_connections.secrets", {
  key: ["connection_id"],
  contextOf: (connectionId: Id<"bankConnection">) => `bank-connection/${connectionId}`,
});

/** Content keys, sealed together with the facts of their content (sealed-facts.ts). */
export const fileKeys = sealedColumn("bank_files.content_key", {
  key: ["file_id"],
  contextOf: (fileId: Id<"bankFile">) => `bank-file/${fileId}`,
});

/** What a file is, and whether the bank has it: each is sent once, and each received one is applied once. */
export const bankFiles = provenTable("bank_files", {
  key: ["file_id"],
  columns: [
    "connection_id",
    "direction",
    "rail",
    "format",
    "name",
    "state",
    "message_id",
    "object_name",
    "bytes",
    "sha256",
    "handed_over_at",
    "repeats_file_id",
  ],
});

/** What files say and was not applied: two people may assign it to a payment, and nobody hides it with the database alone. */
export const fileItems = provenTable("bank_file_items", {
  key: ["item_id"],
  columns: [
    "said_id",
    "file_id",
    "connection_id",
    "state",
    "kind",
    "code",
    "amount_minor",
    "answer",
    "transaction_id",
    "subject",
  ],
  optional: ["fingerprint"],
});
export const ignoredSubjects = provenTable("bank_file_ignores", {
  key: ["ignore_id"],
  columns: ["connection_id", "kind", "subject", "note"],
  optional: ["fingerprint"],
});

/** Files whose counts or totals are wrong, and which two people accept. */
export const acceptedFiles = provenTable("bank_file_acceptances", { key: ["file_id"], columns: ["reason"] });

/** Only this module writes these tables (ADR 0029). */
export const ownedTables: OwnedTables = {
  tables: [
    "bank_connections",
    "bank_connection_accounts",
    "bank_channels",
    "bank_files",
    "bank_file_contents",
    "bank_file_payments",
    "bank_file_items",
    "bank_file_ignores",
    "bank_file_acceptances",
  ],
  exportedViews: ["filed_payments"],
};
