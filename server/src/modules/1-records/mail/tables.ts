import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id } from "#kernel/values/ids.ts";

/** What goes to whom, once: an email that was sent cannot be made to wait again. Its attempts decide only when. */
export const mails = provenTable("mails", {
  key: ["mail_id"],
  columns: ["kind", "recipient", "content", "attachments", "status", "sender_id", "created_at", "expires_at"],
});

export const mailContents = sealedColumn("mails.content", {
  key: ["mail_id"],
  contextOf: (mailId: Id<"mail">) => `mail/${mailId}`,
});

export const mailAttachments = sealedColumn("mails.attachments", {
  key: ["mail_id"],
  contextOf: (mailId: Id<"mail">) => `mail-attachments/${mailId}`,
});

export const ownedTables: OwnedTables = {
  tables: ["mails"],
};
