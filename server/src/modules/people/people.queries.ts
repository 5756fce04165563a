import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "../../kernel/values/ids.ts";
import { type PermissionName, rightsOf } from "./roles.ts";
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

/** All users, in order of creation. */
export const listPeople = (db: Queryable, organizationId: OrganizationId) =>
  db.many<Person>(sql`
  select ${columns} from users where organization_id = ${organizationId} order by user_id`);

/** The unlocked users with a permission, in order of creation. */
export const findUsersWithPermission = async (
  db: Queryable,
  organizationId: OrganizationId,
  permission: PermissionName,
): Promise<readonly UserId[]> =>
  (await listPeople(db, organizationId)).flatMap((person) =>
    person.locked_at === null && rightsOf(person.role, person.custom_permissions).permissions.has(permission)
      ? [person.user_id]
      : [],
  );

/** Locks these users until the transaction ends, so that they cannot be locked out meanwhile. */
export const lockUsersForShare = (tx: Tx, organizationId: OrganizationId, userIds: readonly UserId[]) =>
  tx.many<Person>(sql`
  select ${columns} from users
   where organization_id = ${organizationId} and user_id = any (${[...new Set(userIds)]}::uuid[])
   order by user_id for share`);
