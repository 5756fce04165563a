import { notFound } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import { type Actor, actorOf, recordAudit } from "#records/audit";
import { type Caller, findOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { invitationLetter } from "../notices/people-letters.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { personTexts, requireCovered, requireKnownRights, requireUserManager } from "../requested-rights.ts";
import type { User } from "../user.ts";
import { findUserByEmail, lockUserRow } from "../users.queries.ts";
import { withdrawById } from "./invitations.queries.ts";
import { type Invitee, makeLink, type OneTimeLink } from "./one-time-links.ts";

interface Inviting {
  readonly organizationId: OrganizationId;
  readonly invitee: Invitee;
  readonly actor: Actor;
  /** The inviting user; undefined for an operator. */
  readonly caller: Pick<Caller, "userId"> | undefined;
  /** The second user who confirmed it, if any. */
  readonly confirmedBy?: UserId | undefined;
}

/** The invitee with trimmed texts, if the caller may invite them. Refuses as `invite` does. */
export async function checkInvitee(
  tx: Tx,
  { organizationId, invitee: given, caller }: Pick<Inviting, "organizationId" | "invitee" | "caller">,
): Promise<{ readonly invitee: Invitee; readonly inviter: User | undefined }> {
  const invitee = personTexts(given);
  requireKnownRights(invitee);
  const inviter = caller?.userId ? await lockUserRow(tx, organizationId, caller.userId) : undefined;
  requireCovered(caller && requireUserManager(inviter), invitee);
  if (await findUserByEmail(tx, organizationId, invitee.email)) throw refusePeople("emailTaken");
  return { invitee, inviter };
}

/**
 * Invites a user by email and returns the link. Refuses with `emailTaken`, `invalidRequest`, or `beyondOwnRights` if
 * the role may do more than the inviting user. A second invitation of an address invalidates the first.
 */
export async function invite(service: PeopleService, tx: Tx, inviting: Inviting): Promise<OneTimeLink> {
  const { organizationId, actor, caller, confirmedBy } = inviting;
  const { invitee, inviter } = await checkInvitee(tx, inviting);
  const made = await makeLink(service, tx, {
    organizationId,
    purpose: "join",
    invitee,
    userId: null,
    caller,
    confirmedBy,
  });
  const organization = await findOrganization(tx, organizationId);
  await enqueueMail(service, tx, {
    organizationId,
    kind: "invitation",
    recipient: invitee.email,
    expiresAt: made.expiresAt,
    letter: invitationLetter({
      firstName: invitee.firstName,
      organization: organization?.legalBusinessName ?? "an organization",
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
        after: {
          email: invitee.email,
          role: invitee.role,
          customPermissions: invitee.customPermissions,
          ...(confirmedBy === undefined ? {} : { invitedBy: caller?.userId, confirmedBy }),
        },
      },
    ],
  });
  return made;
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

/** False if the invitation is not open. */
export async function endInvitation(
  service: PeopleService,
  tx: Tx,
  { organizationId, invitationId, actor }: { organizationId: OrganizationId; invitationId: string; actor: Actor },
): Promise<boolean> {
  const at = service.machineClock.now();
  if (!(await withdrawById(tx, organizationId, invitationId, at))) return false;
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "user.withdrawInvitation", resourceType: "invitation", resourceId: invitationId }],
  });
  return true;
}
