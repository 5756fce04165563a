import type { IdempotentResult } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { Caller } from "#records/identity";
import type { Invite } from "./invite-schemas.ts";
import { inviteStates } from "./invite-states.ts";
import { type InviteRow, onboardingUrlOf, publicInviteStatusOf, secretOf } from "./recipient-invite.ts";

/**
 * The holder of an open invite's link decides where money goes. So it is shown only to the user or token that created
 * the invite, and both count as editors of the entered details. Everyone else identifies the invite by its row.
 */
const mayKnowLink = ({ userId, tokenId }: Viewer, row: InviteRow): boolean =>
  tokenId === null ? row.made_by_token === null && row.made_by === userId : row.made_by_token === tokenId;

type Viewer = Pick<Caller, "organizationId" | "scopes" | "userId" | "tokenId">;

/** The API's invite as the caller may see it. */
export async function renderInvite(
  service: Pick<Service, "vault" | "clock" | "config">,
  db: Queryable,
  { caller, row }: { caller: Viewer; row: InviteRow },
): Promise<Invite> {
  const { organizationId } = caller;
  const status = publicInviteStatusOf(row, service.clock.now());
  const isOpen = inviteStates.next(status, "complete") !== undefined;
  const isShown = !isOpen || mayKnowLink(caller, row);
  const id = isShown ? await secretOf(service, db, organizationId, row) : row.invite_row_id;
  return {
    id,
    inviteId: id,
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
    allowedActions: [...(isOpen && isShown ? (["passOn"] as const) : []), ...actionsOf(caller, status)],
  };
}

const actionsOf = ({ scopes }: Pick<Viewer, "scopes">, status: Invite["status"]): Invite["allowedActions"] => [
  ...(inviteStates.next(status, "resend") && scopes.has("createRecipientInvites") ? (["resend"] as const) : []),
  ...(inviteStates.next(status, "withdraw") && scopes.has("editRecipientInvites") ? (["withdraw"] as const) : []),
];

/**
 * The response of a first request, with the link only once: the stored response identifies the invite by its row (law
 * 27).
 */
export async function renderOnce(
  service: Pick<Service, "vault" | "clock" | "config">,
  db: Queryable,
  { caller, row }: { caller: Viewer; row: InviteRow },
): Promise<Pick<IdempotentResult<Invite>, "body" | "once">> {
  const invite = await renderInvite(service, db, { caller, row });
  const id = row.invite_row_id;
  return { body: { ...invite, id, inviteId: id, onboardingUrl: onboardingUrlOf(service.config, id) }, once: invite };
}

/** A stored invite as the caller may see it, with their actions. */
export const inviteAsSeenBy = (viewer: Pick<Viewer, "scopes">, invite: Invite): Invite => ({
  ...invite,
  inviteId: invite.id,
  allowedActions: actionsOf(viewer, invite.status),
});
