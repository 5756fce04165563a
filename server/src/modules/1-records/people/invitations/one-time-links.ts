import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { InvitationId, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import type { PeopleService } from "../people-service.ts";
import type { RequestedRole } from "../requested-rights.ts";
import { hashOfSecret, makeSecretText } from "../secret-text.ts";
import type { User } from "../user.ts";
import { insertInvitation, withdrawByEmail } from "./invitations.queries.ts";

const LINK_MS = 7 * DAY_MS;
const ASKED_FOR_MS = HOUR_MS;

/** A link with which its holder can choose a password, once. Stored only in the sealed email that carries it. */
export interface OneTimeLink {
  readonly invitationId: InvitationId;
  readonly link: string;
  readonly expiresAt: Date;
}

export interface Invitee extends RequestedRole {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A link for a user who lost their password or second factor. It sets a new password and removes the second factor. */
export async function makeResetLink(
  service: PeopleService,
  tx: Tx,
  { user, actor, askedFor = false }: { user: User; actor: Actor; askedFor?: boolean },
): Promise<OneTimeLink> {
  const { organizationId, userId } = user;
  const made = await makeLink(service, tx, { organizationId, purpose: "reset", invitee: user, userId, askedFor });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: askedFor ? "user.forgotPassword" : "user.makeResetLink",
        resourceType: "user",
        resourceId: userId,
      },
    ],
  });
  if (!askedFor)
    await sendNotice(service, tx, { organizationId, userId, origin: actor, notice: { kind: "resetLinkMade" } });
  return made;
}

/** Creates the link's row. An address has one link at a time. */
export async function makeLink(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    purpose,
    invitee,
    userId,
    caller,
    confirmedBy,
    askedFor = false,
  }: {
    organizationId: OrganizationId;
    purpose: "join" | "reset";
    invitee: Invitee;
    userId: UserId | null;
    caller?: Pick<Caller, "userId"> | undefined;
    confirmedBy?: UserId | undefined;
    askedFor?: boolean;
  },
): Promise<OneTimeLink> {
  const now = service.machineClock.now();
  const secret = makeSecretText(organizationId);
  const invitationId = service.newId<InvitationId>();
  const expiresAt = plusMs(now, askedFor ? ASKED_FOR_MS : LINK_MS);
  await withdrawByEmail(tx, organizationId, { email: invitee.email, askedFor, at: now });
  await insertInvitation(tx, organizationId, {
    invitation_id: invitationId,
    secret_hash: hashOfSecret(service, "invitation", secret),
    purpose,
    email: invitee.email,
    first_name: invitee.firstName,
    last_name: invitee.lastName,
    role: invitee.role,
    custom_permissions: [...invitee.customPermissions],
    user_id: userId,
    invited_by: caller?.userId ?? null,
    confirmed_by: confirmedBy ?? null,
    asked_for: askedFor,
    created_at: now,
    expires_at: expiresAt,
  });
  // After the #: browsers never send the fragment, so it is in no server's log.
  return { invitationId, link: `${service.config.publicUrl}/dashboard/join#${secret}`, expiresAt };
}
