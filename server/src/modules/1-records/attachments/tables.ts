import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/**
 * Which content a file has, and what it belongs to. Its key opens only the content of this name, and its status decides
 * only whether it is there: someone who can change it can also erase the key.
 */
export const attachments = provenTable("attachments", {
  key: ["object_name"],
  columns: [
    "attachment_id",
    "owner_kind",
    "owner_id",
    "attachment_type",
    "form_type",
    "file_name",
    "media_type",
    "size_bytes",
    "sha256",
    "uploaded_by_user",
    "uploaded_by_token",
    "created_at",
  ],
});

export const contentKeys = sealedColumn("attachments.content_key", {
  key: ["object_name"],
  contextOf: (objectName: string) => `attachment/${objectName}`,
});

export const ownedTables: OwnedTables = {
  tables: ["attachments"],
};
