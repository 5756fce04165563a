import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { NotificationId } from "./notification.ts";
import { storedNotifications } from "./tables.ts";

/** What several users are notified of. */
interface Occurrence {
  readonly kind: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly sourceId: string;
  readonly actorId: UserId | null;
  /** As JSON. */
  readonly facts: string;
  readonly at: Date;
}

export interface NotifiedUser {
  readonly userId: UserId;
  readonly notificationId: NotificationId;
  readonly inDigest: boolean;
}

/** Returns the users for whom it is new. */
export const insertNotifications = (
  tx: Tx,
  organizationId: OrganizationId,
  { occurrence, users }: { occurrence: Occurrence; users: readonly NotifiedUser[] },
) =>
  tx.many<{ user_id: UserId }>(sql`
  insert into notifications (organization_id, user_id, notification_id, kind, subject_type, subject_id, source_id, actor_id,
                             facts, created_at, in_digest)
  select ${organizationId}::uuid, u.user_id, u.notification_id, ${occurrence.kind}::text, ${occurrence.subjectType}::text,
         ${occurrence.subjectId}::uuid, ${occurrence.sourceId}::uuid, ${occurrence.actorId}::uuid, ${occurrence.facts}::text::jsonb,
         ${occurrence.at}::timestamptz, u.in_digest
    from unnest(${users.map(({ userId }) => userId)}::uuid[], ${users.map(({ notificationId }) => notificationId)}::uuid[],
                ${users.map(({ inDigest }) => inDigest)}::boolean[]) as u(user_id, notification_id, in_digest)
   order by u.user_id
  on conflict (organization_id, user_id, source_id, kind) do nothing
  returning user_id, ${storedNotifications.inserted()}`);

/** What is done, and for whom. */
interface Done {
  readonly subjectId: string;
  readonly kinds: readonly string[];
  readonly users: readonly UserId[] | undefined;
  readonly sourceId: string | undefined;
  readonly at: Date;
}

/** What is done no longer counts, and is not in the daily summary. */
export const markDone = (tx: Tx, organizationId: OrganizationId, { subjectId, kinds, users, sourceId, at }: Done) =>
  tx.run(sql`
  update notifications set done_at = ${at}, in_digest = false
   where organization_id = ${organizationId} and subject_id = ${subjectId} and done_at is null
     and kind = any (${[...kinds]}::text[])
     and ${users === undefined ? sql`true` : sql`user_id = any (${[...users]}::uuid[])`}
     and ${sourceId === undefined ? sql`true` : sql`source_id = ${sourceId}`}`);

/** The same for everything of a kind except what still waits. */
export const markOthersDone = (
  tx: Tx,
  organizationId: OrganizationId,
  { kind, waiting, at }: { kind: string; waiting: readonly string[]; at: Date },
) =>
  tx.run(sql`
  update notifications set done_at = ${at}, in_digest = false
   where organization_id = ${organizationId} and kind = ${kind} and done_at is null
     and subject_id <> all (${[...waiting]}::uuid[])`);

/** Of these subjects, those of which a user was notified. */
export const notifiedSubjects = (
  db: Queryable,
  organizationId: OrganizationId,
  { kind, subjectIds }: { kind: string; subjectIds: readonly string[] },
) =>
  db.many<{ subject_id: string }>(sql`
  select distinct subject_id from notifications
   where organization_id = ${organizationId} and kind = ${kind} and subject_id = any (${[...subjectIds]}::uuid[])`);

/** Deletes a bounded number at a time. */
export const deleteOldNotifications = (db: Queryable, organizationId: OrganizationId, firstKeptId: string) =>
  db.run(sql`
  delete from notifications
   where organization_id = ${organizationId}
     and (user_id, notification_id) in (select user_id, notification_id from notifications
                                         where organization_id = ${organizationId} and notification_id < ${firstKeptId}::uuid
                                         order by notification_id limit 1000)`);
