import type { ConnectionId } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** Locks the organization's bank; there is a row after the first call. Returns the number of its last record. */
export const lockBank = (tx: Tx, organizationId: OrganizationId) =>
  tx.one<{ last_sequence: number }>(sql`
  insert into sandbox_banks (organization_id, last_sequence) values (${organizationId}, 0)
  on conflict (organization_id) do update set last_sequence = sandbox_banks.last_sequence
  returning last_sequence`);

export interface RecordRow {
  readonly sequence: number;
  readonly content: Buffer;
}

/** The records after a number, in order. */
export const recordsAfter = (db: Queryable, organizationId: OrganizationId, { sequence, limit }: RecordRange) =>
  db.many<RecordRow>(sql`
  select sequence, content from sandbox_bank_records
   where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${limit}`);

interface RecordRange {
  readonly sequence: number;
  readonly limit: number;
}

/** Adds records, in the order of their numbers. */
export const insertRecords = async (tx: Tx, organizationId: OrganizationId, records: readonly RecordRow[]) => {
  const last = records.at(-1);
  if (last === undefined) return;
  await tx.run(sql`
  with added as (
    insert into sandbox_bank_records (organization_id, sequence, content)
    select ${organizationId}::uuid, r.sequence, r.content
      from unnest(${records.map(({ sequence }) => sequence)}::integer[], ${records.map(({ content }) => content)}::bytea[]) as r(sequence, content)
  )
  update sandbox_banks set last_sequence = ${last.sequence} where organization_id = ${organizationId}`);
};

export interface BankDeliveryRow {
  readonly connection_id: ConnectionId;
  readonly delivered_through: Date | null;
  readonly delivered_sequence: number | null;
  readonly next_due_at: Date | null;
}

export const listDeliveries = (db: Queryable, organizationId: OrganizationId) =>
  db.many<BankDeliveryRow>(sql`
  select connection_id, delivered_through, delivered_sequence, next_due_at from sandbox_bank_connections
   where organization_id = ${organizationId}`);

export const storeDelivery = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { connectionId: string; through: Date; sequence: number },
) =>
  tx.run(sql`
  insert into sandbox_bank_connections (organization_id, connection_id, delivered_through, delivered_sequence)
  values (${organizationId}, ${of.connectionId}::uuid, ${of.through}, ${of.sequence})
  on conflict (organization_id, connection_id) do update
     set delivered_through = excluded.delivered_through, delivered_sequence = excluded.delivered_sequence`);

export const storeNextDue = (
  tx: Tx,
  organizationId: OrganizationId,
  { connectionId, at }: { connectionId: string; at: Date | null },
) =>
  tx.run(sql`
  insert into sandbox_bank_connections (organization_id, connection_id, next_due_at)
  values (${organizationId}, ${connectionId}::uuid, ${at})
  on conflict (organization_id, connection_id) do update set next_due_at = excluded.next_due_at`);

/** The connections for which banks have something now, of every organization in the scope. */
export const dueConnections = (db: Queryable, now: Date) =>
  db.many<{ connection_id: ConnectionId }>(sql`
  select c.connection_id from organization_ids o
    join sandbox_bank_connections c on c.organization_id = o.organization_id and c.next_due_at <= ${now}`);

/** When a bank of the scope has something next. */
export const nextBankDue = (db: Queryable) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(c.next_due_at) as due_at
    from organization_ids o join sandbox_bank_connections c on c.organization_id = o.organization_id and c.next_due_at is not null`);
