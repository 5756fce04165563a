import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { NotificationRow } from "./notification.ts";
import { storedNotifications } from "./tables.ts";

/** Whose notifications, and the types of what they may open. */
export interface BellReader {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly subjectTypes: readonly string[];
}

const own = ({ organizationId, userId, subjectTypes }: BellReader): Sql => sql`
  organization_id = ${organizationId} and user_id = ${userId} and subject_type = any (${[...subjectTypes]}::text[])`;

const isUnread = sql`read_at is null and done_at is null`;

/** The key for paging a list of notifications. */
export const notificationKey = sql`notification_id`;

export const listNotificationRows = (
  db: Queryable,
  reader: BellReader,
  { unreadOnly, keyset }: { unreadOnly: boolean; keyset: KeysetRange },
) =>
  db.many<NotificationRow>(sql`
  select notification_id, kind, subject_type, subject_id, actor_id, facts, created_at, read_at, done_at,
         ${storedNotifications.proofOrSkip("notifications")}
    from notifications
   where ${own(reader)} and ${keyset.condition} and ${unreadOnly ? isUnread : sql`true`}
   order by ${keyset.order} limit ${keyset.limit}`);

export const notificationExists = (reader: BellReader, notificationId: string): Sql => sql`
  select 1 as found from notifications where ${own(reader)} and notification_id = ${notificationId}::uuid`;

/** Counted up to `most`. */
export const countUnread = (db: Queryable, reader: BellReader, most: number) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count
    from (select 1 from notifications where ${own(reader)} and ${isUnread} limit ${most}::bigint) unread`);

/** Returns 0 if it is not the user's. One that is read stays read since then. */
export const markRead = (
  db: Queryable,
  reader: BellReader,
  { notificationId, at }: { notificationId: string; at: Date },
) =>
  db.run(sql`
  update notifications set read_at = coalesce(read_at, ${at}), in_digest = false
   where ${own(reader)} and notification_id = ${notificationId}::uuid`);

/** Those up to one that the user has seen: later ones are unread. */
export const markAllRead = (db: Queryable, reader: BellReader, { upTo, at }: { upTo: string; at: Date }) =>
  db.run(sql`
  update notifications set read_at = ${at}, in_digest = false
   where ${own(reader)} and ${isUnread} and notification_id <= ${upTo}::uuid`);
