import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { EndpointId, OrganizationId } from "#kernel/values/ids.ts";
import { endpoints } from "../tables.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import { type EndpointStatus, endpointStates } from "./endpoint-states.ts";

const exists = isOneOf(sql`status`, endpointStates.statesBefore("delete"));
const isActive = isOneOf(sql`status`, endpointStates.statesBefore("disable"));

/** An endpoint, with its sealed secrets. */
export interface EndpointRow {
  readonly endpoint_id: EndpointId;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly event_types: readonly string[] | null;
  readonly filter_paths: readonly string[] | null;
  /** Null once deleted. */
  readonly secret: Buffer | null;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const columns = sql`
  e.endpoint_id, e.url, e.status, e.event_types, e.filter_paths, e.secret, e.previous_secret, e.previous_secret_until,
  e.created_at, e.updated_at`;

/** Stores a new endpoint. */
export const insertEndpoint = (tx: Tx, organizationId: OrganizationId, row: EndpointRow) =>
  tx.run(sql`
  insert into webhook_endpoints (organization_id, endpoint_id, url, status, event_types, filter_paths, secret, created_at, updated_at)
  values (${organizationId}, ${row.endpoint_id}, ${row.url}, ${row.status}, ${arrayOrNull(row.event_types)}::text[],
          ${arrayOrNull(row.filter_paths)}::text[], ${row.secret}, ${row.created_at}, ${row.updated_at})
  returning ${endpoints.inserted()}`);

const arrayOrNull = (names: readonly string[] | null): string[] | null => (names === null ? null : [...names]);

/** Serializes creations of one organization, once it has an endpoint, so that the count is exact. */
export const lockOldestEndpoint = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe(sql`
  select endpoint_id from webhook_endpoints
   where organization_id = ${organizationId} and ${exists}
   order by endpoint_id limit 1 for no key update`);

/** Endpoints that are not deleted. */
export const countEndpoints = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<{ count: bigint }>(sql`
  select count(*) as count from webhook_endpoints where organization_id = ${organizationId} and ${exists}`);

/** An endpoint that is not deleted. */
export const findEndpoint = (db: Queryable, organizationId: OrganizationId, endpointId: string) =>
  db.maybe<EndpointRow>(sql`
  select ${columns}, ${endpoints.proof("e")} from webhook_endpoints e
   where e.organization_id = ${organizationId} and e.endpoint_id = ${endpointId} and ${exists}`);

/** Locks an endpoint that is not deleted: before its deliveries, as in every transaction. */
export const lockEndpoint = (tx: Tx, organizationId: OrganizationId, endpointId: string) =>
  tx.maybe<EndpointRow>(sql`
  select ${columns}, ${endpoints.proof("e")} from webhook_endpoints e
   where e.organization_id = ${organizationId} and e.endpoint_id = ${endpointId} and ${exists} for no key update`);

/** Endpoints that receive events now: only those that are proven. */
export const findActiveEndpoints = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<EndpointRow>(sql`
  select ${columns}, ${endpoints.proofOrSkip("e")} from webhook_endpoints e
   where e.organization_id = ${organizationId} and ${isActive} order by e.endpoint_id`);

export const endpointKey: Sql = sql`endpoint_id`;

export const listEndpointRows = (
  db: Queryable,
  filter: { readonly organizationId: OrganizationId; readonly statuses: readonly EndpointStatus[] },
  keyset: Keyset,
) =>
  db.many<EndpointRow>(sql`
    select ${columns} from webhook_endpoints e
     where organization_id = ${filter.organizationId} and status = any (${[...filter.statuses]}::text[]) and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`);

export interface TroubledEndpoint {
  readonly endpoint_id: EndpointId;
  readonly url: string;
  readonly status: EndpointStatus;
  readonly failing_since: Date | null;
  readonly consecutive_failures: number;
}

/** Endpoints that receive nothing: disabled, or failing since some time. Oldest first. */
export const troubledEndpoints = (db: Queryable, organizationId: OrganizationId) =>
  db.many<TroubledEndpoint>(sql`
  select endpoint_id, url, status, failing_since, consecutive_failures from webhook_endpoints
   where organization_id = ${organizationId}
     and (status = 'disabled' or (${isActive} and failing_since is not null))
   order by endpoint_id`);

export const endpointExists = (organizationId: OrganizationId, endpointId: string): Sql => sql`
  select 1 as found from webhook_endpoints where organization_id = ${organizationId} and endpoint_id = ${endpointId}`;

/** Replaces everything but the health. The caller holds the lock. */
export const updateEndpoint = (tx: Tx, organizationId: OrganizationId, row: EndpointRow) =>
  tx.run(sql`
  update webhook_endpoints
     set url = ${row.url}, status = ${row.status}, event_types = ${arrayOrNull(row.event_types)}::text[],
         filter_paths = ${arrayOrNull(row.filter_paths)}::text[], secret = ${row.secret}, previous_secret = ${row.previous_secret},
         previous_secret_until = ${row.previous_secret_until}, updated_at = ${row.updated_at}
   where organization_id = ${organizationId} and endpoint_id = ${row.endpoint_id} and ${exists}
  returning ${endpoints.changed()}`);

/** The health of endpoints, locked, in id order. */
export const lockHealth = (tx: Tx, organizationId: OrganizationId, endpointIds: readonly EndpointId[]) =>
  tx.many<{
    endpoint_id: EndpointId;
    status: EndpointStatus;
    url: string;
    failing_since: Date | null;
    consecutive_failures: number;
    retry_at: Date | null;
  }>(sql`
    select endpoint_id, status, url, failing_since, consecutive_failures, retry_at from webhook_endpoints
     where organization_id = ${organizationId} and endpoint_id = any (${[...endpointIds]}::uuid[])
     order by endpoint_id for no key update`);

/** Replaces the health. The caller holds the lock. */
export const updateHealth = (tx: Tx, organizationId: OrganizationId, endpointId: EndpointId, health: EndpointHealth) =>
  tx.run(sql`
  update webhook_endpoints
     set failing_since = ${health.failingSince ?? null}, consecutive_failures = ${health.consecutiveFailures},
         retry_at = ${health.retryAt ?? null}
   where organization_id = ${organizationId} and endpoint_id = ${endpointId}`);

/** Returns 0 if the endpoint is not active: paused, deleted, or disabled by another process; or if it is not proven. */
export async function disableEndpoint(
  tx: Tx,
  organizationId: OrganizationId,
  endpointId: EndpointId,
  at: Date,
): Promise<number> {
  const proven = await tx.maybe(sql`
  select e.endpoint_id, ${endpoints.proofOrSkip("e")} from webhook_endpoints e
   where e.organization_id = ${organizationId} and e.endpoint_id = ${endpointId} for no key update`);
  if (proven === undefined) return 0;
  return tx.run(sql`
  update webhook_endpoints set status = ${endpointStates.moves.disable.to}, updated_at = ${at}
   where organization_id = ${organizationId} and endpoint_id = ${endpointId} and ${isActive}
  returning ${endpoints.changed()}`);
}
