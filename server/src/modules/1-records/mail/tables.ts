import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What goes to whom, once: an email that was sent cannot be made to wait again. Its attempts decide only when. */
export const mails = provenTable("mails", {
  key: ["mail_id"],
  columns: ["kind", "recipient", "content", "attachments", "status", "sender_id", "created_at", "expires_at"],
});

export const ownedTables: OwnedTables = {
  tables: ["mails"],
};
