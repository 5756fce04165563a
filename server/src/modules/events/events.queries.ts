import type { Keyset } from "../../kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { allOf, type Sql, sql } from "../../kernel/sql/sql.ts";
import type { EventId, OrganizationId } from "../../kernel/values/ids.ts";
import type { ResourceType } from "./event.ts";

/** A row of events; for a transaction's creation, with its original values (view transaction_creations). */
export interface EventRow {
  readonly event_id: EventId;
  readonly resource_type: ResourceType;
  readonly resource_id: string;
  readonly resource_version: bigint;
  readonly operation: "create" | "update" | "delete";
  readonly occurred_at: Date;
  readonly changed_paths: readonly string[] | null;
  /** JSON text, like previous_values. */
  readonly merge_patch: string | null;
  readonly previous_values: string | null;
  /** The organization's account of a created transaction. */
  readonly account_id: string | null;
  readonly amount_minor: bigint | null;
  readonly estimated_delivery_at: Date | null;
  readonly bank_description: string | null;
  readonly external_memo: string | null;
  readonly note: string | null;
  readonly status: string | null;
  readonly posted_at: Date | null;
}

const columns = sql`
  e.event_id, e.resource_type, e.resource_id, e.resource_version, e.operation, e.occurred_at, e.changed_paths, e.merge_patch,
  e.previous_values, c.account_id, c.amount_minor, c.estimated_delivery_at, c.bank_description, c.external_memo, c.note, c.status,
  c.posted_at`;
const withCreation = sql`
  left join transaction_creations c
    on c.organization_id = e.organization_id and c.transaction_id = e.resource_id and e.resource_type = 'transaction'`;

export interface NewEventRow {
  readonly eventId: EventId;
  readonly occurredAt: Date;
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly version: bigint;
  readonly operation: "create" | "update";
  readonly changedPaths: readonly string[] | undefined;
  readonly mergePatch: Readonly<Record<string, unknown>> | undefined;
  readonly previousValues: Readonly<Record<string, unknown>> | undefined;
}

interface NewEvents {
  readonly organizationId: OrganizationId;
  readonly rows: readonly NewEventRow[];
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const eventsToInsert = ({ organizationId, rows }: NewEvents): Sql => sql`
  insert into events (organization_id, event_id, resource_type, resource_id, resource_version, operation, occurred_at,
                      changed_paths, merge_patch, previous_values)
  select ${organizationId}::uuid, e.event_id, e.resource_type, e.resource_id, e.version, e.operation, e.occurred_at,
         case when e.changed_paths is not null then array(select json_array_elements_text(e.changed_paths::json)) end,
         e.merge_patch, e.previous_values
    from unnest(${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.resourceType)}::text[],
                ${rows.map((row) => row.resourceId)}::uuid[], ${rows.map((row) => row.version.toString())}::bigint[],
                ${rows.map((row) => row.operation)}::text[], ${rows.map((row) => row.occurredAt)}::timestamptz[],
                ${rows.map((row) => jsonOrNull(row.changedPaths))}::text[],
                ${rows.map((row) => jsonOrNull(row.mergePatch))}::text[], ${rows.map((row) => jsonOrNull(row.previousValues))}::text[])
           as e(event_id, resource_type, resource_id, version, operation, occurred_at, changed_paths, merge_patch, previous_values)`;

export const insertEvents = (tx: Tx, events: NewEvents) => tx.run(eventsToInsert(events));

/** Skips versions that already have their event; returns the ids written. */
export const insertMissingEvents = (tx: Tx, events: NewEvents) =>
  tx.many<{ event_id: EventId }>(sql`
  ${eventsToInsert(events)}
  on conflict on constraint events_one_per_version do nothing
  returning event_id`);

/** The newest event of each resource. */
export const findNewestEvents = (db: Queryable, organizationId: OrganizationId, resourceIds: readonly string[]) =>
  db.many<{ resource_id: string; resource_version: bigint; merge_patch: string | null }>(sql`
    select e.resource_id, e.resource_version, e.merge_patch
      from unnest(${[...resourceIds]}::uuid[]) as r(resource_id)
     cross join lateral (
       select resource_id, resource_version, merge_patch from events
        where organization_id = ${organizationId} and events.resource_id = r.resource_id
        order by resource_version desc limit 1
     ) e`);

/** The events with these ids, oldest first. */
export const findEvents = (db: Queryable, organizationId: OrganizationId, eventIds: readonly string[]) =>
  db.many<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where e.organization_id = ${organizationId} and e.event_id = any (${[...eventIds]}::uuid[])
   order by e.event_id`);

export const findEvent = (db: Queryable, organizationId: OrganizationId, eventId: string) =>
  db.maybe<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where e.organization_id = ${organizationId} and e.event_id = ${eventId}`);

/** The events of one resource, oldest first, by the index of its versions. */
export const findEventsOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { resourceId, limit }: { readonly resourceId: string; readonly limit: number },
) =>
  db.many<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where e.organization_id = ${organizationId} and e.resource_id = ${resourceId}
   order by e.resource_version limit ${limit}`);

/** Events in a range of ids, oldest first: a range of times, because ids encode their time. */
export const findEventsInRange = (
  db: Queryable,
  organizationId: OrganizationId,
  { fromId, belowId, limit }: { readonly fromId: string; readonly belowId: string; readonly limit: number },
) =>
  db.many<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where e.organization_id = ${organizationId} and e.event_id >= ${fromId}::uuid and e.event_id < ${belowId}::uuid
   order by e.event_id limit ${limit}`);

export interface EventFilter {
  readonly organizationId: OrganizationId;
  readonly resourceType?: ResourceType | undefined;
  readonly resourceId?: string | undefined;
}

/** The column for paging events. */
export const eventKey = sql`e.event_id`;

function conditionsOf({ organizationId, resourceType, resourceId }: EventFilter): Sql {
  const conditions: Sql[] = [sql`e.organization_id = ${organizationId}`];
  if (resourceId !== undefined) conditions.push(sql`e.resource_id = ${resourceId}`);
  if (resourceType !== undefined) conditions.push(sql`e.resource_type = ${resourceType}`);
  // Repeats the condition of the partial index, which the planner cannot derive from a parameter.
  if (resourceType !== undefined && resourceType !== "transaction")
    conditions.push(sql`e.resource_type <> 'transaction'`);
  return allOf(conditions);
}

export const listEventRows = (db: Queryable, filter: EventFilter, keyset: Keyset) =>
  db.many<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where ${conditionsOf(filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const eventExists = (organizationId: OrganizationId, eventId: string): Sql => sql`
  select 1 as found from recorded_events where organization_id = ${organizationId} and event_id = ${eventId}`;
