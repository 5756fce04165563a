import type { OrganizationId, UserId } from "../../kernel/ids.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { UserRole } from "./user.ts";

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
