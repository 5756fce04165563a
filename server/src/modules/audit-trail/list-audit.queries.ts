import type { Keyset } from "../../kernel/http/paging.queries.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { allOf, type Sql, sql } from "../../kernel/sql/sql.ts";
import { type AuditId, firstIdAt, type OrganizationId } from "../../kernel/values/ids.ts";
import type { Actor } from "../audit/index.ts";

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
}

/** View: audit_rows. */
const columns: Sql = sql`
  audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after`;

/** The key for paging the log. */
export const auditKey: Sql = sql`audit_id`;

/** Ids from the first one and below the second: a range of times. */
export interface IdSpan {
  readonly fromId: string;
  readonly belowId: string;
}

export interface AuditFilter {
  readonly actorType?: Actor["type"] | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly resourceType?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly fromId?: string | undefined;
  readonly belowId?: string | undefined;
}

function conditionsOf(organizationId: OrganizationId, filter: AuditFilter): Sql {
  const { actorType, actorId, action, resourceType, resourceId, fromId, belowId } = filter;
  const conditions: Sql[] = [sql`organization_id = ${organizationId}`];
  if (actorType !== undefined) conditions.push(sql`actor_type = ${actorType}`);
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (resourceType !== undefined) conditions.push(sql`resource_type = ${resourceType}`);
  if (resourceId !== undefined) conditions.push(sql`resource_id = ${resourceId}`);
  // Repeats the conditions of the partial indexes, which the planner cannot derive from a parameter.
  if (actorType === "user") conditions.push(sql`actor_type = 'user'`);
  if (isOfFew(filter)) conditions.push(sql`resource_type <> 'transaction'`);
  if (fromId !== undefined) conditions.push(sql`audit_id >= ${fromId}::uuid`);
  if (belowId !== undefined) conditions.push(sql`audit_id < ${belowId}::uuid`);
  return allOf(conditions);
}

/** True if the requested rows are not about transactions, which are most of the log. */
function isOfFew({ action, resourceType }: AuditFilter): boolean {
  if (resourceType !== undefined) return resourceType !== "transaction";
  return action !== undefined && !action.startsWith("transaction.") && !action.startsWith("transfer.");
}

export const listAuditRows = (
  db: Queryable,
  { organizationId, ...filter }: AuditFilter & { readonly organizationId: OrganizationId },
  keyset: Keyset,
) =>
  db.many<AuditRow>(sql`
  select ${columns} from audit_rows
   where ${conditionsOf(organizationId, filter)} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

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
