import { sealedColumn } from "../../kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";
import type { Id } from "../../kernel/values/ids.ts";

/** Who may enter bank details, of whom, and once. */
export const invites = provenTable("recipient_invites", {
  key: ["invite_row_id"],
  columns: [
    "secret_hash",
    "secret",
    "name",
    "contact_email",
    "payment_methods::text[]",
    "require_tax_document",
    "notes",
    "organization_name",
    "renames",
    "recipient_id",
    "made_by",
    "made_by_token",
    "created_at",
    "expires_at",
    "status",
    "completed_at",
    "withdrawn_at",
  ],
});

export const inviteSecrets = sealedColumn("recipient_invites.secret", {
  key: ["invite_row_id"],
  contextOf: (rowId: Id<"recipientInvite">) => `recipient-invite/${rowId}`,
});

export const ownedTables: OwnedTables = {
  tables: ["recipient_invites"],
};
