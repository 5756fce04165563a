import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { EventId, OrganizationId } from "#kernel/values/ids.ts";
import type { ResourceType } from "#records/events";

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
/** Looked up one by one, also in tables without statistics, like the events of `findEventRows`. */
const withCreation = sql`
  left join lateral (
    select * from transaction_creations t
     where t.organization_id = e.organization_id and t.transaction_id = e.resource_id and e.resource_type = 'transaction'
     limit 1) c on true`;

/** The events with these ids, oldest first. */
export const findEventRows = (db: Queryable, organizationId: OrganizationId, eventIds: readonly string[]) =>
  db.many<EventRow>(sql`
  select ${columns} from unnest(${uuidArray([...new Set(eventIds)])}::uuid[]) as n(id)
   cross join lateral (
     select * from recorded_events r where r.organization_id = ${organizationId} and r.event_id = n.id limit 1) e ${withCreation}
   order by e.event_id`);

/** The events of one resource, oldest first, by the index of its versions. */
export const findEventRowsOf = (
  db: Queryable,
  organizationId: OrganizationId,
  { resourceId, limit }: { readonly resourceId: string; readonly limit: number },
) =>
  db.many<EventRow>(sql`
  select ${columns} from recorded_events e ${withCreation}
   where e.organization_id = ${organizationId} and e.resource_id = ${resourceId}
   order by e.resource_version limit ${limit}`);

/** Events in a range of ids, oldest first: a range of times, because ids encode their time. */
export const findEventRowsInRange = (
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

/** The type of a resource that has events: the index of its events is only for types other than transactions. */
export const typeOfResource = async (db: Queryable, organizationId: OrganizationId, resourceId: string) =>
  (
    await db.maybe<{ resource_type: ResourceType }>(sql`
  select resource_type from recorded_events
   where organization_id = ${organizationId} and resource_id = ${resourceId} order by resource_version limit 1`)
  )?.resource_type;

export const eventExists = (organizationId: OrganizationId, eventId: string): Sql => sql`
  select 1 as found from recorded_events where organization_id = ${organizationId} and event_id = ${eventId}`;
