import { DAY_MS, plusMs } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { notFound } from "../../kernel/http/http-refusals.ts";
import { type InvitationId, isUuid, type OrganizationId, type UserId } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { violatedConstraint } from "../../kernel/sql/database.ts";
import { type Actor, actorOf, recordAudit } from "../audit/index.ts";
import {
  type InvitationRow,
  insertInvitation,
  lockInvitationBySecret,
  markAccepted,
  withdrawByEmail,
  withdrawById,
} from "./invitations.queries.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-rules.ts";
import { refusePeople } from "./people-refusals.ts";
import type { PeopleService } from "./people-service.ts";
import { personTexts, type RequestedRole, requireCovered, requireKnownRights } from "./requested-rights.ts";
import { dropSecondFactor } from "./second-factor.ts";
import { hashOfSecret, makeSecretText, organizationOfSecret } from "./secret-text.ts";
import { endSessionsOf, type Origin, userActor } from "./session.ts";
import { endSignInsOf } from "./sessions.queries.ts";
import { throttled } from "./throttled.ts";
import type { User } from "./user.ts";
import { findUserByEmail, insertUser, lockUserRow, setPasswordHash } from "./users.queries.ts";

const LINK_MS = 7 * DAY_MS;

/** A link that lets whoever holds it choose a password, once. Told once; sending it is up to whoever asked for it. */
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

/**
 * Invites somebody. Refuses with `emailTaken`, `invalidRequest`, and `beyondOwnRights` when the role may do more than the
 * inviting person. A second invitation of an address ends the first. `caller` is undefined for an operator.
 */
export async function invite(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    invitee: given,
    actor,
    caller,
  }: { organizationId: OrganizationId; invitee: Invitee; actor: Actor; caller: Caller | undefined },
): Promise<OneTimeLink> {
  const invitee = personTexts(given);
  requireKnownRights(invitee);
  requireCovered(caller, invitee);
  if (await findUserByEmail(tx, organizationId, invitee.email)) throw refusePeople("emailTaken");
  const made = await makeLink(service, tx, { organizationId, purpose: "join", invitee, userId: null, caller });
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

/** A link for a user who lost their password or second factor. Using it changes the one and removes the other. */
export async function makeResetLink(
  service: PeopleService,
  tx: Tx,
  { user, actor }: { user: User; actor: Actor },
): Promise<OneTimeLink> {
  const { organizationId, userId } = user;
  const made = await makeLink(service, tx, {
    organizationId,
    purpose: "reset",
    invitee: user,
    userId,
    caller: undefined,
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "user.makeResetLink", resourceType: "user", resourceId: userId }],
  });
  return made;
}

async function makeLink(
  service: PeopleService,
  tx: Tx,
  {
    organizationId,
    purpose,
    invitee,
    userId,
    caller,
  }: {
    organizationId: OrganizationId;
    purpose: "join" | "reset";
    invitee: Invitee;
    userId: UserId | null;
    caller: Caller | undefined;
  },
): Promise<OneTimeLink> {
  const now = service.machineClock.now();
  const secret = makeSecretText(organizationId);
  const invitationId = service.newId<InvitationId>();
  const expiresAt = plusMs(now, LINK_MS);
  await withdrawByEmail(tx, organizationId, invitee.email, now);
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
    created_at: now,
    expires_at: expiresAt,
  });
  // Behind the #: browsers send that part to nobody, so it stands in no server's log.
  return { invitationId, link: `${service.config.publicUrl}/dashboard/join#${secret}`, expiresAt };
}

/** Ends an invitation. Refuses with `resourceNotFound`. */
export async function withdrawInvitation(service: PeopleService, caller: Caller, invitationId: string): Promise<void> {
  const { organizationId } = caller;
  await service.database.transaction(async (tx) => {
    const at = service.machineClock.now();
    const withdrawn = isUuid(invitationId) && (await withdrawById(tx, organizationId, invitationId, at)) === 1;
    if (!withdrawn) throw notFound("invitation");
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [{ action: "user.withdrawInvitation", resourceType: "invitation", resourceId: invitationId }],
    });
  });
}

/**
 * Uses a link: makes the user, or gives an existing one the new password, ends their sessions and removes their second
 * factor. Refuses with `invitationInvalid`, `invalidRequest` for a password that guessers would find, `tooManySignIns`.
 */
export async function acceptInvitation(
  service: PeopleService,
  { secret, password, origin }: { secret: string; password: string; origin: Origin },
): Promise<{ organizationId: OrganizationId; email: string }> {
  const organizationId = organizationOfSecret(secret);
  const accepted = await throttled(service, { account: undefined, address: origin.address }, async () => {
    if (organizationId === undefined) return undefined;
    // Before the transaction: it takes its time, and holds no lock meanwhile.
    const passwordHash = await hashPassword(password);
    return service.database
      .transaction((tx) => accept(service, tx, { organizationId, secret, password, passwordHash, origin }))
      .catch((error: unknown) => {
        if (violatedConstraint(error) === "users_email_key") throw refusePeople("emailTaken");
        throw error;
      });
  });
  if (accepted === undefined) throw refusePeople("invitationInvalid");
  return accepted;
}

interface Acceptance {
  readonly organizationId: OrganizationId;
  readonly secret: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly origin: Origin;
}

async function accept(service: PeopleService, tx: Tx, given: Acceptance) {
  const { organizationId, secret, password } = given;
  const now = service.machineClock.now();
  const row = await lockInvitationBySecret(tx, organizationId, hashOfSecret(service, "invitation", secret), now);
  if (row === undefined) return undefined;
  requireGoodPassword(password, { path: "password", email: row.email });
  await markAccepted(tx, organizationId, row.invitation_id, now);
  if (row.user_id === null) await join(service, tx, row, given);
  else await reset(service, tx, row.user_id, given);
  return { organizationId, email: row.email };
}

async function join(service: PeopleService, tx: Tx, row: InvitationRow, given: Acceptance): Promise<void> {
  const { organizationId, passwordHash, origin } = given;
  const userId = service.newId<UserId>();
  await insertUser(tx, {
    organizationId,
    userId,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    customPermissions: row.custom_permissions,
    passwordHash,
    createdAt: service.machineClock.now(),
  });
  await recordAudit(service, tx, {
    organizationId,
    actor: userActor(userId, origin),
    entries: [
      {
        action: "user.create",
        resourceType: "user",
        resourceId: userId,
        after: { email: row.email, role: row.role, invitationId: row.invitation_id, invitedBy: row.invited_by },
      },
    ],
  });
}

async function reset(service: PeopleService, tx: Tx, userId: UserId, given: Acceptance): Promise<void> {
  const { organizationId, passwordHash, origin } = given;
  const at = service.machineClock.now();
  const actor = userActor(userId, origin);
  const user = await lockUserRow(tx, organizationId, userId);
  if (user === undefined || user.lockedAt !== undefined) throw refusePeople("invitationInvalid");
  await setPasswordHash(tx, organizationId, userId, passwordHash);
  await dropSecondFactor(tx, user);
  await endSignInsOf(tx, organizationId, userId, at);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "user.resetPassword", resourceType: "user", resourceId: userId }],
  });
  await endSessionsOf(service, tx, { organizationId, userId, at, actor });
}
