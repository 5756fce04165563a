import type { Queryable, Tx } from "../sql/database.ts";
import { type Sql, sql, uuidArray } from "../sql/sql.ts";
import type { OrganizationId } from "../values/ids.ts";

export const outboxTopics = ["events", "audit", "incoming", "categories", "notices", "memos"] as const;
export type OutboxTopic = (typeof outboxTopics)[number];

export const insertOutboxRow = (tx: Tx, organizationId: OrganizationId, topic: OutboxTopic, ids: readonly string[]) =>
  tx.run(sql`select append_outbox(${organizationId}::uuid, ${topic}::text, ${uuidArray(ids)}::uuid[])`);

/**
 * For a statement that writes its rows and their outbox row together: an insert without "returning". Not for topics whose
 * order matters: on a Citus cluster, its position comes from another server than append_outbox's.
 */
export const outboxInsert = (organizationId: OrganizationId, topic: OutboxTopic, ids: readonly string[]): Sql => sql`
  insert into outbox (organization_id, topic, ids) values (${organizationId}, ${topic}, ${uuidArray(ids)}::uuid[])`;

export const organizationsWithOutboxRows = (db: Queryable, topic: OutboxTopic) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select organization_id from outbox_consumers c
   where c.topic = ${topic}
     and (select true from outbox where outbox.organization_id = c.organization_id and outbox.topic = ${topic}
           order by outbox.position limit 1)`);

export const addOutboxConsumer = (tx: Tx, organizationId: OrganizationId, topic: OutboxTopic) =>
  tx.run(sql`
  insert into outbox_consumers (organization_id, topic) values (${organizationId}, ${topic}) on conflict do nothing`);

/** The consumer's lock, or undefined while another process works on this organization's topic. */
export const tryLockConsumer = (tx: Tx, organizationId: OrganizationId, topic: OutboxTopic) =>
  tx.maybe<{ topic: string }>(sql`
  select topic from outbox_consumers where organization_id = ${organizationId} and topic = ${topic} for update skip locked`);

/** `ids` is one comma-separated string: parsing an array element by element costs more than the rest of a pass. */
export const oldestOutboxRows = (tx: Tx, organizationId: OrganizationId, topic: OutboxTopic, limit: number) =>
  tx.many<{ position: bigint; ids: string }>(sql`
    select position, array_to_string(ids, ',') as ids from outbox
     where organization_id = ${organizationId} and topic = ${topic}
     order by position limit ${limit}`);

export const newestOutboxRow = (tx: Tx, organizationId: OrganizationId, topic: OutboxTopic) =>
  tx.maybe<{ position: bigint }>(sql`
    select position from outbox where organization_id = ${organizationId} and topic = ${topic}
     order by position desc limit 1`);

export const deleteOutboxRows = (
  tx: Tx,
  organizationId: OrganizationId,
  topic: OutboxTopic,
  positions: readonly bigint[],
) =>
  tx.run(sql`
  delete from outbox
   where organization_id = ${organizationId} and topic = ${topic} and position = any (${positions.map(String)}::bigint[])`);

/** Waiting commits per topic, and the first id of the oldest one, which encodes its time. */
export const outboxBacklog = (db: Queryable) =>
  db.many<{ topic: string; commits: bigint; oldest_id: string | null }>(sql`
  select topic, count(*) as commits, min(ids[1]::text) as oldest_id
    from outbox
   group by topic`);
