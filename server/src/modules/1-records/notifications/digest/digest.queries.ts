import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { organizationsWith } from "#records/identity";
import type { NotificationRow } from "../notification.ts";
import { storedNotifications } from "../tables.ts";

/** Organizations in which something was put into the summary before an id. */
export const organizationsWithDigests = (db: Queryable, beforeId: string): Promise<readonly OrganizationId[]> =>
  organizationsWith(
    db,
    sql`from notifications n
       where n.organization_id = o.organization_id and n.in_digest and n.notification_id < ${beforeId}::uuid`,
  );

/** Users for whom something was put into it, and who have had none that day. */
export const usersWithDigests = (
  db: Queryable,
  organizationId: OrganizationId,
  { beforeId, day, limit }: { beforeId: string; day: string; limit: number },
) =>
  db.many<{ user_id: UserId }>(sql`
  select distinct n.user_id from notifications n
   where n.organization_id = ${organizationId} and n.in_digest and n.notification_id < ${beforeId}::uuid
     and not exists (select 1 from notification_digests d
                      where d.organization_id = ${organizationId} and d.user_id = n.user_id and d.day = ${day}::date)
   order by n.user_id limit ${limit}`);

/** Takes what was put into a user's summary, without what is not proven. Of two processes, the second takes nothing. */
export const takeForDigest = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, beforeId }: { userId: UserId; beforeId: string },
) =>
  tx.many<NotificationRow>(sql`
  update notifications set in_digest = false
   where organization_id = ${organizationId} and user_id = ${userId} and in_digest and notification_id < ${beforeId}::uuid
  returning notification_id, kind, subject_type, subject_id, actor_id, facts, created_at, read_at, done_at,
            ${storedNotifications.proofOrSkip("notifications")}`);

export const insertDigest = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, day, mailId }: { userId: UserId; day: string; mailId: string },
) =>
  tx.run(sql`
  insert into notification_digests (organization_id, user_id, day, mail_id)
  values (${organizationId}, ${userId}, ${day}::date, ${mailId})`);

/** Deletes a bounded number at a time. */
export const deleteOldDigests = (db: Queryable, organizationId: OrganizationId, firstKeptDay: string) =>
  db.run(sql`
  delete from notification_digests
   where organization_id = ${organizationId}
     and (user_id, day) in (select user_id, day from notification_digests
                             where organization_id = ${organizationId} and day < ${firstKeptDay}::date
                             limit 1000)`);
