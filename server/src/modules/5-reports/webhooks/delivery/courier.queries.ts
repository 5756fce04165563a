import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { DeliveryId, EndpointId, EventId, OrganizationId } from "#kernel/values/ids.ts";
import { endpointStates } from "../endpoints/endpoint-states.ts";
import { endpoints } from "../tables.ts";
import type { AttemptRow } from "./deliveries.queries.ts";
import { type DeliveryState, type DeliveryTrigger, deliveryStates } from "./delivery-states.ts";

/** Conditions written from the state tables, so that they match the partial indexes. */
const waits = (state: Sql): Sql => isOneOf(state, deliveryStates.statesBefore("deliver"));
const isActive = isOneOf(sql`e.status`, endpointStates.statesBefore("disable"));

/**
 * The courier's statements. Due times use the service's clock; leases use the database's clock, which all processes
 * share and which never stops.
 */

/**
 * No earlier event of the same resource still waits for the same endpoint. The fence (offset 0) keeps it from becoming a
 * join that, without statistics, compares each delivery with all that wait. In index order (`readInIndexOrder`), its own order
 * leaves the planner only the index by resource; without, one of all the endpoint's deliveries seems as cheap.
 */
const isNext = (organizationId: Sql): Sql => sql`
  not exists (
    select 1 from webhook_deliveries p
     where p.organization_id = ${organizationId} and p.endpoint_id = d.endpoint_id and p.resource_id = d.resource_id
       and ${waits(sql`p.state`)}
       and (p.resource_version, p.delivery_id) < (d.resource_version, d.delivery_id)
     order by p.resource_version, p.delivery_id offset 0)`;
const isFree = sql`(d.claimed_until is null or d.claimed_until < statement_timestamp())`;

export interface DueEndpoint {
  readonly organization_id: OrganizationId;
  readonly endpoint_id: EndpointId;
  /** It keeps failing: one delivery at a time. */
  readonly held_back: boolean;
}

/**
 * Active endpoints of all organizations with due deliveries. With `failingBefore`, those that are down are left out unless
 * they have failed since then.
 */
export const findDueEndpoints = (
  db: Queryable,
  {
    now,
    failingBefore,
    limit,
  }: { readonly now: Date; readonly failingBefore: Date | undefined; readonly limit: number },
) =>
  db.many<DueEndpoint>(sql`
  select e.organization_id, e.endpoint_id, e.retry_at is not null as held_back
    from webhook_endpoints e
   where ${isActive} and (e.retry_at is null or e.retry_at <= ${now})
     and (${failingBefore ?? null}::timestamptz is null or e.retry_at is null or e.failing_since <= ${failingBefore ?? null}::timestamptz)
     and exists (select 1 from webhook_deliveries d
                  where d.organization_id = e.organization_id and d.endpoint_id = e.endpoint_id and ${waits(sql`d.state`)}
                    and d.next_attempt_at <= ${now} and ${isFree})
   limit ${limit}`);

/**
 * When the sandbox's clock stops for deliveries next; in the past if one is already due. The retries of an endpoint are
 * one stop: those within half of the first one's wait, which its jitter spans anyway. An endpoint that is down is one
 * stop, too: the end of its three days.
 */
export const findNextStop = (db: Queryable, backOff: StopWaits) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(case when e.retry_at is not null
                  then greatest(first.next_attempt_at, e.failing_since + ${backOff.givenUpAfterMs}::float8 * interval '1 millisecond')
                  when first.failures = 0 then first.next_attempt_at
                  else last.next_attempt_at end) as due_at
    from webhook_endpoints e
   cross join lateral (
     select d.next_attempt_at, d.failures from webhook_deliveries d
      where d.organization_id = e.organization_id and d.endpoint_id = e.endpoint_id and ${waits(sql`d.state`)}
        and ${isNext(sql`e.organization_id`)}
      order by d.next_attempt_at limit 1
   ) first
   cross join lateral (
     select max(d.next_attempt_at) as next_attempt_at from webhook_deliveries d
      where d.organization_id = e.organization_id and d.endpoint_id = e.endpoint_id and ${waits(sql`d.state`)}
        and d.failures > 0
        and d.next_attempt_at <= first.next_attempt_at
            + least(${backOff.firstWaitMs}::float8 * 2 ^ (least(first.failures, 20) - 1),
                    ${backOff.nominalWaitMsMax}::float8) / 2 * interval '1 millisecond'
   ) last
   where ${isActive}`);

/** Of back-off.ts. */
export interface StopWaits {
  readonly firstWaitMs: number;
  readonly nominalWaitMsMax: number;
  readonly givenUpAfterMs: number;
}

/** Which deliveries to claim, and for how long. */
export interface Claim {
  readonly organizationId: OrganizationId;
  readonly now: Date;
  readonly leaseMs: number;
  /** How many deliveries each endpoint may have now. */
  readonly shares: readonly { readonly endpointId: EndpointId; readonly count: number }[];
}

/** A claimed delivery, with its target and the sealed secrets. */
export interface ClaimedRow {
  readonly delivery_id: DeliveryId;
  readonly endpoint_id: EndpointId;
  readonly event_id: EventId;
  readonly due_at: Date;
  readonly url: string;
  readonly secret: Buffer;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
}

/**
 * Leases due deliveries that are next for their resource. Rows locked by another process are skipped, not waited for. A
 * delivery to an endpoint that is not proven is leased, so that it is not tried all the time, and left out. Behind the
 * fence, only the deliveries' IDs are left to find them by: not all that an endpoint ever got.
 */
export const claimDeliveries = (tx: Tx, { organizationId, now, leaseMs, shares }: Claim) =>
  tx.many<ClaimedRow>(sql`
  with targets as materialized (
    select e.endpoint_id, e.url, e.secret, e.previous_secret, e.previous_secret_until, ${endpoints.proofOrSkip("e")}
      from webhook_endpoints e
     where e.organization_id = ${organizationId} and e.endpoint_id = any (${shares.map((share) => share.endpointId)}::uuid[])
       and ${isActive}
  ), due as (
    select d.delivery_id, d.next_attempt_at as due_at, t.*
      from unnest(${shares.map((share) => share.endpointId)}::uuid[],
                  ${shares.map((share) => share.count)}::integer[]) as s(endpoint_id, count)
     cross join lateral (
       select d.delivery_id, d.next_attempt_at from webhook_deliveries d
        where d.organization_id = ${organizationId} and d.endpoint_id = s.endpoint_id and ${waits(sql`d.state`)}
          and d.next_attempt_at <= ${now} and ${isFree} and ${isNext(sql`${organizationId}`)}
        order by d.next_attempt_at, d.delivery_id
        limit s.count
          for update of d skip locked
     ) d
      join targets t on t.endpoint_id = s.endpoint_id
    offset 0
  )
  update webhook_deliveries d
     set claimed_until = statement_timestamp() + ${leaseMs}::integer * interval '1 millisecond'
    from due
   where d.organization_id = ${organizationId} and d.delivery_id = due.delivery_id
  returning d.delivery_id, d.endpoint_id, d.event_id, due.due_at, due.url, due.secret, due.previous_secret, due.previous_secret_until,
            due."proof or skip webhook_endpoints"`);

/** Other processes may claim these deliveries now. */
export const releaseClaims = (db: Queryable, organizationId: OrganizationId, deliveryIds: readonly DeliveryId[]) =>
  db.run(sql`
  update webhook_deliveries set claimed_until = null
   where organization_id = ${organizationId} and delivery_id = any (${[...deliveryIds]}::uuid[]) and ${waits(sql`state`)}`);

/** The part of a delivery that the outcome of an attempt changes. */
export interface LockedDelivery {
  readonly delivery_id: DeliveryId;
  readonly endpoint_id: EndpointId;
  readonly resource_id: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly failures: number;
  readonly first_attempt_at: Date | null;
}

/** In id order, after the endpoints: the order of every transaction that locks both. */
export const lockDeliveries = (tx: Tx, organizationId: OrganizationId, deliveryIds: readonly DeliveryId[]) =>
  tx.many<LockedDelivery>(sql`
  select delivery_id, endpoint_id, resource_id, state, attempts, failures, first_attempt_at
    from webhook_deliveries
   where organization_id = ${organizationId} and delivery_id = any (${[...deliveryIds]}::uuid[])
   order by delivery_id for no key update`);

/** The log of attempts; rows are never changed. */
export const insertAttempts = (tx: Tx, organizationId: OrganizationId, attempts: readonly AttemptRow[]) =>
  tx.run(sql`
  insert into webhook_attempts (organization_id, delivery_id, attempt, attempted_at, outcome, status_code, reason,
                                duration_ms, response_snippet)
  select ${organizationId}::uuid, a.*
    from unnest(${attempts.map((attempt) => attempt.delivery_id)}::uuid[], ${attempts.map((attempt) => attempt.attempt)}::integer[],
                ${attempts.map((attempt) => attempt.attempted_at)}::timestamptz[], ${attempts.map((attempt) => attempt.outcome)}::text[],
                ${attempts.map((attempt) => attempt.status_code)}::integer[], ${attempts.map((attempt) => attempt.reason)}::text[],
                ${attempts.map((attempt) => attempt.duration_ms)}::integer[],
                ${attempts.map((attempt) => attempt.response_snippet)}::text[]) as a`);

/** The effect of an attempt on its delivery. */
export interface DeliveryChange {
  readonly deliveryId: DeliveryId;
  readonly trigger: DeliveryTrigger;
  readonly attempts: number;
  readonly failures: number;
  readonly firstAttemptAt: Date;
  readonly nextAttemptAt: Date;
  readonly deliveredAt: Date | undefined;
}

/** Applies outcomes and releases the leases. A delivery that no longer waits is left as it is. */
export const updateDeliveries = (tx: Tx, organizationId: OrganizationId, changes: readonly DeliveryChange[]) =>
  tx.run(sql`
  update webhook_deliveries d
     set state = c.state, attempts = c.attempts, failures = c.failures, first_attempt_at = c.first_attempt_at,
         next_attempt_at = c.next_attempt_at, delivered_at = c.delivered_at, claimed_until = null
    from unnest(${changes.map((change) => change.deliveryId)}::uuid[],
                ${changes.map((change) => deliveryStates.moves[change.trigger].to)}::text[],
                ${changes.map((change) => change.attempts)}::integer[], ${changes.map((change) => change.failures)}::integer[],
                ${changes.map((change) => change.firstAttemptAt)}::timestamptz[],
                ${changes.map((change) => change.nextAttemptAt)}::timestamptz[],
                ${changes.map((change) => change.deliveredAt ?? null)}::timestamptz[])
           as c(delivery_id, state, attempts, failures, first_attempt_at, next_attempt_at, delivered_at)
   where d.organization_id = ${organizationId} and d.delivery_id = c.delivery_id and ${waits(sql`d.state`)}`);

/**
 * Postpones the deliveries behind a postponed one, so that the courier does not poll them in vain. The fences (offset 0)
 * make the planner look them up by their resource; without statistics, it would compare each postponed one with all.
 */
export const postponeLaterDeliveries = (tx: Tx, organizationId: OrganizationId, deliveryIds: readonly DeliveryId[]) =>
  tx.run(sql`
  update webhook_deliveries s set next_attempt_at = later.next_attempt_at
    from (
      select l.delivery_id, d.next_attempt_at
        from unnest(${[...deliveryIds]}::uuid[]) as postponed(delivery_id)
       cross join lateral (
         select * from webhook_deliveries d
          where d.organization_id = ${organizationId} and d.delivery_id = postponed.delivery_id
         offset 0) d
       cross join lateral (
         select l.delivery_id, l.next_attempt_at from webhook_deliveries l
          where l.organization_id = ${organizationId} and l.endpoint_id = d.endpoint_id
            and l.resource_id = d.resource_id and ${waits(sql`l.state`)}
            and (l.resource_version, l.delivery_id) > (d.resource_version, d.delivery_id)
          order by l.resource_version, l.delivery_id
         offset 0) l
       where l.next_attempt_at < d.next_attempt_at
      offset 0) later
   where s.organization_id = ${organizationId} and s.delivery_id = later.delivery_id`);
