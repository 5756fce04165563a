import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { type AuditAction, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { refuseInvite } from "./invite-refusals.ts";
import { inviteStates } from "./invite-states.ts";
import { type InviteRow, inviteNameOf, publicInviteStatusOf, secretOf } from "./recipient-invite.ts";
import { lockInvite, markWithdrawn } from "./recipient-invites.queries.ts";
import { sendInvite } from "./send-invite.ts";
import { dropTaxDocument } from "./tax-document.ts";

/** Emails an open invite's link again. Refuses with `resourceNotFound`, `inviteNotOpen`, or `tooManyInviteMails`. */
export async function resendInvite(
  service: Service,
  tx: Tx,
  { caller, inviteId }: { caller: Caller; inviteId: string },
): Promise<InviteRow> {
  const { organizationId } = caller;
  const row = await lockInvite(tx, organizationId, inviteNameOf(service, inviteId));
  if (row === undefined) throw notFound("invite");
  const status = publicInviteStatusOf(row, service.clock.now());
  if (inviteStates.next(status, "resend") === undefined)
    throw refuseInvite(inviteStates.moves.resend.refusal, { details: { status } });
  await sendInvite(service, tx, { caller, row, secret: await secretOf(service, tx, organizationId, row) });
  await audit(service, tx, { caller, row, action: "recipientInvite.resend" });
  return row;
}

/** Withdraws an invite in any state; a recipient that it filled is not changed. Refuses with `resourceNotFound`. */
export async function withdrawInvite(
  service: Service,
  tx: Tx,
  { caller, inviteId }: { caller: Caller; inviteId: string },
): Promise<void> {
  const { organizationId } = caller;
  const row = await lockInvite(tx, organizationId, inviteNameOf(service, inviteId));
  if (row === undefined) throw notFound("invite");
  const withdrawn = await markWithdrawn(tx, organizationId, row.invite_row_id, service.clock.now());
  assert(withdrawn === 1, "an invite that was found can be withdrawn");
  await dropTaxDocument(tx, organizationId, row.invite_row_id);
  await audit(service, tx, { caller, row, action: "recipientInvite.withdraw" });
}

const audit = (
  service: Service,
  tx: Tx,
  { caller, row, action }: { caller: Caller; row: InviteRow; action: AuditAction },
): Promise<void> =>
  recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [{ action, resourceType: "recipientInvite", resourceId: row.invite_row_id }],
  });
