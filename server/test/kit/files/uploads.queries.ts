import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** How many files of a resource are in each state. */
export const uploadStates = (db: Queryable, organizationId: OrganizationId, ownerId: string) =>
  db.many<{ status: string; total: bigint }>(sql`
  select status, count(*) as total from attachments
   where organization_id = ${organizationId} and owner_id = ${ownerId}::uuid
   group by status order by status`);

/** As if the uploads that are not complete had begun long ago. */
export const ageUploads = (owner: Queryable, organizationId: OrganizationId) =>
  owner.run(sql`
  update attachments set created_at = (created_at at time zone 'UTC' - interval '31 minutes') at time zone 'UTC'
   where organization_id = ${organizationId} and status = 'uploading'`);

/** What uploads to a resource have left: rows by state, and audit rows. */
export const tracesOfUploads = async (db: Queryable, organizationId: OrganizationId, ownerId: string) => {
  const states = await uploadStates(db, organizationId, ownerId);
  const { total } = await db.one<{ total: bigint }>(sql`
    select count(*) as total from audit_log
     where organization_id = ${organizationId} and action = 'attachment.upload' and resource_id = ${ownerId}`);
  return { ...Object.fromEntries(states.map((row) => [row.status, Number(row.total)])), audited: Number(total) };
};
