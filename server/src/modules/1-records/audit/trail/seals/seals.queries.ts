import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { SealedRow } from "#records/audit";
import { instantText, type RecordedRow } from "#records/audit";

const sized = (text: Sql): Sql => sql`octet_length(${text}) || ':' || ${text} || ','`;
const netstring = (column: Sql): Sql => sql`coalesce(${sized(column)}, '-')`;
/** `contentOf` (row-code.ts), built by the database. */
const content = sql`
  ${netstring(sql`r.audit_id::text`)} || ${netstring(instantText(sql`r.at`))} || ${netstring(sql`r.actor_type`)}
  || ${netstring(sql`r.actor_id`)} || ${netstring(sql`r.address`)} || ${netstring(sql`r.http_request_id`)}
  || ${netstring(sql`r.action`)} || ${netstring(sql`r.resource_type`)} || ${netstring(sql`r.resource_id`)}
  || ${netstring(sql`r.before`)} || ${netstring(sql`r.after`)}`;
const sealedColumns = sql`r.audit_id, ${content} as content, r.decided, r.stream_id, r.number, r.mac`;

/**
 * The existing rows. "limit" keeps the planner to one lookup per row: without it, a table without statistics was
 * scanned fully for every seal.
 */
export const findSealedRows = (db: Queryable, organizationId: OrganizationId, auditIds: readonly string[]) =>
  db.many<SealedRow>(sql`
  select found.* from unnest(${uuidArray(auditIds)}::uuid[]) as n(id)
   cross join lateral (
     select ${sealedColumns} from audit_rows r where r.organization_id = ${organizationId} and r.audit_id = n.id limit 1) found`);

/** Rows by ID, for checking them without their seals. */
export const findRowsAbove = (
  db: Queryable,
  organizationId: OrganizationId,
  { above, limit }: { readonly above: string | undefined; readonly limit: number },
) =>
  db.many<SealedRow>(sql`
  select found.*
    from (select audit_id from recorded_audit_rows
           where organization_id = ${organizationId} and ${within(sql`audit_id`, { above })}
           order by audit_id limit ${limit}) n
   cross join lateral (
     select ${sealedColumns} from audit_rows r where r.organization_id = ${organizationId} and r.audit_id = n.audit_id limit 1) found
   order by n.audit_id`);

/** A row with all its columns: for exports. */
export interface ExportedRow extends RecordedRow {
  readonly decided: string;
}

export const findRows = (db: Queryable, organizationId: OrganizationId, auditIds: readonly string[]) =>
  db.many<ExportedRow>(sql`
  select audit_id, ${instantText(sql`at`)} as at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id,
         before, after, decided, stream_id, number, mac
    from audit_rows where organization_id = ${organizationId} and audit_id = any (${[...auditIds]}::uuid[])`);

export interface SealRow {
  readonly seal_number: bigint;
  readonly audit_ids: readonly string[];
  readonly mac: Buffer;
  readonly sealed_at: string;
}
const sealColumns = sql`seal_number, audit_ids, mac, ${instantText(sql`sealed_at`)} as sealed_at`;

export const findSeal = (db: Queryable, organizationId: OrganizationId, sealNumber: bigint) =>
  db.maybe<SealRow>(sql`
  select ${sealColumns} from audit_seals where organization_id = ${organizationId} and seal_number = ${sealNumber.toString()}::bigint`);

export const findLastSeal = (db: Queryable, organizationId: OrganizationId) =>
  db.maybe<SealRow>(sql`
  select ${sealColumns} from audit_seals where organization_id = ${organizationId} order by seal_number desc limit 1`);

export const findSealsAfter = (db: Queryable, organizationId: OrganizationId, after: bigint, limit: number) =>
  db.many<SealRow>(sql`
  select ${sealColumns} from audit_seals
   where organization_id = ${organizationId} and seal_number > ${after.toString()}::bigint
   order by seal_number limit ${limit}`);

export const insertSeal = (
  tx: Tx,
  organizationId: OrganizationId,
  seal: Omit<SealRow, "sealed_at"> & { readonly sealedAt: Date },
) =>
  tx.run(sql`
  insert into audit_seals (organization_id, seal_number, audit_ids, mac, sealed_at)
  values (${organizationId}, ${seal.seal_number.toString()}::bigint, ${uuidArray(seal.audit_ids)}::uuid[], ${seal.mac}, ${seal.sealedAt})`);

export interface HeadRow {
  readonly seal_number: bigint;
  readonly rows_sealed: bigint;
  readonly mac: Buffer;
}

/** Only the sealer that holds the consumer's lock gets here, so a conflicting lock is reported, not waited for. */
export const lockHead = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<HeadRow>(sql`
  select seal_number, rows_sealed, mac from audit_heads where organization_id = ${organizationId} for no key update nowait`);

export const putHead = (tx: Tx, organizationId: OrganizationId, head: HeadRow) =>
  tx.run(sql`
  insert into audit_heads (organization_id, seal_number, rows_sealed, mac)
  values (${organizationId}, ${head.seal_number.toString()}::bigint, ${head.rows_sealed.toString()}::bigint, ${head.mac})
  on conflict (organization_id) do update
    set seal_number = excluded.seal_number, rows_sealed = excluded.rows_sealed, mac = excluded.mac`);

/** A range of row ids, excluding the lower and including the upper bound; undefined = no bound. */
export interface IdRange {
  readonly above?: string | undefined;
  readonly upTo?: string | undefined;
}

const within = (column: Sql, { above, upTo }: IdRange): Sql =>
  sql`${above === undefined ? sql`true` : sql`${column} > ${above}::uuid`} and ${upTo === undefined ? sql`true` : sql`${column} <= ${upTo}::uuid`}`;

/** Rows without a seal or an outbox row, oldest first. One statement, so that the sealer cannot run in between. */
export const findStrayRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { limit, ...range }: IdRange & { readonly limit: number },
) =>
  db.many<{ audit_id: string }>(sql`
    with named as (
      select unnest(audit_ids) as audit_id from audit_seals where organization_id = ${organizationId}
      union all
      select unnest(ids) from outbox_rows where organization_id = ${organizationId} and topic = 'audit'
    ), known as materialized (
      select audit_id from named where ${within(sql`audit_id`, range)}
    )
    select l.audit_id from recorded_audit_rows l
     where l.organization_id = ${organizationId} and ${within(sql`l.audit_id`, range)}
       and not exists (select 1 from known k where k.audit_id = l.audit_id)
     order by l.audit_id limit ${limit}`);

/** The row this many rows later, if it exists. */
export const findIdAhead = (
  db: Queryable,
  organizationId: OrganizationId,
  { above, rows }: { readonly above: string | undefined; readonly rows: number },
) =>
  db.maybe<{ audit_id: string }>(sql`
    select audit_id from recorded_audit_rows
     where organization_id = ${organizationId} and ${within(sql`audit_id`, { above })}
     order by audit_id offset ${rows - 1} limit 1`);

/** The end of the chain and the rows waiting after it, at one moment. */
export interface ChainEndRow {
  readonly last_seal_number: bigint | null;
  readonly head_seal_number: bigint | null;
  readonly head_rows_sealed: bigint | null;
  readonly head_mac: Buffer | null;
  readonly rows_unsealed: bigint;
}

export const findChainEnd = (db: Queryable, organizationId: OrganizationId) =>
  db.one<ChainEndRow>(sql`
  select (select max(seal_number) from audit_seals where organization_id = ${organizationId}) as last_seal_number,
         h.seal_number as head_seal_number, h.rows_sealed as head_rows_sealed, h.mac as head_mac,
         (select coalesce(sum(cardinality(ids)), 0)::bigint from outbox_rows
           where organization_id = ${organizationId} and topic = 'audit') as rows_unsealed
    from (select 1) as always
    left join audit_heads h on h.organization_id = ${organizationId}`);

/** Rows waiting for their seal, in sealing order. */
export const findUnsealedIds = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ position: bigint; ids: string[] }>(sql`
  select position, ids from outbox_rows where organization_id = ${organizationId} and topic = 'audit' order by position`);
