import { methodTable, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { Id, RoutingId } from "#kernel/values/ids.ts";

/** Which bank details are paid now, under which name, and since when; `first_paid_at` because approval rules ask for it. */
export const recipients = provenTable("recipients", {
  key: ["recipient_id"],
  columns: [
    "name",
    "nickname",
    "emails",
    "contact_email",
    "is_business",
    "status",
    "address",
    "first_changed_routing_id",
    "first_paid_at",
    "invite_id",
    "created_at",
    "deleted_at",
  ],
  optional: paymentMethods.map((method) => methodTable[method].details.column),
});

/** Who changed what, when it took effect, and what waits for a second person. */
export const recipientChanges = provenTable("recipient_changes", {
  key: ["change_id"],
  columns: [
    "recipient_id",
    "method::text",
    "before_name",
    "after_name",
    "before_routing_id",
    "after_routing_id",
    "status",
    "in_force_id",
    "changed_by_user",
    "changed_by_token",
    "token_made_by",
    "through_invite",
    "invite_made_by",
    "changed_at",
    "decided_by",
    "decided_at",
  ],
});

export const routingNumbers = sealedColumn("recipient_routings.account_number", {
  key: ["routing_id"],
  contextOf: (routingId: RoutingId) => `recipient-routing/${routingId}`,
});

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

/** Which bank details lead to an account of the payee, and what the payee has to enter to show it. */
export const accountValidations = provenTable("account_validations", {
  key: ["validation_id"],
  columns: [
    "recipient_id",
    "routing_id",
    "method",
    "state",
    "started_by",
    "account_id",
    "first_transaction_id",
    "second_transaction_id",
    "first_minor",
    "second_minor",
    "secret_hash",
    "email",
    "attempts",
    "expires_at",
    "code",
  ],
});

/** A version of bank details (recipient_routings) has a seal of its own, which covers the account number, too (ADR 0022). */
export const ownedTables: OwnedTables = {
  tables: [
    "recipients",
    "recipient_routings",
    "recipient_changes",
    "counterparty_names",
    "recipient_invites",
    "account_validations",
  ],
};
