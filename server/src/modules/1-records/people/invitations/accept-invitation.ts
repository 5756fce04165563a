import { assert } from "#kernel/assert.ts";
import { type Tx, violatedConstraint } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { recordAudit } from "#records/audit";
import { findOrganization } from "#records/identity";
import { sendNotice } from "../notices/security-notices.ts";
import { hashPassword } from "../passwords/password.ts";
import { contextOf, requireGoodPassword } from "../passwords/password-rules.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { removePasskeysOf } from "../second-factors/passkeys.queries.ts";
import { dropSecondFactor } from "../second-factors/second-factor.ts";
import { hashOfSecret, organizationOfSecret } from "../secret-text.ts";
import { forgetDevicesOf } from "../sign-in/devices.queries.ts";
import { withPasswordTurn } from "../sign-in/password-turns.ts";
import { endSessionsOf, type Origin, userActor } from "../sign-in/session.ts";
import { endSignInsOf } from "../sign-in/sessions.queries.ts";
import { throttled } from "../sign-in/throttled.ts";
import { insertUser, lockUserRow, setPasswordHash } from "../users.queries.ts";
import { invitationStates } from "./invitation-states.ts";
import { type InvitationRow, isOpenInvitation, lockInvitationBySecret, markAccepted } from "./invitations.queries.ts";

/**
 * Redeems a link: creates the user, or sets a new password for an existing user and ends their sessions. A link from an
 * operator also removes the second factor and passkeys; a password reset by email keeps them. Refuses with
 * `invitationInvalid`, `invalidRequest` for a weak password, or `tooManySignIns`.
 */
export async function acceptInvitation(
  service: PeopleService,
  { secret, password, origin }: { secret: string; password: string; origin: Origin },
): Promise<{ organizationId: OrganizationId; email: string }> {
  const organizationId = organizationOfSecret(secret);
  const accepted = await throttled(service, { account: undefined, address: origin.address }, async () => {
    if (organizationId === undefined) return undefined;
    // Only for a valid link, and before the transaction: hashing is slow and must not hold a lock.
    const secretHash = hashOfSecret(service, "invitation", secret);
    const now = service.machineClock.now();
    if (!(await isOpenInvitation(service.database, organizationId, { secretHash, now }))) return undefined;
    const place = { account: `invitation/${secretHash.toString("hex")}`, address: origin.address, isKnown: false };
    const passwordHash = await withPasswordTurn(place, () => hashPassword(password));
    return service.database
      .transaction((tx) => accept(service, tx, { organizationId, secret, password, passwordHash, origin }))
      .catch((error: unknown) => {
        if (violatedConstraint(error) === "users_email_key") throw refusePeople("emailTaken");
        throw error;
      });
  });
  if (accepted === undefined) throw refusePeople(invitationStates.moves.accept.refusal);
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
  const about = contextOf(
    { email: row.email, firstName: row.first_name, lastName: row.last_name },
    await findOrganization(tx, organizationId),
  );
  await requireGoodPassword(password, { path: "password", about });
  assert((await markAccepted(tx, organizationId, row.invitation_id, now)) === 1, "a link is used once");
  if (row.user_id === null) await join(service, tx, row, given);
  else await reset(service, tx, { userId: row.user_id, askedFor: row.asked_for }, given);
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

async function reset(
  service: PeopleService,
  tx: Tx,
  { userId, askedFor }: { userId: UserId; askedFor: boolean },
  given: Acceptance,
): Promise<void> {
  const { organizationId, passwordHash, origin } = given;
  const at = service.machineClock.now();
  const actor = userActor(userId, origin);
  const user = await lockUserRow(tx, organizationId, userId);
  if (user === undefined || user.lockedAt !== undefined) throw refusePeople("invitationInvalid");
  await setPasswordHash(tx, organizationId, userId, passwordHash);
  if (!askedFor) {
    await dropSecondFactor(tx, { organizationId, userId, at });
    await removePasskeysOf(tx, organizationId, { userId, at });
  }
  await endSignInsOf(tx, organizationId, userId, at);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      { action: "user.resetPassword", resourceType: "user", resourceId: userId, after: { secondFactorKept: askedFor } },
    ],
  });
  await endSessionsOf(service, tx, { organizationId, userId, at, actor });
  await forgetDevicesOf(tx, organizationId, userId);
  const notice = { kind: "accountReset", secondFactorKept: askedFor } as const;
  await sendNotice(service, tx, { organizationId, userId, origin, notice });
}
