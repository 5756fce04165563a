import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type PermissionName, type Rights, rightsOf } from "./roles.ts";
import { users } from "./tables.ts";
import type { UserRole } from "./user.ts";

/** A user as other modules see them. */
export interface Person {
  readonly user_id: UserId;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: UserRole;
  readonly custom_permissions: readonly string[];
  readonly locked_at: Date | null;
}

/** Send-money permission (specification §3): an existing, unlocked user with the permission to approve payments. */
export const mayApprovePayments = (person: Person | undefined): person is Person =>
  person !== undefined &&
  person.locked_at === null &&
  rightsOf(person.role, person.custom_permissions).permissions.has("approvePayments");

/** An existing, unlocked user with the permission to submit payment requests. */
export const mayRequestPayments = (person: Person | undefined): person is Person =>
  person !== undefined &&
  person.locked_at === null &&
  rightsOf(person.role, person.custom_permissions).scopes.has("requestSendMoney");

const columns = sql`user_id, email, first_name, last_name, role, custom_permissions, locked_at`;

/** All users whose rows are proven, in order of creation. */
export const listPeople = (db: Queryable, organizationId: OrganizationId) =>
  db.many<Person>(sql`
  select ${columns}, ${users.proofOrSkip("u")} from users u where organization_id = ${organizationId} order by user_id`);

/**
 * The unlocked users with certain rights, in order of creation. Also users whose rows are not proven, who can do nothing:
 * what one person may do if there is nobody else must not become possible because the row of another user was changed.
 */
export async function findUsersWho(
  db: Queryable,
  organizationId: OrganizationId,
  may: (rights: Rights) => boolean,
): Promise<readonly UserId[]> {
  const proven = new Map((await listPeople(db, organizationId)).map((person) => [person.user_id, person]));
  const everyone = await db.many<{ user_id: UserId }>(sql`
  select user_id from users where organization_id = ${organizationId} order by user_id`);
  return everyone.flatMap(({ user_id: userId }) => {
    const person = proven.get(userId);
    const counts =
      person === undefined || (person.locked_at === null && may(rightsOf(person.role, person.custom_permissions)));
    return counts ? [userId] : [];
  });
}

export const findUsersWithPermission = (db: Queryable, organizationId: OrganizationId, permission: PermissionName) =>
  findUsersWho(db, organizationId, ({ permissions }) => permissions.has(permission));

/** Locks these users until the transaction ends, so that they cannot be locked out meanwhile. Only those who are proven. */
export const lockUsersForShare = (tx: Tx, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  tx.many<Person>(sql`
  select ${columns}, ${users.proofOrSkip("u")} from users u
   where organization_id = ${organizationId} and user_id = any (${[...new Set(userIds)]}::uuid[])
   order by user_id for share of u`);
