import { plusMs } from "#kernel/clock/clock.ts";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, isOneOf, type Sql, sql } from "#kernel/sql/sql.ts";
import { type AuditId, firstIdAt, instantOf, isUuid, type OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";

/** A row of the log as users read it. */
export interface AuditRow {
  readonly audit_id: AuditId;
  readonly at: Date;
  readonly actor_type: Actor["type"];
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly http_request_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  /** JSON text, like `after`. */
  readonly before: string | null;
  readonly after: string | null;
  /** Its position in its stream and its code; null for rows from before numbering. */
  readonly number: bigint | null;
  readonly mac: Buffer | null;
}

/** View: audit_rows. */
const columns: Sql = sql`
  audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after, number, mac`;

/** The key for paging the log. */
export const auditKey: Sql = sql`audit_id`;

/** Ids from the first one and below the second: a range of times. */
export interface IdSpan {
  readonly fromId: string;
  readonly belowId: string;
}

export interface AuditFilter {
  readonly actorType?: Actor["type"] | undefined;
  readonly actors?: "people" | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly fromId?: string | undefined;
  readonly belowId?: string | undefined;
}

function conditionsOf(organizationId: OrganizationId, filter: AuditFilter): Sql {
  const { actorType, actors, actorId, action, resourceType, resourceId, fromId, belowId } = filter;
  const conditions: Sql[] = [sql`organization_id = ${organizationId}`];
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (resourceType !== undefined) conditions.push(sql`resource_type = ${resourceType}`);
  if (resourceId !== undefined) conditions.push(sql`resource_id = ${resourceId}`);
  // Repeats the conditions of the partial indexes, which the planner cannot derive from a parameter.
  if (actorType !== undefined) conditions.push(isOneOf(sql`actor_type`, [actorType]));
  if (actors === "people") conditions.push(isOneOf(sql`actor_type`, people));
  if (isOther(actorType)) conditions.push(isOneOf(sql`actor_type`, otherActors));
  if (resourceType !== undefined && resourceType !== "transaction")
    conditions.push(sql`resource_type <> 'transaction'`);
  if (action !== undefined && action !== CREATION) conditions.push(notCreation);
  if (fromId !== undefined) conditions.push(sql`audit_id >= ${fromId}::uuid`);
  if (belowId !== undefined) conditions.push(sql`audit_id < ${belowId}::uuid`);
  return allOf(conditions);
}

/** Actors who are people: users, and operators, recipients, and customers. */
const people = ["user", "operator", "payee", "payer"] as const;

/** Actors other than people, tokens, and the bank, which do nearly everything. */
const otherActors = ["operator", "service", "payee", "payer"] as const;
const isOther = (actorType: Actor["type"] | undefined): boolean =>
  otherActors.some((otherActor) => otherActor === actorType);

/** What create_payments writes, and no index but the key contains. */
const CREATION = "transaction.create";
const notCreation = sql`action <> 'transaction.create'`;
/** The row of a payment is written soon after its id is generated. */
const WRITTEN_WITHIN_MS = 60_000;

export const listAuditRows = (
  db: Queryable,
  { organizationId, ...filter }: AuditFilter & { readonly organizationId: OrganizationId },
  keyset: Keyset,
) => {
  const conditions = conditionsOf(organizationId, filter);
  const { resourceId } = filter;
  if (resourceId === undefined)
    return db.many<AuditRow>(sql`
  select ${columns} from audit_rows
   where ${conditions} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);
  const page = (which: Sql): Sql => sql`
    select audit_id from recorded_audit_rows where ${conditions} and ${which} and ${keyset.condition}
     order by ${keyset.order} limit ${keyset.limit}`;
  return db.many<AuditRow>(sql`
  select ${columns} from audit_rows
   where organization_id = ${organizationId}
     and audit_id in ((${page(notCreation)}) union all (${page(creationOf(resourceId))}))
   order by ${keyset.order} limit ${keyset.limit}`);
};

/** The first row of a transaction, found by its time. */
function creationOf(resourceId: string): Sql {
  if (!isUuid(resourceId)) return sql`false`;
  const at = instantOf(resourceId);
  if (!(at < LATEST)) return sql`false`;
  return sql`action = 'transaction.create' and audit_id >= ${firstIdAt(plusMs(at, -WRITTEN_WITHIN_MS))}::uuid
      and audit_id < ${firstIdAt(plusMs(at, WRITTEN_WITHIN_MS))}::uuid`;
}
/** A time below which every id has a date. */
const LATEST = new Date("9999-01-01T00:00:00Z");

export const auditRowExists = (organizationId: OrganizationId, auditId: string): Sql => sql`
  select 1 as found from recorded_audit_rows where organization_id = ${organizationId} and audit_id = ${auditId}`;

/**
 * Rows about one resource within ranges of time. The log has no index by transaction, which every payment would pay
 * for, but the times of a transaction's events are known.
 */
export const findRowsWithin = (
  db: Queryable,
  organizationId: OrganizationId,
  { resourceId, spans }: { readonly resourceId: string; readonly spans: readonly IdSpan[] },
) =>
  db.many<AuditRow>(sql`
  select found.*
    from unnest(${spans.map((span) => span.fromId)}::uuid[], ${spans.map((span) => span.belowId)}::uuid[]) as s(from_id, below_id)
   cross join lateral (
     select ${columns} from audit_rows l
      where l.organization_id = ${organizationId} and l.audit_id >= s.from_id and l.audit_id < s.below_id
        and l.resource_id = ${resourceId}) found
   order by found.audit_id`);

export interface AuditedAct {
  readonly actor_type: Actor["type"];
  readonly actor_id: string | null;
}

/** The actors of one of these actions on a resource within a short time, found by the rows' ids. Latest first. */
export const actsOn = (
  db: Queryable,
  organizationId: OrganizationId,
  act: {
    readonly resourceId: string;
    readonly actions: readonly string[];
    readonly from: Date;
    readonly until: Date;
  },
) =>
  db.many<AuditedAct>(sql`
  select actor_type, actor_id from recorded_audit_rows
   where organization_id = ${organizationId} and audit_id >= ${firstIdAt(act.from)}::uuid and audit_id < ${firstIdAt(act.until)}::uuid
     and resource_id = ${act.resourceId} and action = any (${[...act.actions]}::text[])
   order by audit_id desc limit 10`);
