import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWho } from "../people.queries.ts";
import type { PeopleService } from "../people-service.ts";
import { mayGive, type RequestedRole } from "../requested-rights.ts";
import type { User } from "../user.ts";
import { findUser } from "../users.queries.ts";
import {
  changedUser,
  changeUser,
  judgeLock,
  judgeUnlock,
  judgeUserChange,
  lockUser,
  type UserChange,
  type UserTarget,
  unlockUser,
} from "./manage-users.ts";
import { confirmsChanges, grantsRights, removesConfirmerRights } from "./two-people.ts";

/** Active users who manage users and have all of the rights of these roles. */
export async function findUsersWhoCanGrant(
  db: Queryable,
  organizationId: OrganizationId,
  roles: readonly RequestedRole[],
): Promise<readonly UserId[]> {
  return findUsersWho(db, organizationId, (held) => roles.every((role) => mayGive(held, role)));
}

const userOf = (db: Queryable, { organizationId, subject }: ControlChange) => findUser(db, organizationId, subject);
/** Users are never deleted; the fallback is only for display. */
const nameOf = (user: User | undefined): string => (user ? `${user.firstName} ${user.lastName}` : "an unknown user");
const roleInWords = ({ role, customPermissions }: RequestedRole): string =>
  role === "custom" ? `custom (${customPermissions.join(", ")})` : role;
const actingFor = (change: ControlChange, by: { actor: UserTarget["actor"] }): UserTarget => ({
  organizationId: change.organizationId,
  userId: change.subject,
  actor: by.actor,
  caller: { userId: change.proposedBy },
});
/** Before it is stored, a change is checked for its proposer only; nothing is written, so no actor is recorded. */
const judging = (change: ControlChange): UserTarget => actingFor(change, { actor: { type: "service" } });

// The subject of these kinds is a user id.
const restricts = ({ subject }: ControlChange): UserId => subject as UserId;
const ONLY_THEY_CAN =
  "Only the user concerned can confirm this change. Otherwise, a server administrator can lock their account on the command line: bursar user lock.";

const whoMayChange = async (
  db: Queryable,
  change: ControlChange,
  after: (user: User) => readonly RequestedRole[],
): Promise<readonly UserId[]> => {
  const user = await userOf(db, change);
  return user === undefined ? [] : findUsersWhoCanGrant(db, change.organizationId, [user, ...after(user)]);
};
const rightsBase = (user: User | undefined): string =>
  JSON.stringify([user?.role, user?.customPermissions.toSorted(), user?.lockedAt === undefined]);

/** Granting a user rights beyond reading, or removing rights from a user who confirms changes. */
export const userRoleKind = (service: PeopleService): ChangeKind<UserChange, User> => ({
  name: "userRole",
  permission: "manageUsers",
  whoMay: (db, change) => whoMayChange(db, change, (user) => [changedUser(user, change.proposal)]),
  restricts,
  hint: ONLY_THEY_CAN,
  baseOf: async (db, change) => rightsBase(await userOf(db, change)),
  check: async (tx, change) => void (await judgeUserChange(tx, { ...judging(change), change: change.proposal })),
  apply: (tx, change, by) => changeUser(service, tx, { ...actingFor(change, by), change: change.proposal }),
  describe: async (db, change) => {
    const user = await userOf(db, change);
    if (user === undefined) return "Change the role of an unknown user";
    return `Change the role of ${nameOf(user)} from ${roleInWords(user)} to ${roleInWords(changedUser(user, change.proposal))}`;
  },
});

/** Locking a user who confirms changes. */
export const userLockKind = (service: PeopleService): ChangeKind<null, User> => ({
  name: "userLock",
  permission: "manageUsers",
  whoMay: (db, change) => whoMayChange(db, change, () => []),
  restricts,
  hint: ONLY_THEY_CAN,
  baseOf: async (db, change) => rightsBase(await userOf(db, change)),
  check: async (tx, change) => void (await judgeLock(tx, judging(change))),
  apply: (tx, change, by) => lockUser(service, tx, actingFor(change, by)),
  describe: async (db, change) => `Lock ${nameOf(await userOf(db, change))}`,
});

/** Unlocking a user with rights beyond reading. */
export const userUnlockKind = (service: PeopleService): ChangeKind<null, User> => ({
  name: "userUnlock",
  permission: "manageUsers",
  whoMay: (db, change) => whoMayChange(db, change, () => []),
  baseOf: async (db, change) => rightsBase(await userOf(db, change)),
  check: async (tx, change) => void (await judgeUnlock(tx, judging(change))),
  apply: (tx, change, by) => unlockUser(service, tx, actingFor(change, by)),
  describe: async (db, change) => `Unlock ${nameOf(await userOf(db, change))}`,
});

/** The result of a change: the current user, or the change that waits for a second user. */
export type UserOutcome = { readonly user: User } | { readonly waiting: ControlChange };

type ByPerson = UserTarget & { readonly caller: { readonly userId: UserId } };

async function propose<Proposal>(
  service: PeopleService,
  tx: Tx,
  kind: ChangeKind<Proposal, User>,
  { organizationId, userId, actor, caller, proposal }: ByPerson & { readonly proposal: Proposal },
): Promise<UserOutcome> {
  const of = { organizationId, proposer: caller.userId, actor, subject: userId.toLowerCase(), proposal };
  const { change, result } = await proposeChange(service, tx, kind, of);
  return result === undefined ? { waiting: change } : { user: result };
}

/**
 * changeUser by a user: waits for a second user if it grants rights, or removes rights from a user who confirms
 * changes.
 */
export async function changeUserByPerson(
  service: PeopleService,
  tx: Tx,
  { change, ...target }: ByPerson & { readonly change: UserChange },
): Promise<UserOutcome> {
  await lockOrganization(tx, target.organizationId);
  const { before, after, changesRights } = await judgeUserChange(tx, { ...target, change });
  const needsTwo = changesRights && (grantsRights(before, after) || removesConfirmerRights(before, after));
  if (needsTwo) return propose(service, tx, userRoleKind(service), { ...target, proposal: change });
  return { user: await changeUser(service, tx, { ...target, change }) };
}

/** lockUser by a user: waits for a second user if the locked user confirms changes. */
export async function lockUserByPerson(service: PeopleService, tx: Tx, target: ByPerson): Promise<UserOutcome> {
  const user = await judgeLock(tx, target);
  if (user.lockedAt === undefined && confirmsChanges(user))
    return propose(service, tx, userLockKind(service), { ...target, proposal: null });
  return { user: await lockUser(service, tx, target) };
}

/** unlockUser by a user: waits for a second user if the unlocked user may do more than read. */
export async function unlockUserByPerson(service: PeopleService, tx: Tx, target: ByPerson): Promise<UserOutcome> {
  const user = await judgeUnlock(tx, target);
  if (user.lockedAt !== undefined && grantsRights(undefined, user))
    return propose(service, tx, userUnlockKind(service), { ...target, proposal: null });
  return { user: await unlockUser(service, tx, target) };
}
