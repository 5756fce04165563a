import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

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
