import type { Caller } from "../../kernel/http/caller.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import type { Invite } from "./invite-schemas.ts";
import { type InviteRow, inviteContextOf, onboardingUrlOf, statusOf } from "./recipient-invite.ts";

/** The API's invite, its link included: for whoever may read invites. */
export async function renderInvite(
  service: Pick<Service, "vault" | "clock" | "config">,
  db: Queryable,
  { caller, row }: { caller: Pick<Caller, "organizationId" | "scopes">; row: InviteRow },
): Promise<Invite> {
  const { organizationId, scopes } = caller;
  const id = await service.vault.open(db, organizationId, inviteContextOf(row.invite_row_id), row.secret);
  const status = statusOf(row, service.clock.now());
  return {
    id,
    onboardingUrl: onboardingUrlOf(service.config, id),
    status,
    name: row.name,
    contactEmail: row.contact_email,
    paymentMethods: row.payment_methods,
    requireTaxDocument: row.require_tax_document,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    notes: row.notes,
    recipientId: row.recipient_id,
    allowedActions: [
      ...(status === "created" && scopes.has("createRecipientInvites") ? (["resend"] as const) : []),
      ...(scopes.has("editRecipientInvites") ? (["withdraw"] as const) : []),
    ],
  };
}
