import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { DeliveryId, EndpointId, EventId, OrganizationId } from "#kernel/values/ids.ts";
import { type DeliveryState, deliveryStates } from "./delivery-states.ts";

const waits = isOneOf(sql`state`, deliveryStates.statesBefore("deliver"));

/** One event to deliver to one endpoint. */
export interface NewDelivery {
  readonly deliveryId: DeliveryId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly resourceId: string;
  readonly resourceVersion: bigint;
}

interface NewDeliveries {
  readonly purpose: "event" | "resend";
  readonly at: Date;
  readonly deliveries: readonly NewDelivery[];
}

/** Queues deliveries, due at once. */
export const insertDeliveries = (tx: Tx, organizationId: OrganizationId, { purpose, at, deliveries }: NewDeliveries) =>
  tx.run(sql`
  insert into webhook_deliveries (organization_id, delivery_id, endpoint_id, event_id, resource_id, resource_version, purpose, state,
                                  created_at, next_attempt_at)
  select ${organizationId}::uuid, d.delivery_id, d.endpoint_id, d.event_id, d.resource_id, d.resource_version,
         ${purpose}::text, ${deliveryStates.initial[0]}::text,
         ${at}::timestamptz, ${at}::timestamptz
    from unnest(${deliveries.map((delivery) => delivery.deliveryId)}::uuid[], ${deliveries.map((delivery) => delivery.endpointId)}::uuid[],
                ${deliveries.map((delivery) => delivery.eventId)}::uuid[], ${deliveries.map((delivery) => delivery.resourceId)}::uuid[],
                ${deliveries.map((delivery) => delivery.resourceVersion.toString())}::bigint[])
           as d(delivery_id, endpoint_id, event_id, resource_id, resource_version)`);

/** Which of these events already wait for the endpoint. */
export const findWaitingEvents = (
  tx: Tx,
  organizationId: OrganizationId,
  { endpointId, eventIds }: { readonly endpointId: EndpointId; readonly eventIds: readonly EventId[] },
) =>
  tx.many<{ event_id: EventId }>(sql`
    select event_id from webhook_deliveries
     where organization_id = ${organizationId} and event_id = any (${[...eventIds]}::uuid[]) and endpoint_id = ${endpointId} and ${waits}`);

/** Due now, with a new attempt count. */
export const restartWaiting = (
  tx: Tx,
  organizationId: OrganizationId,
  { endpointId, at }: { readonly endpointId: EndpointId; readonly at: Date },
) =>
  tx.run(sql`
  update webhook_deliveries set next_attempt_at = least(next_attempt_at, ${at}), first_attempt_at = null, failures = 0
   where organization_id = ${organizationId} and endpoint_id = ${endpointId} and ${waits}`);

/** The endpoint has recovered: postponed deliveries are due now. */
export const expediteDeliveries = (
  tx: Tx,
  organizationId: OrganizationId,
  { endpointId, at }: { readonly endpointId: EndpointId; readonly at: Date },
) =>
  tx.run(sql`
  update webhook_deliveries set next_attempt_at = ${at}
   where organization_id = ${organizationId} and endpoint_id = ${endpointId} and ${waits} and next_attempt_at > ${at}`);

/** Ends all waiting deliveries of a deleted endpoint and releases their leases. */
export const abandonWaiting = (tx: Tx, organizationId: OrganizationId, endpointId: EndpointId) =>
  tx.run(sql`
  update webhook_deliveries set state = ${deliveryStates.moves.abandon.to}, claimed_until = null
   where organization_id = ${organizationId} and endpoint_id = ${endpointId}
     and ${isOneOf(sql`state`, deliveryStates.statesBefore("abandon"))}`);

/** A delivery, as its log shows it. */
export interface DeliveryRow {
  readonly delivery_id: DeliveryId;
  readonly event_id: EventId;
  readonly resource_id: string;
  readonly resource_version: bigint;
  readonly purpose: "event" | "resend";
  readonly state: DeliveryState;
  readonly created_at: Date;
  readonly next_attempt_at: Date;
  readonly delivered_at: Date | null;
}

export const deliveryKey: Sql = sql`delivery_id`;

/** Undefined states: all. */
export interface DeliveryFilter {
  readonly organizationId: OrganizationId;
  readonly endpointId: string;
  readonly states: readonly DeliveryState[] | undefined;
}

/** One page of the delivery log. */
export const listDeliveryRows = (
  db: Queryable,
  { organizationId, endpointId, states }: DeliveryFilter,
  keyset: Keyset,
) => {
  const conditions = [sql`organization_id = ${organizationId}`, sql`endpoint_id = ${endpointId}`];
  // Constants, because the indexes of waiting and of abandoned deliveries are partial.
  if (states !== undefined) conditions.push(isOneOf(sql`state`, states));
  return db.many<DeliveryRow>(sql`
    select delivery_id, event_id, resource_id, resource_version, purpose, state, created_at, next_attempt_at, delivered_at
      from webhook_deliveries
     where ${allOf(conditions)} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`);
};

/** More than these are not counted, so that a busy endpoint's page costs no more than another's. */
const COUNTED_MAX = 50_000;

/** How many deliveries were queued on each day in New York since an id, by state. */
export const countByDay = (
  db: Queryable,
  organizationId: OrganizationId,
  { endpointId, firstId }: { endpointId: string; firstId: string },
) =>
  db.many<{ day: string; state: DeliveryState; count: bigint }>(sql`
  select (created_at at time zone 'America/New_York')::date::text as day, state, count(*) as count
    from (select created_at, state from webhook_deliveries
           where organization_id = ${organizationId} and endpoint_id = ${endpointId} and delivery_id >= ${firstId}::uuid
           order by delivery_id desc limit ${COUNTED_MAX}) as newest
   group by 1, 2`);

export const deliveryExists = (organizationId: OrganizationId, endpointId: string, deliveryId: string): Sql => sql`
  select 1 as found from webhook_deliveries
   where organization_id = ${organizationId} and delivery_id = ${deliveryId} and endpoint_id = ${endpointId}`;

/** One attempt, as its log shows it. */
export interface AttemptRow {
  readonly delivery_id: DeliveryId;
  readonly attempt: number;
  readonly attempted_at: Date;
  readonly outcome: "delivered" | "failed" | "refused";
  readonly status_code: number | null;
  readonly reason: string | null;
  readonly duration_ms: number;
  readonly response_snippet: string | null;
}

/** All attempts of these deliveries, in the order in which they were made. */
export const findAttempts = (db: Queryable, organizationId: OrganizationId, deliveryIds: readonly DeliveryId[]) =>
  db.many<AttemptRow>(sql`
  select delivery_id, attempt, attempted_at, outcome, status_code, reason, duration_ms, response_snippet
    from webhook_attempts
   where organization_id = ${organizationId} and delivery_id = any (${[...deliveryIds]}::uuid[])
   order by delivery_id, attempt`);

/** A delivery of one event to one endpoint, with the result of its last attempt. */
export interface EventDeliveryRow {
  readonly delivery_id: DeliveryId;
  readonly endpoint_id: EndpointId;
  readonly event_id: EventId;
  readonly url: string;
  readonly purpose: "event" | "resend";
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  readonly last_status_code: number | null;
  readonly last_reason: string | null;
}

/** Deliveries of these events to all endpoints, in the order in which they were queued. */
export const findDeliveriesOfEvents = (
  db: Queryable,
  organizationId: OrganizationId,
  { eventIds, limit }: { readonly eventIds: readonly EventId[]; readonly limit: number },
) =>
  db.many<EventDeliveryRow>(sql`
  select d.delivery_id, d.endpoint_id, d.event_id, e.url, d.purpose, d.state, d.attempts, d.created_at, d.delivered_at,
         a.status_code as last_status_code, a.reason as last_reason
    from webhook_deliveries d
    join webhook_endpoints e on e.organization_id = d.organization_id and e.endpoint_id = d.endpoint_id
    left join webhook_attempts a
      on a.organization_id = d.organization_id and a.delivery_id = d.delivery_id and a.attempt = d.attempts
   where d.organization_id = ${organizationId} and d.event_id = any (${[...eventIds]}::uuid[])
   order by d.delivery_id limit ${limit}`);
