import type { Queryable } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Which of these transactions exist. */
export const findPaid = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ id: string }>(sql`
    select transaction_id as id from transactions
     where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})`);
