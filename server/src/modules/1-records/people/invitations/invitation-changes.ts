import { present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import type { PeopleService } from "../people-service.ts";
import { grantsRights } from "../users/two-people.ts";
import { findUsersWhoCanGrant } from "../users/user-changes.ts";
import { type InvitationRow, lockOpenInvitation } from "./invitations.queries.ts";
import { checkInvitee, invite } from "./invitations.ts";
import type { Invitee, OneTimeLink } from "./one-time-links.ts";

/**
 * Inviting a user with rights beyond reading takes two people: otherwise one person could invite a puppet as the
 * second.
 */
export const invitationKind = (service: PeopleService): ChangeKind<Invitee, OneTimeLink> => ({
  name: "invitation",
  permission: "manageUsers",
  whoMay: (db, { organizationId, proposal }) => findUsersWhoCanGrant(db, organizationId, [proposal]),
  // Whether the address has joined in the meantime is checked when the change is applied.
  baseOf: async () => "not joined",
  check: async (tx, { organizationId, proposal, proposedBy }) =>
    void (await checkInvitee(tx, { organizationId, invitee: proposal, caller: { userId: proposedBy } })),
  apply: (tx, { organizationId, proposal, proposedBy }, { actor, confirmedBy }) =>
    invite(service, tx, { organizationId, invitee: proposal, actor, caller: { userId: proposedBy }, confirmedBy }),
  describe: async (_db, { proposal: { firstName, lastName, email, role, customPermissions } }) =>
    `Invite ${firstName} ${lastName} (${email}) as ${role}${role === "custom" ? ` (${customPermissions.join(", ")})` : ""}`,
});

/** The invitation that was sent, or the change that waits for a second user. */
export type InvitationOutcome = { readonly invitation: InvitationRow } | { readonly waiting: ControlChange };

interface ByPerson {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly caller: { readonly userId: UserId };
}

const sent = async (
  service: PeopleService,
  tx: Tx,
  { organizationId, link }: { organizationId: OrganizationId; link: OneTimeLink },
): Promise<InvitationOutcome> => {
  const row = await lockOpenInvitation(tx, organizationId, link.invitationId, service.machineClock.now());
  return { invitation: present(row, "an invitation just sent is open") };
};

/** `invite` by a user: waits for a second user if the role may do more than read. Refuses as `invite` does. */
export async function inviteByPerson(
  service: PeopleService,
  tx: Tx,
  { invitee: given, ...by }: ByPerson & { readonly invitee: Invitee },
): Promise<InvitationOutcome> {
  const { organizationId, actor, caller } = by;
  await lockOrganization(tx, organizationId);
  const { invitee } = await checkInvitee(tx, { organizationId, invitee: given, caller });
  if (!grantsRights(undefined, invitee))
    return sent(service, tx, { organizationId, link: await invite(service, tx, { ...by, invitee }) });
  const { change, result } = await proposeChange(service, tx, invitationKind(service), {
    organizationId,
    proposer: caller.userId,
    actor,
    subject: invitee.email,
    proposal: invitee,
  });
  return result === undefined ? { waiting: change } : sent(service, tx, { organizationId, link: result });
}

/**
 * Sends an invitation again: a new email with a new link, which invalidates the former link. An invitation that two
 * people confirmed, or that an operator created, can be resent by one user. Refuses with `resourceNotFound` if the
 * invitation is not open, `emailTaken`, or `beyondOwnRights`.
 */
export async function resendInvitation(
  service: PeopleService,
  tx: Tx,
  { invitationId, ...by }: ByPerson & { readonly invitationId: string },
): Promise<InvitationOutcome> {
  const { organizationId } = by;
  await lockOrganization(tx, organizationId);
  const now = service.machineClock.now();
  const row = isUuid(invitationId) ? await lockOpenInvitation(tx, organizationId, invitationId, now) : undefined;
  if (row === undefined) throw notFound("invitation");
  const invitee: Invitee = {
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    customPermissions: row.custom_permissions,
  };
  if (row.confirmed_by === null && row.invited_by !== null) return inviteByPerson(service, tx, { ...by, invitee });
  const link = await invite(service, tx, { ...by, invitee, confirmedBy: row.confirmed_by ?? undefined });
  return sent(service, tx, { organizationId, link });
}
