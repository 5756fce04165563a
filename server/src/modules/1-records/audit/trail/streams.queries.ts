import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

export interface StreamEndRow {
  readonly stream_id: string;
  readonly number: bigint;
  readonly mac: Buffer;
}

export const findStreamEnds = (db: Queryable, organizationId: OrganizationId) =>
  db.many<StreamEndRow>(sql`
  select stream_id, number, mac from audit_stream_ends where organization_id = ${organizationId}`);

export const putStreamEnds = (tx: Tx, organizationId: OrganizationId, ends: readonly StreamEndRow[]) =>
  tx.run(sql`
  insert into audit_stream_ends (organization_id, stream_id, number, mac)
  select ${organizationId}::uuid, e.stream_id, e.number, decode(e.mac, 'hex')
    from unnest(${ends.map((end) => end.stream_id)}::uuid[], ${ends.map((end) => end.number.toString())}::bigint[],
                ${ends.map((end) => end.mac.toString("hex"))}::text[]) as e(stream_id, number, mac)
  on conflict (organization_id, stream_id) do update set number = excluded.number, mac = excluded.mac`);

/** The last number of every stream: of each account that has paid, and of the organization. */
const counters = sql`
  select organization_id, stream_id, number from account_streams
  union all
  select organization_id, stream_id, number from organization_streams`;

export const findCounters = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ stream_id: string; number: bigint }>(sql`
  select stream_id, number from (${counters}) c where organization_id = ${organizationId}`);

export interface StreamRow {
  readonly organization_id: OrganizationId;
  readonly stream_id: string;
  /** The last assigned number. */
  readonly number: bigint;
  /** The last sealed number. */
  readonly sealed: bigint;
}

/** Every stream of the service. */
export const findStreams = (db: Queryable) =>
  db.many<StreamRow>(sql`
  select c.organization_id, c.stream_id, c.number, coalesce(e.number, 0) as sealed
    from (${counters}) c
    left join audit_stream_ends e on e.organization_id = c.organization_id and e.stream_id = c.stream_id`);

/**
 * Payments from an ID on without an audit row; audit rows are searched from slightly earlier. `except` sorts or hashes
 * both sides: without statistics, as in a young database, a join would compare each payment with each row.
 */
export const findUnauditedPayments = (
  db: Queryable,
  organizationId: OrganizationId,
  { fromId, auditFromId }: { readonly fromId: string; readonly auditFromId: string },
) =>
  db.many<{ transaction_id: string }>(sql`
  select transaction_id::text as transaction_id from transaction_creations
   where organization_id = ${organizationId} and transaction_id >= ${fromId}::uuid and kind = 'outgoingPayment'
  except
  select resource_id from recorded_audit_rows
   where organization_id = ${organizationId} and audit_id >= ${auditFromId}::uuid and action = 'transaction.create'
   order by transaction_id limit 100`);

/** Until the transaction ends, a statement fails after waiting a second for a lock. */
export const setLockTimeout = (tx: Tx) => tx.run(sql`select set_config('lock_timeout', '1s', true)`);

/** Those without a row. Looked up one by one, also in tables without statistics, as in `findSealedRows`. */
export const findMissingRows = (db: Queryable, organizationId: OrganizationId, auditIds: readonly string[]) =>
  db.many<{ audit_id: string }>(sql`
  select n.id as audit_id from unnest(${uuidArray(auditIds)}::uuid[]) as n(id)
    left join lateral (
      select true as found from recorded_audit_rows l where l.organization_id = ${organizationId} and l.audit_id = n.id limit 1) l on true
   where l.found is null
   limit 100`);
