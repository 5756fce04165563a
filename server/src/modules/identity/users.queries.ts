import type { OrganizationId, UserId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { User, UserRole } from "./user.ts";

interface UserRow {
  readonly user_id: UserId;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: UserRole;
  readonly created_at: Date;
  readonly locked_at: Date | null;
}

export interface NewUser {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: UserRole;
  /** From hashPassword; absent for a user who has yet to choose one. */
  readonly passwordHash?: string;
  readonly createdAt: Date;
}

/** The address is kept in lower case, so one person cannot be two users of an organisation. */
export const insertUser = (tx: Tx, user: NewUser) =>
  tx.run(sql`
  insert into users (organization_id, user_id, email, first_name, last_name, role, password_hash, created_at)
  values (${user.organizationId}, ${user.userId}, ${user.email.toLowerCase()}, ${user.firstName}, ${user.lastName}, ${user.role},
          ${user.passwordHash ?? null}, ${user.createdAt})`);

/** All users of the organisation, locked ones too, oldest first. Never their password hashes. */
export async function listUsers(db: Queryable, organizationId: OrganizationId): Promise<readonly User[]> {
  const rows = await db.many<UserRow>(sql`
    select user_id, email, first_name, last_name, role, created_at, locked_at
      from users where organization_id = ${organizationId} order by user_id`);
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    createdAt: row.created_at,
    lockedAt: row.locked_at ?? undefined,
  }));
}
