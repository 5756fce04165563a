import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { DeliveryId, OrganizationId } from "#kernel/values/ids.ts";
import { insertManyEvents } from "./many-events.ts";

interface Backlog {
  readonly endpointIds: readonly string[];
  /** Older than whatever comes next. */
  readonly at: Date;
  /** Of each kind of work. */
  readonly count: number;
}

/** A different ID for each number and kind. */
const id = (kind: number): Sql => sql`
  ('01900000-000' || ${kind}::integer || '-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;

/** The ID of a delivery, from 1 to the backlog's count. */
export const deliveryOfBacklog = (number: number): DeliveryId =>
  `01900000-0003-7000-8000-${number.toString(16).padStart(12, "0")}` as DeliveryId;

/**
 * Work that waits: changes to publish and to write notices about, deliveries to each of the endpoints in turn, answers of
 * a bank, and emails.
 */
export async function addBacklog(
  service: Pick<Service, "vault" | "newId">,
  db: Queryable,
  organizationId: OrganizationId,
  { endpointIds, at, count }: Backlog,
): Promise<void> {
  const rows = sql`generate_series(1, ${count}::integer) as i`;
  const eventIds = await insertManyEvents(service, db, organizationId, {
    at,
    count,
    resourceId: (index) => `01900000-0002-7000-8000-${(index + 1).toString(16).padStart(12, "0")}`,
  });
  const events = sql`unnest(${[...eventIds]}::uuid[]) with ordinality as e(event_id, i)`;
  for (const topic of ["events", "notices"])
    await db.run(sql`
    insert into outbox (organization_id, topic, ids)
    select ${organizationId}::uuid, ${topic}::outbox_topic, array[event_id] from ${events}`);
  await db.run(sql`
    insert into webhook_deliveries (organization_id, delivery_id, endpoint_id, event_id, resource_id, resource_version, purpose, state, created_at, next_attempt_at)
    select ${organizationId}::uuid, ${id(3)}, (${[...endpointIds]}::uuid[])[1 + i % ${endpointIds.length}::integer], event_id, ${id(2)}, 2, 'event',
           'waiting', ${at}::timestamptz, ${at}::timestamptz
      from ${events}`);
  // Workers take them in large groups.
  await db.run(sql`
    insert into file_answers (organization_id, answer_id, transaction_id, outcome, answered_at, due_at)
    select ${organizationId}::uuid, ${id(4)}, ${id(2)}, 'confirmed', ${at}::timestamptz, ${at}::timestamptz
      from generate_series(1, ${5 * count}::integer) as i`);
  // Their links expired, so that no mail server has to receive them.
  await db.run(sql`
    insert into mails (organization_id, mail_id, kind, recipient, content, created_at, expires_at)
    select ${organizationId}::uuid, ${id(5)}, 'recipientInvite', 'payee@example.com', '\\x00', ${at}::timestamptz, ${at}::timestamptz from ${rows}`);
}

/** What still waits, of each kind. */
export const backlogOf = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ events: bigint; notices: bigint; deliveries: bigint; answers: bigint; mails: bigint }>(sql`
  select (select count(*) from outbox where organization_id = ${organizationId} and topic = 'events') as events,
         (select count(*) from outbox where organization_id = ${organizationId} and topic = 'notices') as notices,
         (select count(*) from webhook_deliveries where organization_id = ${organizationId} and state = 'waiting') as deliveries,
         (select count(*) from file_answers where organization_id = ${organizationId} and collected_at is null) as answers,
         (select count(*) from mails where organization_id = ${organizationId} and status = 'waiting') as mails`);
