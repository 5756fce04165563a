import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

const textColumns = {
  actor_type: sql`actor_type`,
  actor_id: sql`actor_id`,
  address: sql`address`,
  http_request_id: sql`http_request_id`,
  action: sql`action`,
  resource_type: sql`resource_type`,
  resource_id: sql`resource_id`,
  before: sql`before`,
  after: sql`after`,
} as const;
export type TextColumn = keyof typeof textColumns;
export const textColumnNames = Object.keys(textColumns) as readonly TextColumn[];

const row = (id: OrganizationId, auditId: string): Sql => sql`organization_id = ${id} and audit_id = ${auditId}`;
const seal = (id: OrganizationId, sealNumber: bigint): Sql =>
  sql`organization_id = ${id} and seal_number = ${sealNumber.toString()}::bigint`;

export const setText = (
  tx: Tx,
  id: OrganizationId,
  { auditId, column, value }: { auditId: string; column: TextColumn; value: string },
) => tx.run(sql`update audit_log set ${textColumns[column]} = ${value} where ${row(id, auditId)}`);

/** Null becomes an empty text and any other text becomes null: the smallest possible edit. */
export const toggleNull = (tx: Tx, id: OrganizationId, auditId: string) =>
  tx.run(sql`
  update audit_log set before = case when before is null then '' end where ${row(id, auditId)}`);

export const setActorType = (tx: Tx, id: OrganizationId, auditId: string) =>
  tx.run(sql`
  update audit_log set actor_type = case when actor_type = 'user' then 'token' else 'user' end where ${row(id, auditId)}`);

export const shiftByMicrosecond = (tx: Tx, id: OrganizationId, auditId: string) =>
  tx.run(sql`
  update audit_log set at = (at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC' where ${row(id, auditId)}`);

export const deleteRow = (tx: Tx, id: OrganizationId, auditId: string) =>
  tx.run(sql`delete from audit_log where ${row(id, auditId)}`);

export const renameRow = (tx: Tx, id: OrganizationId, { from, to }: { from: string; to: string }) =>
  tx.run(sql`update audit_log set audit_id = ${to} where ${row(id, from)}`);

export const copyRow = (tx: Tx, id: OrganizationId, { from, to }: { from: string; to: string }) =>
  tx.run(sql`
  insert into audit_log (organization_id, audit_id, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after, stream_id, number, mac)
  select organization_id, ${to}, at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id, before, after, stream_id, number, mac
    from audit_log where ${row(id, from)}`);

export const deleteSeal = (tx: Tx, id: OrganizationId, sealNumber: bigint) =>
  tx.run(sql`delete from audit_seals where ${seal(id, sealNumber)}`);

export const renumberSeal = (tx: Tx, id: OrganizationId, { from, to }: { from: bigint; to: bigint }) =>
  tx.run(sql`update audit_seals set seal_number = ${to.toString()}::bigint where ${seal(id, from)}`);

export const setSealIds = (
  tx: Tx,
  id: OrganizationId,
  { sealNumber, ids }: { sealNumber: bigint; ids: readonly string[] },
) => tx.run(sql`update audit_seals set audit_ids = ${[...ids]}::uuid[] where ${seal(id, sealNumber)}`);

export const setSealMac = (tx: Tx, id: OrganizationId, { sealNumber, mac }: { sealNumber: bigint; mac: Buffer }) =>
  tx.run(sql`update audit_seals set mac = ${mac} where ${seal(id, sealNumber)}`);

export const shiftSealTime = (tx: Tx, id: OrganizationId, sealNumber: bigint) =>
  tx.run(
    sql`update audit_seals set sealed_at = (sealed_at at time zone 'UTC' - interval '1 day') at time zone 'UTC' where ${seal(id, sealNumber)}`,
  );

export const copySeal = (
  tx: Tx,
  id: OrganizationId,
  { from, to, ids }: { from: bigint; to: bigint; ids: readonly string[] },
) =>
  tx.run(sql`
  insert into audit_seals (organization_id, seal_number, audit_ids, mac, sealed_at)
  select organization_id, ${to.toString()}::bigint, ${[...ids]}::uuid[], mac, sealed_at from audit_seals where ${seal(id, from)}`);

/** Deletes everything from this seal on, optionally with its rows. */
export async function cutTail(
  tx: Tx,
  id: OrganizationId,
  { from, withRows }: { from: bigint; withRows: boolean },
): Promise<void> {
  if (withRows) {
    await tx.run(sql`
      delete from audit_log where organization_id = ${id} and audit_id in (
        select unnest(audit_ids) from audit_seals where organization_id = ${id} and seal_number >= ${from.toString()}::bigint)`);
  }
  await tx.run(
    sql`delete from audit_seals where organization_id = ${id} and seal_number >= ${from.toString()}::bigint`,
  );
}

/** Deletes unsealed rows and their references: the rest of a complete rollback. */
export async function dropUnsealed(tx: Tx, id: OrganizationId): Promise<void> {
  await tx.run(sql`delete from audit_log where organization_id = ${id} and audit_id in (
    select unnest(ids) from outbox where organization_id = ${id} and topic = 'audit')`);
  await forgetUnsealed(tx, id);
}

export const forgetUnsealed = (tx: Tx, id: OrganizationId) =>
  tx.run(sql`delete from outbox where organization_id = ${id} and topic = 'audit'`);

export interface Head {
  readonly seal_number: bigint;
  readonly rows_sealed: bigint;
  readonly mac: Buffer;
}
export const headOf = (db: Queryable, id: OrganizationId) =>
  db.one<Head>(sql`
  select seal_number, rows_sealed, mac from audit_heads where organization_id = ${id}`);

export const setHead = (tx: Tx, id: OrganizationId, head: Head) =>
  tx.run(sql`
  update audit_heads set seal_number = ${head.seal_number.toString()}::bigint, rows_sealed = ${head.rows_sealed.toString()}::bigint, mac = ${head.mac}
   where organization_id = ${id}`);

export const deleteHead = (tx: Tx, id: OrganizationId) =>
  tx.run(sql`delete from audit_heads where organization_id = ${id}`);

export const sealsOf = (db: Queryable, id: OrganizationId) =>
  db.many<{ seal_number: bigint; audit_ids: string[]; mac: Buffer }>(sql`
  select seal_number, audit_ids, mac from audit_seals where organization_id = ${id} order by seal_number`);

export const unsealedIds = (db: Queryable, id: OrganizationId) =>
  db.many<{ audit_id: string }>(sql`
  select unnest(ids) as audit_id from outbox where organization_id = ${id} and topic = 'audit'`);

/** The counter of the organization's stream, and what the sealer recorded for it. */
export interface StreamState {
  readonly number: bigint;
  readonly sealed: bigint;
  readonly mac: Buffer;
}

export const streamOf = (db: Queryable, id: OrganizationId) =>
  db.one<StreamState>(sql`
  select s.number, e.number as sealed, e.mac
    from audit_streams s
    join audit_stream_ends e on e.organization_id = s.organization_id and e.stream_id = s.stream_id
   where s.organization_id = ${id} and s.stream_id = ${id}`);

export const setStream = (tx: Tx, id: OrganizationId, { number, sealed, mac }: StreamState) =>
  tx.run(sql`
  with counted as (
    update audit_streams set number = ${number.toString()}::bigint where organization_id = ${id} and stream_id = ${id}
  )
  update audit_stream_ends set number = ${sealed.toString()}::bigint, mac = ${mac} where organization_id = ${id} and stream_id = ${id}`);

export const setNumber = (
  tx: Tx,
  id: OrganizationId,
  { auditId, number }: { auditId: string; number: bigint | null },
) =>
  tx.run(
    sql`update audit_log set number = ${number === null ? null : number.toString()}::bigint where ${row(id, auditId)}`,
  );

export const setRowMac = (tx: Tx, id: OrganizationId, { auditId, mac }: { auditId: string; mac: Buffer }) =>
  tx.run(sql`update audit_log set mac = ${mac} where ${row(id, auditId)}`);

export const deleteStreamEnds = (tx: Tx, id: OrganizationId) =>
  tx.run(sql`delete from audit_stream_ends where organization_id = ${id}`);

export const dropStreams = (tx: Tx, id: OrganizationId) =>
  tx.run(sql`delete from audit_streams where organization_id = ${id}`);
