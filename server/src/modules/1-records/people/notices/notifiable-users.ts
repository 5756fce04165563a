import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Rights, rightsOf } from "../roles.ts";
import type { UserRole } from "../user.ts";
import { listNotifiableRows } from "../users.queries.ts";

/** A user who is not locked, as notifications and their emails need to know them. */
export interface NotifiableUser {
  readonly userId: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
  readonly rights: Rights;
  /** What the user chose before notifications had preferences of their own; null: nothing. */
  readonly earlierChoices: { readonly statementReady: boolean | null; readonly paymentFailed: boolean | null };
}

/** All of them, in order of creation. */
export const listNotifiableUsers = async (
  db: Queryable,
  organizationId: OrganizationId,
): Promise<readonly NotifiableUser[]> =>
  (await listNotifiableRows(db, organizationId)).map((row) => ({
    userId: row.user_id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`,
    role: row.role,
    rights: rightsOf(row.role, row.custom_permissions),
    earlierChoices: { statementReady: row.statement_mails, paymentFailed: row.payment_mails },
  }));

/** The names of all rights, of which each is held once. */
export const heldRights = ({ scopes, permissions }: Rights): ReadonlySet<string> =>
  new Set<string>([...scopes, ...permissions]);
