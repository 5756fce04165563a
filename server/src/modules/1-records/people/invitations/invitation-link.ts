import { notFound } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, lockOrganization } from "#records/identity";
import { enqueueMail } from "#records/mail";
import { invitationLinkLetter } from "../notices/people-letters.ts";
import { findUsersWithPermission, listPeople } from "../people.queries.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { mailDeliveriesOf, mayReceiveLink, organizationName } from "./invitation-delivery.ts";
import { type InvitationRow, lockOpenInvitation } from "./invitations.queries.ts";
import { checkInvitee } from "./invitations.ts";
import { makeLink, type OneTimeLink } from "./one-time-links.ts";

/**
 * Replaces the link of an invitation whose email no mail server took, and returns it to the caller, who hands it over.
 * Everyone who manages users receives an email. Refuses with `invitationLinkNotOffered`.
 */
export const receiveInvitationLink = (
  service: PeopleService,
  caller: Caller,
  invitationId: string,
): Promise<OneTimeLink> =>
  service.database.transaction(async (tx) => {
    const { organizationId } = caller;
    await lockOrganization(tx, organizationId);
    const now = service.machineClock.now();
    const row = isUuid(invitationId) ? await lockOpenInvitation(tx, organizationId, invitationId, now) : undefined;
    if (row === undefined) throw notFound("invitation");
    const delivery = (await mailDeliveriesOf({ ...service, database: tx }, organizationId, [row]))(row);
    if (!mayReceiveLink(row, { delivery, caller })) throw refusePeople("invitationLinkNotOffered");
    const invitee = {
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      role: row.role,
      customPermissions: row.custom_permissions,
    };
    // With the rights that the caller has now, from the locked row.
    await checkInvitee(tx, { organizationId, invitee, caller });
    const made = await makeLink(service, tx, {
      organizationId,
      purpose: "join",
      invitee,
      userId: null,
      caller: row.invited_by === null ? undefined : { userId: row.invited_by },
      confirmedBy: row.confirmed_by ?? undefined,
    });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "user.showInvitationLink",
          resourceType: "invitation",
          resourceId: made.invitationId,
          after: { email: row.email, role: row.role, invitedBy: row.invited_by, confirmedBy: row.confirmed_by },
        },
      ],
    });
    await tellManagers(service, tx, { caller, row });
    return made;
  });

async function tellManagers(
  service: PeopleService,
  tx: Tx,
  { caller: { organizationId, userId }, row }: { readonly caller: Caller; readonly row: InvitationRow },
): Promise<void> {
  const managers = new Set(await findUsersWithPermission(tx, organizationId, "manageUsers"));
  const people = await listPeople(tx, organizationId);
  const holder = people.find((person) => person.user_id === userId);
  for (const person of people.filter(({ user_id }) => managers.has(user_id)))
    await enqueueMail(service, tx, {
      organizationId,
      kind: "securityNotice",
      recipient: person.email,
      letter: invitationLinkLetter({
        firstName: person.first_name,
        organization: await organizationName(tx, organizationId),
        holder: holder === undefined ? "a user" : `${holder.first_name} ${holder.last_name} (${holder.email})`,
        invitee: `${row.first_name} ${row.last_name} (${row.email})`,
      }),
    });
}
