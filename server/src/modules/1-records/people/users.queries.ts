import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Person } from "./people.queries.ts";
import { users } from "./tables.ts";
import type { User, UserRole } from "./user.ts";

export const namesOfUsers = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ id: string; name: string }>(sql`
  select user_id as id, first_name || ' ' || last_name as name from users
   where organization_id = ${organizationId} and user_id = any (${[...ids]}::uuid[])`);

/** More users or tokens than this are found by the name in an entry, not in a list. */
const LISTED_MAX = 500;

/** All users, locked users included, by name. */
export const listUserNames = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ id: string; name: string }>(sql`
  select user_id as id, first_name || ' ' || last_name as name from users
   where organization_id = ${organizationId} order by name, user_id limit ${LISTED_MAX}`);

export interface NewUser {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: UserRole;
  readonly customPermissions?: readonly string[];
  /** From hashPassword; absent until the user chooses a password. */
  readonly passwordHash?: string;
  readonly createdAt: Date;
}

interface UserRow {
  readonly organization_id: OrganizationId;
  readonly user_id: UserId;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: UserRole;
  readonly custom_permissions: string[];
  readonly password_hash: string | null;
  readonly created_at: Date;
  readonly locked_at: Date | null;
}

/** A user with the stored password hash, for password checks. */
export interface UserWithPassword extends User {
  readonly passwordHash: string | undefined;
}

const columns = sql`organization_id, user_id, email, first_name, last_name, role, custom_permissions, password_hash, created_at, locked_at`;

const userOf = (row: UserRow): UserWithPassword => ({
  organizationId: row.organization_id,
  userId: row.user_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  customPermissions: row.custom_permissions,
  passwordHash: row.password_hash ?? undefined,
  createdAt: row.created_at,
  lockedAt: row.locked_at ?? undefined,
});

/** The key for paging a list of users. */
export const userKey = sql`user_id`;

/** The address is stored in lower case, so that one person cannot be two users of an organization. */
export const insertUser = (tx: Tx, user: NewUser) =>
  tx.run(sql`
  insert into users (organization_id, user_id, email, first_name, last_name, role, custom_permissions, password_hash, created_at)
  values (${user.organizationId}, ${user.userId}, ${user.email.toLowerCase()}, ${user.firstName}, ${user.lastName}, ${user.role},
          ${[...(user.customPermissions ?? [])]}, ${user.passwordHash ?? null}, ${user.createdAt})
  returning ${users.inserted()}`);

export async function findUser(db: Queryable, organizationId: OrganizationId, userId: string) {
  const row = await db.maybe<UserRow>(
    sql`select ${columns}, ${users.proof("u")} from users u
         where organization_id = ${organizationId} and user_id = ${userId}`,
  );
  return row && userOf(row);
}

export async function lockUserRow(tx: Tx, organizationId: OrganizationId, userId: string) {
  const row = await tx.maybe<UserRow>(
    sql`select ${columns}, ${users.proof("u")} from users u
         where organization_id = ${organizationId} and user_id = ${userId} for update of u`,
  );
  return row && userOf(row);
}

/** The existing users, locked in the same order by every process. */
export async function lockUserRows(tx: Tx, organizationId: OrganizationId, userIds: readonly string[]) {
  const rows = await tx.many<UserRow>(sql`
    select ${columns}, ${users.proof("u")} from users u
     where organization_id = ${organizationId} and user_id = any (${[...new Set(userIds)]}::uuid[])
     order by user_id for update of u`);
  return rows.map(userOf);
}

export async function findUserByEmail(db: Queryable, organizationId: OrganizationId, email: string) {
  const row = await db.maybe<UserRow>(
    sql`select ${columns}, ${users.proofOrSkip("u")} from users u
         where organization_id = ${organizationId} and email = ${email.toLowerCase()}`,
  );
  return row && userOf(row);
}

/**
 * Users with the address in any organization, oldest first: only for signing in, which starts from an address alone.
 */
export async function usersByEmail(db: Queryable, email: string, limit: number): Promise<readonly UserWithPassword[]> {
  const rows = await db.many<UserRow>(
    sql`select ${columns}, ${users.proofOrSkip("u")} from users u
         where email = ${email.toLowerCase()} order by user_id limit ${limit}`,
  );
  return rows.map(userOf);
}

export async function listUserRows(db: Queryable, organizationId: OrganizationId, keyset: KeysetRange) {
  const rows = await db.many<UserRow>(sql`
    select ${columns}, ${users.proofOrSkip("u")} from users u
     where organization_id = ${organizationId} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`);
  return rows.map(userOf);
}

/** Users in order of creation, from a position on, and how many there are: for a standard that pages by position. */
export async function listUsersFrom(
  db: Queryable,
  organizationId: OrganizationId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly users: readonly User[]; readonly total: number }> {
  const { total } = await db.one<{ total: bigint }>(sql`
    select count(*) as total from users where organization_id = ${organizationId}`);
  const rows = await db.many<UserRow>(sql`
    select ${columns}, ${users.proofOrSkip("u")} from users u
     where organization_id = ${organizationId} order by user_id offset ${offset} limit ${limit}`);
  return { users: rows.map(userOf), total: Number(total) };
}

export const userExists = (organizationId: OrganizationId, userId: string) =>
  sql`select 1 from users where organization_id = ${organizationId} and user_id = ${userId}`;

/**
 * Locks the administrators, so that two who demote each other cannot both succeed. One whose row is not proven does not
 * count.
 */
export const lockAdministrators = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<{ user_id: UserId }>(sql`
  select user_id, ${users.proofOrSkip("u")} from users u
   where organization_id = ${organizationId} and role = 'administrator' and locked_at is null
   order by user_id for update of u`);

export const updateUser = (
  tx: Tx,
  user: Pick<User, "organizationId" | "userId" | "firstName" | "lastName" | "role" | "customPermissions">,
) =>
  tx.run(sql`
  update users
     set first_name = ${user.firstName}, last_name = ${user.lastName}, role = ${user.role},
         custom_permissions = ${[...user.customPermissions]}
   where organization_id = ${user.organizationId} and user_id = ${user.userId}
  returning ${users.changed()}`);

export const setLockedAt = (tx: Tx, organizationId: OrganizationId, userId: UserId, at: Date | undefined) =>
  tx.run(sql`
  update users set locked_at = ${at ?? null} where organization_id = ${organizationId} and user_id = ${userId}
  returning ${users.changed()}`);

export const setPasswordHash = (tx: Tx, organizationId: OrganizationId, userId: UserId, passwordHash: string) =>
  tx.run(sql`
  update users set password_hash = ${passwordHash} where organization_id = ${organizationId} and user_id = ${userId}
  returning ${users.changed()}`);

interface NotifiableRow extends Omit<Person, "locked_at"> {
  readonly statement_mails: boolean | null;
  readonly payment_mails: boolean | null;
}

/** Users who are not locked and whose addresses are proven, in order of creation. */
export const listNotifiableRows = (db: Queryable, organizationId: OrganizationId) =>
  db.many<NotifiableRow>(sql`
  select user_id, email, first_name, last_name, role, custom_permissions, statement_mails, payment_mails,
         ${users.proofOrSkip("u")}
    from users u where organization_id = ${organizationId} and locked_at is null order by user_id`);
