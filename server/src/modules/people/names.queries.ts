import type { Queryable } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";

export const namesOfUsers = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ id: string; name: string }>(sql`
  select user_id as id, first_name || ' ' || last_name as name from users
   where organization_id = ${organizationId} and user_id = any (${[...ids]}::uuid[])`);
