import { type Queryable, sqlStateOf, type Tx } from "../sql/database.ts";
import type { ProvenTable } from "../sql/proven-table.ts";
import { literally, parameterList, type Sql, sql } from "../sql/sql.ts";
import type { OrganizationId } from "../values/ids.ts";

export interface ProofRow {
  readonly subject: string;
  readonly version: number;
  readonly proof: Buffer;
}

/** Adds proofs. Returns how many: fewer if there is a proof of a version already. */
export const insertProofs = (db: Queryable, organizationId: OrganizationId, proofs: readonly ProofRow[]) =>
  db.run(sql`
  insert into row_proofs (organization_id, subject, version, proof)
  select ${organizationId}, subject, version, decode(proof, 'hex')
    from unnest(${proofs.map((row) => row.subject)}::text[], ${proofs.map((row) => row.version)}::integer[],
                ${proofs.map((row) => row.proof.toString("hex"))}::text[]) as g(subject, version, proof)
  on conflict do nothing`);

/** The last version of each of these subjects. */
export const latestProofs = (db: Queryable, organizationId: OrganizationId, subjects: readonly string[]) =>
  db.many<ProofRow>(sql`
  select p.subject, p.version, p.proof
    from unnest(${[...subjects]}::text[]) as g(subject)
   cross join lateral (select subject, version, proof from row_proofs
                        where organization_id = ${organizationId} and subject = g.subject
                        order by version desc limit 1) p`);

/** Organizations, all of which have a key, that do not require proofs yet. */
export const organizationsBefore = (db: Queryable, subject: string) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select k.organization_id from organization_keys k
   where k.key_version = 1
     and not exists (select from row_proofs p where p.organization_id = k.organization_id and p.subject = ${subject})
   order by k.organization_id`);

/** Whether processes of the version before proofs may still write: for a day after the tables of proofs were made. */
export const mayOlderVersionsWrite = (db: Queryable, version: number) =>
  db.one<{ may: boolean }>(sql`
  select coalesce(max(applied_at) > now() - interval '1 day', false) as may from schema_migrations where version = ${version}`);

export interface MarkedRow {
  /** Null if the row needs no proof. */
  readonly mark: string | null;
  readonly cursor: readonly string[];
}

export interface PageOfRows {
  /** Only these rows; all organizations' otherwise. */
  readonly organizationId?: OrganizationId | undefined;
  /** The cursor of the last row of the page before. */
  readonly after: readonly string[];
  readonly limit: number;
}

/** A page of a proven table's rows, with what vouches for each, in the order of the primary key. */
export const pageOfRows = (db: Queryable, table: ProvenTable, page: PageOfRows) =>
  db.many<MarkedRow>(selectPage(table, page));

/** The same, locked. */
export const lockPageOfRows = (tx: Tx, table: ProvenTable, page: PageOfRows) =>
  tx.many<MarkedRow>(sql`${selectPage(table, page)} for update of t`);

function selectPage(table: ProvenTable, { organizationId, after, limit }: PageOfRows): Sql {
  const columns = ["t.organization_id", ...table.text.keyColumns("t")];
  const key = literally(columns.join(", "));
  const cursor = literally(columns.map((column) => `${column}::text`).join(", "));
  // A list, not an array: each value is compared as its column's type, so that the index of the key is used.
  const isAfter = after.length === 0 ? sql`true` : sql`(${key}) > (${parameterList(after)})`;
  const isOf = organizationId === undefined ? sql`true` : sql`t.organization_id = ${organizationId}`;
  return sql`
  select ${literally(table.text.proof("t"))} as mark, array[${cursor}] as cursor
    from ${literally(table.name)} t where ${isAfter} and ${isOf} order by ${key} limit ${limit}`;
}

/** The row with this key, locked. */
export const lockMarkedRow = (
  tx: Tx,
  table: ProvenTable,
  { organizationId, key }: { readonly organizationId: OrganizationId; readonly key: string },
) =>
  tx
    .maybe<{ mark: string | null }>(markedRow(table, { organizationId, key }, sql` for update of t`))
    .catch(noneIfNoKey);

/** No row has a key that is not of its columns' types, such as one that was written into the list of alarms. */
function noneIfNoKey(error: unknown): undefined {
  // 42883: a digest is compared with a column of another type.
  if (!/^22|^42883$/.test(sqlStateOf(error) ?? "")) throw error;
  return undefined;
}

export const findMarkedRow = (
  db: Queryable,
  table: ProvenTable,
  row: { readonly organizationId: OrganizationId; readonly key: string },
) => db.maybe<{ mark: string | null }>(markedRow(table, row, sql``)).catch(noneIfNoKey);

/** Reads the proof of a row, so that it can be changed. The table has one column that is its key. */
export const readProof = (
  tx: Tx,
  table: ProvenTable,
  { organizationId, id }: { readonly organizationId: OrganizationId; readonly id: string },
) =>
  tx.maybe(sql`
  select ${table.proof("t")} from ${literally(table.name)} t
   where t.organization_id = ${organizationId} and ${literally(`t.${table.key[0]}`)} = ${id}`);

/** Each value of the key is compared as its column's type, so that the key's index is used; then the whole text. */
function markedRow(
  table: ProvenTable,
  { organizationId, key }: { readonly organizationId: OrganizationId; readonly key: string },
  lock: Sql,
): Sql {
  const columns = table.text.keyColumns("t");
  // A single value may contain slashes.
  const values = columns.length === 1 ? [key] : key.split("/");
  const isKey = columns
    .map((column, index) => sql`${literally(column)} = ${typed(values[index])}`)
    .reduce((before, same) => sql`${before} and ${same}`, sql`${literally(table.text.key("t"))} = ${key}`);
  return sql`
  select ${literally(table.text.proof("t"))} as mark from ${literally(table.name)} t
   where t.organization_id = ${organizationId} and ${isKey}${lock}`;
}

/** A digest is decoded by the database: not every driver takes its text. */
function typed(value: string | undefined): Sql {
  const digest = value?.match(/^\\x((?:[0-9a-f]{2})*)$/)?.[1];
  return digest === undefined ? sql`${value ?? null}` : sql`decode(${digest}, 'hex')`;
}

export interface UnprovenRowFound {
  readonly table_name: string;
  readonly row_key: string;
  readonly found_at: Date;
}

/** Records that a row was found to be unproven, for the other processes; once. */
export const insertUnprovenRow = (
  db: Queryable,
  organizationId: OrganizationId,
  row: { readonly table: string; readonly key: string; readonly at: Date },
) =>
  db.run(sql`
  insert into unproven_rows (organization_id, table_name, row_key, found_at)
  values (${organizationId}, ${row.table}, ${row.key}, ${row.at}) on conflict do nothing`);

export const findUnprovenRows = (db: Queryable, organizationId: OrganizationId, limit: number) =>
  db.many<UnprovenRowFound>(sql`
  select table_name, row_key, found_at from unproven_rows
   where organization_id = ${organizationId} order by found_at desc, table_name, row_key limit ${limit}`);

export const isRecordedUnproven = (
  db: Queryable,
  organizationId: OrganizationId,
  row: { readonly table: string; readonly key: string },
) =>
  db.one<{ recorded: boolean }>(sql`
  select exists (select from unproven_rows where organization_id = ${organizationId}
                    and table_name = ${row.table} and row_key = ${row.key}) as recorded`);

/** Rows of other tables than these, of all organizations or of one, also those that an operator has accepted since. */
export const findUnprovenElsewhere = (
  db: Queryable,
  {
    organizationId,
    except,
    limit,
    offset,
  }: { organizationId?: OrganizationId | undefined; except: readonly string[]; limit: number; offset: number },
) =>
  db.many<UnprovenRowFound & { readonly organization_id: OrganizationId }>(sql`
  select organization_id, table_name, row_key, found_at from unproven_rows
   where table_name <> all (${[...except]}::text[])
     and ${organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`}
   order by organization_id, table_name, row_key limit ${limit} offset ${offset}`);
