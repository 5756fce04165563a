import type { Caller } from "../../kernel/http/caller.ts";
import { notFound } from "../../kernel/http/http-refusals.ts";
import { isUuid, type OrganizationId } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, actorOf, recordAudit } from "../audit/index.ts";
import { findOrganization } from "../identity/index.ts";
import { enqueueMail } from "../mail/index.ts";
import { lockOpenInvitation, withdrawById } from "./invitations.queries.ts";
import { type Invitee, makeLink, type OneTimeLink } from "./one-time-links.ts";
import { invitationLetter } from "./people-letters.ts";
import { refusePeople } from "./people-refusals.ts";
import type { PeopleService } from "./people-service.ts";
import { personTexts, requireCovered, requireGiver, requireKnownRights } from "./requested-rights.ts";
import { findUserByEmail, lockUserRow } from "./users.queries.ts";

interface Inviting {
  readonly organizationId: OrganizationId;
  readonly invitee: Invitee;
  readonly actor: Actor;
  /** The person who invites; undefined for an operator. */
  readonly caller: Caller | undefined;
}

/**
 * Invites somebody by mail and returns the link of the mail. Refuses with `emailTaken`, `invalidRequest`, and
 * `beyondOwnRights` when the role may do more than the inviting person. A second invitation of an address ends the first.
 */
export async function invite(
  service: PeopleService,
  tx: Tx,
  { invitee: given, ...inviting }: Inviting,
): Promise<OneTimeLink> {
  const invitee = personTexts(given);
  requireKnownRights(invitee);
  return sendInvitation(service, tx, { ...inviting, invitee });
}

async function sendInvitation(
  service: PeopleService,
  tx: Tx,
  { organizationId, invitee, actor, caller }: Inviting,
): Promise<OneTimeLink> {
  const inviter = caller?.userId ? await lockUserRow(tx, organizationId, caller.userId) : undefined;
  requireCovered(caller && requireGiver(inviter), invitee);
  if (await findUserByEmail(tx, organizationId, invitee.email)) throw refusePeople("emailTaken");
  const made = await makeLink(service, tx, { organizationId, purpose: "join", invitee, userId: null, caller });
  const organization = await findOrganization(tx, organizationId);
  await enqueueMail(service, tx, {
    organizationId,
    kind: "invitation",
    recipient: invitee.email,
    expiresAt: made.expiresAt,
    letter: invitationLetter({
      firstName: invitee.firstName,
      organization: organization?.legalBusinessName ?? "an organisation",
      inviter: inviter && `${inviter.firstName} ${inviter.lastName}`,
      ...made,
    }),
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "user.invite",
        resourceType: "invitation",
        resourceId: made.invitationId,
        after: { email: invitee.email, role: invitee.role, customPermissions: invitee.customPermissions },
      },
    ],
  });
  return made;
}

/**
 * Invites the same person anew: a new link, a new mail, and the former link ends. Refuses with `resourceNotFound` when the
 * invitation is not open, `emailTaken`, `beyondOwnRights`.
 */
export function resendInvitation(service: PeopleService, caller: Caller, invitationId: string): Promise<OneTimeLink> {
  const { organizationId } = caller;
  return service.database.transaction(async (tx) => {
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
    return sendInvitation(service, tx, { organizationId, invitee, actor: actorOf(caller), caller });
  });
}

/** Ends an invitation. Refuses with `resourceNotFound`. */
export async function withdrawInvitation(service: PeopleService, caller: Caller, invitationId: string): Promise<void> {
  const { organizationId } = caller;
  await service.database.transaction(async (tx) => {
    const withdrawn =
      isUuid(invitationId) &&
      (await endInvitation(service, tx, { organizationId, invitationId, actor: actorOf(caller) }));
    if (!withdrawn) throw notFound("invitation");
  });
}

/** False when no such invitation is open. */
export async function endInvitation(
  service: PeopleService,
  tx: Tx,
  { organizationId, invitationId, actor }: { organizationId: OrganizationId; invitationId: string; actor: Actor },
): Promise<boolean> {
  const at = service.machineClock.now();
  if ((await withdrawById(tx, organizationId, invitationId, at)) === 0) return false;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "user.withdrawInvitation", resourceType: "invitation", resourceId: invitationId }],
  });
  return true;
}
