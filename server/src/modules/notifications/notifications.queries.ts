import type { KeysetRange } from "../../kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "../../kernel/values/ids.ts";
import type { NotificationId, NotificationRow } from "./notification.ts";

/** What several users are told at once. */
interface Told {
  readonly kind: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly sourceId: string;
  readonly actorId: UserId | null;
  /** As JSON. */
  readonly facts: string;
  readonly at: Date;
}

export interface ToldUser {
  readonly userId: UserId;
  readonly notificationId: NotificationId;
  readonly inDigest: boolean;
}

/** Returns the users who had not been told before. */
export const insertNotifications = (
  tx: Tx,
  organizationId: OrganizationId,
  { told, users }: { told: Told; users: readonly ToldUser[] },
) =>
  tx.many<{ user_id: UserId }>(sql`
  insert into notifications (organization_id, user_id, notification_id, kind, subject_type, subject_id, source_id, actor_id,
                             facts, created_at, in_digest)
  select ${organizationId}::uuid, u.user_id, u.notification_id, ${told.kind}::text, ${told.subjectType}::text,
         ${told.subjectId}::uuid, ${told.sourceId}::uuid, ${told.actorId}::uuid, ${told.facts}::text::jsonb,
         ${told.at}::timestamptz, u.in_digest
    from unnest(${users.map(({ userId }) => userId)}::uuid[], ${users.map(({ notificationId }) => notificationId)}::uuid[],
                ${users.map(({ inDigest }) => inDigest)}::boolean[]) as u(user_id, notification_id, in_digest)
   order by u.user_id
  on conflict (organization_id, user_id, source_id, kind) do nothing
  returning user_id`);

/** Done notifications no longer count, and are not in the daily summary. `users`: only theirs. */
export const markDone = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    subjectId,
    kinds,
    users,
    at,
  }: { subjectId: string; kinds: readonly string[]; users: readonly UserId[] | undefined; at: Date },
) =>
  tx.run(sql`
  update notifications set done_at = ${at}, in_digest = false
   where organization_id = ${organizationId} and subject_id = ${subjectId} and done_at is null
     and kind = any (${[...kinds]}::text[])
     and ${users === undefined ? sql`true` : sql`user_id = any (${[...users]}::uuid[])`}`);

const columns = sql`notification_id, user_id, kind, subject_type, subject_id, actor_id, facts, created_at, read_at, done_at`;

/** The key for paging a list of notifications. */
export const notificationKey = sql`notification_id`;

export const listNotificationRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, unreadOnly, keyset }: { userId: UserId; unreadOnly: boolean; keyset: KeysetRange },
) =>
  db.many<NotificationRow>(sql`
  select ${columns} from notifications
   where organization_id = ${organizationId} and user_id = ${userId} and ${keyset.condition}
     and ${unreadOnly ? sql`read_at is null and done_at is null` : sql`true`}
   order by ${keyset.order} limit ${keyset.limit}`);

export const notificationExists = (organizationId: OrganizationId, userId: UserId, notificationId: string) => sql`
  select 1 from notifications
   where organization_id = ${organizationId} and user_id = ${userId} and notification_id = ${notificationId}::uuid`;

/** Counted up to `most`. */
export const countUnread = (db: Queryable, organizationId: OrganizationId, { userId, most }: { userId: UserId; most: number }) =>
  db.one<{ count: bigint }>(sql`
  select count(*) as count
    from (select 1 from notifications
           where organization_id = ${organizationId} and user_id = ${userId} and read_at is null and done_at is null
           limit ${most}) unread`);

export const markReadRow = (
  db: Queryable,
  organizationId: OrganizationId,
  { userId, notificationId, at }: { userId: UserId; notificationId: string; at: Date | null },
) =>
  db.run(sql`
  update notifications set read_at = ${at}, in_digest = in_digest and ${at === null}
   where organization_id = ${organizationId} and user_id = ${userId} and notification_id = ${notificationId}::uuid`);
