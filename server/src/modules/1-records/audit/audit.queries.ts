import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { outboxInsert } from "#kernel/work/outbox.queries.ts";
import type { RowContent } from "./row-code.ts";

/** Writes rows to the organization's own stream, locks its counter until the commit, and returns the last number. */
export const insertAuditRows = (
  tx: Tx,
  organizationId: OrganizationId,
  { rows, proofs }: { readonly rows: readonly RowContent[]; readonly proofs: readonly Buffer[] },
) => {
  const column = (name: keyof RowContent) => rows.map((row) => row[name]);
  return tx.one<{ number: bigint }>(sql`
  with counted as (
    insert into audit_streams as s (organization_id, stream_id, number)
    values (${organizationId}, ${organizationId}, ${rows.length}::integer)
    on conflict (organization_id, stream_id) do update set number = s.number + excluded.number
    returning number
  ), written as (
    insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action,
                           resource_type, resource_id, before, after, stream_id, number, mac)
    select ${organizationId}::uuid, r.audit_id, r.at, r.actor_type, r.actor_id, r.address, r.http_request_id, r.action,
           r.resource_type, r.resource_id, r.before, r.after, ${organizationId}::uuid, n.number,
           sha256(decode(r.proof, 'hex') || int8send(n.number))
      from counted
     cross join unnest(
             ${column("audit_id")}::uuid[], ${column("at")}::timestamptz[], ${column("actor_type")}::text[], ${column("actor_id")}::text[],
             ${column("address")}::text[], ${column("http_request_id")}::text[], ${column("action")}::text[],
             ${column("resource_type")}::text[],
             ${column("resource_id")}::text[], ${column("before")}::text[], ${column("after")}::text[],
             ${proofs.map((proof) => proof.toString("hex"))}::text[]) with ordinality
             as r(audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before,
                  after, proof, place)
     cross join lateral (select counted.number - ${rows.length}::integer + r.place as number) n
  ), boxed as (
    ${outboxInsert(
      organizationId,
      "audit",
      rows.map((row) => row.audit_id),
    )}
  )
  select number from counted`);
};
