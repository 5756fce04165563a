import { type AuditId, firstIdAt, type OrganizationId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Actor, AuditEntry } from "./audit-entry.ts";

interface NewAuditRows {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly rows: readonly (AuditEntry & { readonly auditId: AuditId; readonly at: Date })[];
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const insertAuditRows = (tx: Tx, { organizationId, actor, rows }: NewAuditRows) =>
  tx.run(sql`
  insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action,
                         resource_type, resource_id, before, after)
  select ${organizationId}::uuid, r.audit_id, r.at, ${actor.type}::text, ${actor.id ?? null}::text, ${actor.address ?? null}::text,
         ${actor.httpRequestId ?? null}::text, r.action, r.resource_type, r.resource_id, r.before, r.after
    from unnest(${rows.map((row) => row.auditId)}::uuid[], ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.action)}::text[],
                ${rows.map((row) => row.resourceType)}::text[], ${rows.map((row) => row.resourceId)}::text[],
                ${rows.map((row) => jsonOrNull(row.before))}::text[], ${rows.map((row) => jsonOrNull(row.after))}::text[])
           as r(audit_id, at, action, resource_type, resource_id, before, after)`);

export interface AuditedAct {
  readonly actor_type: Actor["type"];
  readonly actor_id: string | null;
}

/** Who did one of the actions to a resource within a short time: found among the rows of that time, by their ids. Latest first. */
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
  select actor_type, actor_id from audit_log
   where organization_id = ${organizationId} and audit_id >= ${firstIdAt(act.from)}::uuid and audit_id < ${firstIdAt(act.until)}::uuid
     and resource_id = ${act.resourceId} and action = any (${[...act.actions]}::text[])
   order by audit_id desc limit 10`);
