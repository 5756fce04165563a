import { notFound } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type Caller, lockOrganization, revokeTokensOf } from "#records/identity";
import { lockInvitationsOf, withdrawOfUser } from "../invitations/invitations.queries.ts";
import { endInvitation } from "../invitations/invitations.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { mayGive, personTexts, requireCovered, requireKnownRights, requireUserManager } from "../requested-rights.ts";
import { type Rights, rightsOf } from "../roles.ts";
import { endSessionsOf } from "../sign-in/session.ts";
import { endSignInsOf } from "../sign-in/sessions.queries.ts";
import type { User, UserRole } from "../user.ts";
import { lockAdministrators, lockUserRows, setLockedAt, updateUser } from "../users.queries.ts";

/**
 * Whose account changes, and who changes it. `caller` is the acting user (for a confirmed change, the proposer);
 * undefined for an operator, whom no role limits.
 */
export interface UserTarget {
  readonly organizationId: OrganizationId;
  readonly userId: string;
  readonly actor: Actor;
  readonly caller: Pick<Caller, "userId"> | undefined;
}

/**
 * The user, locked, if the caller may change them, and the rights that the caller may grant. The organization's lock
 * comes first, so that counting possible confirmers waits for changes of rights.
 */
async function lockTarget(
  tx: Tx,
  { organizationId, userId, caller }: UserTarget,
): Promise<{ user: User; giver: Rights | undefined }> {
  await lockOrganization(tx, organizationId);
  // Administrators first: every change that may remove one takes the same locks in the same order.
  await lockAdministrators(tx, organizationId);
  const ids = [userId, ...(caller?.userId ? [caller.userId] : [])].filter(isUuid);
  const locked = await lockUserRows(tx, organizationId, ids);
  const rowOf = (id: string | null) => locked.find((user) => user.userId === id);
  const giver = caller && requireUserManager(rowOf(caller.userId));
  const user = rowOf(userId);
  if (user === undefined) throw notFound("user");
  requireCovered(giver, user);
  return { user, giver };
}

async function requireOtherAdministrator(tx: Tx, { organizationId, userId }: User): Promise<void> {
  const others = (await lockAdministrators(tx, organizationId)).filter(
    (administrator) => administrator.user_id !== userId,
  );
  if (others.length === 0) throw refusePeople("lastAdministrator");
}

const isAdministrator = (user: User): boolean => user.role === "administrator" && user.lockedAt === undefined;

export interface UserChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: UserRole;
  readonly customPermissions?: readonly string[];
}

/** The user after the change, before anything is stored. Refuses as changeUser does. */
export async function judgeUserChange(
  tx: Tx,
  { change: given, ...target }: UserTarget & { readonly change: UserChange },
): Promise<{ readonly before: User; readonly after: User; readonly changesRights: boolean }> {
  const change = personTexts(given);
  const { user: before, giver } = await lockTarget(tx, target);
  const after = changedUser(before, change);
  const changesRights =
    after.role !== before.role ||
    after.customPermissions.toSorted().join() !== before.customPermissions.toSorted().join();
  if (changesRights) {
    if (target.caller?.userId === before.userId) throw refusePeople("ownAccount");
    // Only an operator or the identity provider leaves a user without any right.
    if (target.caller !== undefined || rightsExist(after)) requireKnownRights(after);
    requireCovered(giver, after);
    if (isAdministrator(before) && after.role !== "administrator") await requireOtherAdministrator(tx, before);
  }
  return { before, after, changesRights };
}

const rightsExist = ({ role, customPermissions }: User): boolean => role !== "custom" || customPermissions.length > 0;

/** The user with the change applied; a new role starts without the former role's custom permissions. */
export function changedUser(before: User, change: UserChange): User {
  const role = change.role ?? before.role;
  const kept = role === before.role ? before.customPermissions : [];
  return {
    ...before,
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    role,
    customPermissions: [...new Set(change.customPermissions ?? kept)],
  };
}

/**
 * Changes a user's names and role; their rights change on every process within a second. Tokens they created with more
 * rights are revoked, and invitations they could no longer send are withdrawn. Refuses with `resourceNotFound`,
 * `notPermitted`, `ownAccount`, `beyondOwnRights`, `lastAdministrator`, or `invalidRequest`.
 */
export async function changeUser(
  service: PeopleService,
  tx: Tx,
  target: UserTarget & { readonly change: UserChange },
): Promise<User> {
  const { before, after, changesRights } = await judgeUserChange(tx, target);
  await updateUser(tx, after);
  await recordAudit(service, tx, {
    organizationId: before.organizationId,
    actor: target.actor,
    entries: [
      {
        action: "user.update",
        resourceType: "user",
        resourceId: before.userId,
        before: auditedOf(before),
        after: auditedOf(after),
      },
    ],
  });
  if (changesRights) await takeBack(service, tx, { user: after, actor: target.actor });
  return after;
}

/** Revokes the tokens and withdraws the open invitations that a user created while they had more rights. */
async function takeBack(service: PeopleService, tx: Tx, { user, actor }: { user: User; actor: Actor }): Promise<void> {
  const { organizationId, userId } = user;
  const rights = rightsOf(user.role, user.customPermissions);
  await revokeTokensOf(service, tx, { organizationId, userId, actor, unlessWithin: rights.scopes });
  for (const sent of await lockInvitationsOf(tx, organizationId, userId, service.machineClock.now())) {
    const { invitation_id: invitationId, role, custom_permissions: customPermissions } = sent;
    if (!mayGive(rights, { role, customPermissions }))
      await endInvitation(service, tx, { organizationId, invitationId, actor });
  }
}

const auditedOf = ({ firstName, lastName, role, customPermissions }: User) => ({
  firstName,
  lastName,
  role,
  customPermissions,
});

/** The user, if they may be locked. Refuses as lockUser does. */
export async function judgeLock(tx: Tx, target: UserTarget): Promise<User> {
  const { user } = await lockTarget(tx, target);
  if (target.caller?.userId === user.userId) throw refusePeople("ownAccount");
  if (isAdministrator(user)) await requireOtherAdministrator(tx, user);
  return user;
}

/** The user, if they may be unlocked. Refuses as unlockUser does. */
export const judgeUnlock = async (tx: Tx, target: UserTarget): Promise<User> => (await lockTarget(tx, target)).user;

/**
 * Locks a user: ends their sessions and unfinished sign-ins, revokes their tokens, and withdraws their invitations, all
 * in the caller's transaction. Locking again changes nothing. Refuses with `resourceNotFound`, `ownAccount`,
 * `beyondOwnRights`, or `lastAdministrator`.
 */
export async function lockUser(service: PeopleService, tx: Tx, target: UserTarget): Promise<User> {
  const user = await judgeLock(tx, target);
  if (user.lockedAt !== undefined) return user;
  const { organizationId, userId } = user;
  const { actor } = target;
  const at = service.machineClock.now();
  await setLockedAt(tx, organizationId, userId, at);
  await endSignInsOf(tx, organizationId, userId, at);
  await withdrawOfUser(tx, organizationId, userId, at);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "user.lock", resourceType: "user", resourceId: userId }],
  });
  await endSessionsOf(service, tx, { organizationId, userId, at, actor });
  await revokeTokensOf(service, tx, { organizationId, userId, actor });
  return { ...user, lockedAt: at };
}

/**
 * Ends a user's sessions and unfinished sign-ins without locking them. Returns the number of sessions. Refuses with
 * `resourceNotFound`, `notPermitted`, or `beyondOwnRights`.
 */
export async function endSessionsOfUser(service: PeopleService, tx: Tx, target: UserTarget): Promise<number> {
  const { user } = await lockTarget(tx, target);
  const { organizationId, userId } = user;
  const at = service.machineClock.now();
  await endSignInsOf(tx, organizationId, userId, at);
  return endSessionsOf(service, tx, { organizationId, userId, at, actor: target.actor });
}

/** Unlocks a user, who can then sign in again. Their former sessions and tokens stay invalid. */
export async function unlockUser(service: PeopleService, tx: Tx, target: UserTarget): Promise<User> {
  const { user } = await lockTarget(tx, target);
  if (user.lockedAt === undefined) return user;
  await setLockedAt(tx, user.organizationId, user.userId, undefined);
  await recordAudit(service, tx, {
    organizationId: user.organizationId,
    actor: target.actor,
    entries: [{ action: "user.unlock", resourceType: "user", resourceId: user.userId }],
  });
  return { ...user, lockedAt: undefined };
}
