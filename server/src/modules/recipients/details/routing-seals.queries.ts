import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, RoutingId } from "../../../kernel/values/ids.ts";
import type { RoutingRow } from "../recipients.queries.ts";

/** Tables: recipient_routings, recipients (this module). For versions written before they had seals. */
export const areAllSealed = (db: Queryable) =>
  db.one<{ sealed: boolean }>(sql`
  select convalidated as sealed from pg_constraint
   where conrelid = 'recipient_routings'::regclass and conname = 'recipient_routings_sealed'`);

/** The database checks every row there is: this fails if one has no seal. */
export const requireSeals = (tx: Tx) =>
  tx.run(sql`alter table recipient_routings validate constraint recipient_routings_sealed`);

/** With the name that payments to them were made to until now: the recipient's. */
export const lockUnsealed = (tx: Tx, organizationId: OrganizationId, limit: number) =>
  tx.many<RoutingRow & { readonly name: string }>(sql`
  select g.routing_id, g.recipient_id, g.method, g.public_details, g.account_number, g.account_number_last4, g.created_at,
         r.name, g.proposed, g.seal
    from recipient_routings g
    join recipients r on r.organization_id = g.organization_id and r.recipient_id = g.recipient_id
   where g.organization_id = ${organizationId} and g.seal is null
   order by g.routing_id limit ${limit}
     for no key update of g`);

export const sealStored = (
  tx: Tx,
  organizationId: OrganizationId,
  { routingId, name, seal }: { routingId: RoutingId; name: string; seal: Buffer },
) =>
  tx.run(sql`
  update recipient_routings set name = ${name}, seal = ${seal}
   where organization_id = ${organizationId} and routing_id = ${routingId} and seal is null`);
