import type { OrganizationId } from "../../kernel/ids.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "../../kernel/sql/sql.ts";
import type { SealedRow } from "./chain.ts";

/** Instants as text: a Date would drop the microseconds, and an edit of them. */
const instant = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const rowColumns = sql`
  audit_id, ${instant(sql`at`)} as at, actor_type, actor_id, address, http_request_id, action, resource_type, resource_id,
  before, after`;

export const findRows = (db: Queryable, organizationId: OrganizationId, auditIds: readonly string[]) =>
  db.many<SealedRow>(sql`
  select ${rowColumns} from audit_log where organization_id = ${organizationId} and audit_id = any (${[...auditIds]}::uuid[])`);

const UUID_LENGTH = sql`36`;
const INSTANT_LENGTH = sql`27`;
const sized = (text: Sql, length: Sql): Sql => sql`${length} || ':' || ${text} || ','`;
const netstring = (column: Sql): Sql => sql`coalesce(${sized(column, sql`octet_length(${column})`)}, '-')`;

/**
 * `rowsDigest` of chain.ts, worked out where the rows are; every verification compares the two. "limit" keeps the planner
 * to one look-up per row: without it, a table it knows nothing of yet was read whole for every seal.
 */
export const digestRows = (db: Queryable, organizationId: OrganizationId, auditIds: readonly string[]) =>
  db.one<{ digest: Buffer }>(sql`
  select sha256(convert_to(string_agg(
           case when l.audit_id is null then ${sized(sql`n.id`, UUID_LENGTH)} || '!'
                else ${sized(sql`l.audit_id`, UUID_LENGTH)} || ${sized(instant(sql`l.at`), INSTANT_LENGTH)}
                     || ${netstring(sql`l.actor_type`)} || ${netstring(sql`l.actor_id`)} || ${netstring(sql`l.address`)}
                     || ${netstring(sql`l.http_request_id`)} || ${netstring(sql`l.action`)} || ${netstring(sql`l.resource_type`)}
                     || ${netstring(sql`l.resource_id`)} || ${netstring(sql`l.before`)} || ${netstring(sql`l.after`)}
           end || E'\\n', '' order by n.position), 'UTF8')) as digest
    from unnest(${uuidArray(auditIds)}::uuid[]) with ordinality as n(id, position)
    left join lateral (
      select * from audit_log where organization_id = ${organizationId} and audit_id = n.id limit 1
    ) l on true`);

export interface SealRow {
  readonly seal_number: bigint;
  readonly audit_ids: readonly string[];
  readonly mac: Buffer;
  readonly sealed_at: string;
}
const sealColumns = sql`seal_number, audit_ids, mac, ${instant(sql`sealed_at`)} as sealed_at`;

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

export const lockHead = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<HeadRow>(sql`
  select seal_number, rows_sealed, mac from audit_heads where organization_id = ${organizationId} for no key update`);

export const putHead = (tx: Tx, organizationId: OrganizationId, head: HeadRow) =>
  tx.run(sql`
  insert into audit_heads (organization_id, seal_number, rows_sealed, mac)
  values (${organizationId}, ${head.seal_number.toString()}::bigint, ${head.rows_sealed.toString()}::bigint, ${head.mac})
  on conflict (organization_id) do update
    set seal_number = excluded.seal_number, rows_sealed = excluded.rows_sealed, mac = excluded.mac`);

/** A range of row ids, without its lower and with its upper bound; undefined = no bound. */
export interface IdRange {
  readonly above?: string | undefined;
  readonly upTo?: string | undefined;
}

const within = (column: Sql, { above, upTo }: IdRange): Sql =>
  sql`${above === undefined ? sql`true` : sql`${column} > ${above}::uuid`} and ${upTo === undefined ? sql`true` : sql`${column} <= ${upTo}::uuid`}`;

/** Rows that no seal holds and no outbox row names, oldest first. One statement, so the sealer cannot run in between. */
export const findStrayRows = (
  db: Queryable,
  organizationId: OrganizationId,
  { limit, ...range }: IdRange & { readonly limit: number },
) =>
  db.many<{ audit_id: string }>(sql`
    with named as (
      select unnest(audit_ids) as audit_id from audit_seals where organization_id = ${organizationId}
      union all
      select unnest(ids) from outbox where organization_id = ${organizationId} and topic = 'audit'
    ), known as materialized (
      select audit_id from named where ${within(sql`audit_id`, range)}
    )
    select l.audit_id from audit_log l
     where l.organization_id = ${organizationId} and ${within(sql`l.audit_id`, range)}
       and not exists (select 1 from known k where k.audit_id = l.audit_id)
     order by l.audit_id limit ${limit}`);

/** The row that many rows further on, if there are so many. */
export const findIdAhead = (
  db: Queryable,
  organizationId: OrganizationId,
  { above, rows }: { readonly above: string | undefined; readonly rows: number },
) =>
  db.maybe<{ audit_id: string }>(sql`
    select audit_id from audit_log
     where organization_id = ${organizationId} and ${within(sql`audit_id`, { above })}
     order by audit_id offset ${rows - 1} limit 1`);

/** Rows the outbox names that are not there. */
export const findMissingUnsealed = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<{ audit_id: string }>(sql`
  select n.audit_id
    from (select unnest(ids) as audit_id from outbox where organization_id = ${organizationId} and topic = 'audit') n
   where not exists (select 1 from audit_log l where l.organization_id = ${organizationId} and l.audit_id = n.audit_id)
   limit ${limit}`);

/** Where the chain ends, and what waits behind it, at one moment. */
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
         (select coalesce(sum(cardinality(ids)), 0)::bigint from outbox where organization_id = ${organizationId} and topic = 'audit') as rows_unsealed
    from (select 1) as always
    left join audit_heads h on h.organization_id = ${organizationId}`);

/** Rows that wait for their seal, in the order they will be sealed. */
export const findUnsealedIds = (db: Queryable, organizationId: OrganizationId) =>
  db.many<{ position: bigint; ids: string[] }>(sql`
  select position, ids from outbox where organization_id = ${organizationId} and topic = 'audit' order by position`);
