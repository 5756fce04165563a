import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { OrganizationId } from "../../../src/kernel/values/ids.ts";

/** How many files of a resource are in each state. */
export const uploadStates = (db: Queryable, organizationId: OrganizationId, ownerId: string) =>
  db.many<{ status: string; total: bigint }>(sql`
  select status, count(*) as total from attachments
   where organization_id = ${organizationId} and owner_id = ${ownerId}::uuid
   group by status order by status`);

/** As if the uploads that are not complete had begun long ago. */
export const ageUploads = (owner: Queryable, organizationId: OrganizationId) =>
  owner.run(sql`
  update attachments set created_at = created_at - interval '31 minutes'
   where organization_id = ${organizationId} and status = 'uploading'`);
