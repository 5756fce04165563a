import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { eachOf, sql } from "../../../src/kernel/sql/sql.ts";
import type { OrganizationId } from "../../../src/kernel/values/ids.ts";

/** Which of these transactions exist. */
export const findPaid = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ id: string }>(sql`
    select transaction_id as id from transactions
     where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})`);
