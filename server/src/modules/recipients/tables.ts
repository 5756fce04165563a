import { methodTable, paymentMethods } from "../../banking/identifiers/payment-method.ts";
import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";
import { provenTable } from "../../kernel/sql/proven-table.ts";

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

/** A version of bank details (recipient_routings) has a seal of its own, which covers the account number, too (ADR 0022). */
export const ownedTables: OwnedTables = {
  tables: ["recipients", "recipient_routings", "recipient_changes", "counterparty_names"],
};
