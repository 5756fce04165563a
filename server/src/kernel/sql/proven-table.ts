import { literally, type Sql, sql } from "./sql.ts";

/**
 * A table whose rows are proven (docs/adr/0083-proven-rows.md): a row authorizes something, decides where something goes,
 * or makes something happen once, so it is not used unless a key outside the database vouches for its present content.
 * Statements name what they read and write with the fragments below; the database of the service (kernel/proofs/proving-database.ts)
 * checks and records the proofs.
 */
export interface ProvenTable {
  readonly name: string;
  /** The columns of the primary key after organization_id; none if the organization has one row. */
  readonly key: readonly string[];
  /** The other columns that are proven. Columns that only describe the row, such as its last use, may be left out. */
  readonly columns: readonly string[];
  /** In a select list: the statement fails if a row is not proven. */
  proof(alias: string): Sql;
  /** In a select list: a row that is not proven is reported and left out. */
  proofOrSkip(alias: string): Sql;
  /** The same for the rows of a subquery: `${users.proofsOf("u", sql`from … where …`)}`. */
  proofsOf(alias: string, from: Sql): Sql;
  proofsOfOrSkip(alias: string, from: Sql): Sql;
  /** In the `returning` list of an insert that changes no existing row. */
  inserted(alias?: string): Sql;
  /** In the `returning` list of an update; the transaction must have read the row with its proof, and locked it. */
  changed(alias?: string): Sql;
  /**
   * An update that reads the rows with their proofs, locks them, and changes them. `set` and `where` name columns without
   * an alias; the result has one row for each changed row, with the columns of `returning`. With `orSkip`, rows that are
   * not proven are reported and left out of the result: they are changed, too, but stay unproven.
   */
  update(statement: {
    readonly set: Sql;
    readonly where: Sql;
    readonly returning?: Sql;
    readonly orSkip?: boolean;
  }): Sql;
  /** In the `returning` list of an insert or update that sets every proven column to a value of its own. */
  replaced(alias?: string): Sql;
  /** In the `returning` list of a delete. */
  removed(alias?: string): Sql;
  /** What the fragments above have the database compute. */
  readonly text: {
    /** `organization | key | digest | version | proof`; the last two are empty if nothing vouches for the row. */
    proof(alias: string): string;
    /** The key as one text, as it appears in alarms and commands. */
    key(alias: string): string;
    /** The key's columns after organization_id; none is null. */
    keyColumns(alias: string): readonly string[];
  };
}

export interface ProvenColumns {
  readonly key: readonly string[];
  /** Columns of the key that may be null, as UUIDs: its unique constraint has `nulls not distinct`. */
  readonly nullable?: readonly string[];
  /**
   * A column of a domain is cast to its base type (`method::text`), because the number of a domain's type is part of the
   * digest and differs between databases.
   */
  readonly columns: readonly string[];
  /**
   * Columns that count only with a value, so that adding one leaves the proofs of existing rows valid. Each has its name in
   * the digest, and their order here means nothing.
   */
  readonly optional?: readonly string[];
  /** A condition on the table's columns: other rows need no proof. */
  readonly only?: string;
}

const declared = new Map<string, ProvenTable>();

/** Every proven table of the modules that are loaded, by name: what the watch looks at. */
export const provenTables = (): readonly ProvenTable[] =>
  [...declared.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

export const findProvenTable = (name: string): ProvenTable | undefined => declared.get(name);

/** In a key, instead of null: with null, there would be neither a key nor a proof of the row. */
const NIL = "00000000-0000-0000-0000-000000000000";

/** Declares a table as proven; once, where its module declares its tables. */
export function provenTable(
  name: string,
  { key, nullable = [], columns, optional = [], only }: ProvenColumns,
): ProvenTable {
  const whereNeeded = (alias: string, text: string) =>
    only === undefined ? text : `case when ${alias}.${only} then ${text} end`;
  const keyColumns = (alias: string) =>
    key.map((column) => (nullable.includes(column) ? `coalesce(${alias}.${column}, '${NIL}')` : `${alias}.${column}`));
  const keyText = (alias: string) =>
    key.length === 0
      ? "''::text"
      : keyColumns(alias)
          .map((column) => `${column}::text`)
          .join(" || '/' || ");
  const covered = (alias: string) => [
    `record_send(row(${[...key, ...columns].map((column) => `${alias}.${column}`).join(", ")}))`,
    ...optional
      .toSorted()
      .map(
        (column) =>
          `case when ${alias}.${column} is null then '' else record_send(row('${column}'::text, ${alias}.${column})) end`,
      ),
  ];
  const digest = (alias: string) => `encode(sha256(${covered(alias).join(" || ")}), 'hex')`;
  const place = (alias: string) => `${alias}.organization_id::text || '|' || ${keyText(alias)}`;
  const content = (alias: string) => whereNeeded(alias, `${place(alias)} || '|' || ${digest(alias)}`);
  // The subject is made in a query of its own: row-level security uses no index for a condition that computes something.
  const proof = (alias: string) =>
    `${content(alias)} || '|' || coalesce((select row_proof.version || '|' || encode(row_proof.proof, 'hex') ` +
    `from row_proofs row_proof where row_proof.organization_id = ${alias}.organization_id ` +
    `and row_proof.subject = (select '${name}/' || ${keyText(alias)}) order by row_proof.version desc limit 1), '|')`;
  const column = (text: string, kind: MarkKind): Sql => literally(`${text} as "${kind} ${name}"`);
  const table: ProvenTable = {
    name,
    key,
    columns: [...columns, ...optional],
    proof: (alias) => column(proof(alias), "proof of"),
    proofOrSkip: (alias) => column(proof(alias), "proof or skip"),
    proofsOf: (alias, from) =>
      sql`array(select ${literally(proof(alias))} ${from}) as ${literally(`"proof of ${name}"`)}`,
    proofsOfOrSkip: (alias, from) =>
      sql`array(select ${literally(proof(alias))} ${from}) as ${literally(`"proof or skip ${name}"`)}`,
    inserted: (alias = name) => column(content(alias), "inserted into"),
    changed: (alias = name) => column(content(alias), "changed in"),
    replaced: (alias = name) => column(content(alias), "replaced in"),
    update: ({ set, where, returning, orSkip = false }) => {
      const places = ["organization_id", ...key].map((name, index) => ({ name, locked: `locked_${index}` }));
      const columns = places.map((place) => `t.${place.name} as ${place.locked}`).join(", ");
      const isLocked = places.map((place) => `t.${place.name} = l.${place.locked}`).join(" and ");
      const read = `"${orSkip ? "proof or skip" : "proof of"} ${name}"`;
      const marks = `l.${read}, ${content("t")} as "changed in ${name}"`;
      return joined(
        literally(`with locked as (select ${columns}, ${proof("t")} as ${read} from ${name} t where`),
        where,
        literally(`for update of t) update ${name} t set`),
        set,
        literally(`from locked l where ${isLocked} returning ${marks}`),
        ...(returning === undefined ? [] : [literally(","), returning]),
      );
    },
    removed: (alias = name) => column(`${place(alias)} || '|'`, "removed from"),
    text: { proof, key: keyText, keyColumns },
  };
  declared.set(name, table);
  return table;
}

const joined = (...parts: readonly Sql[]): Sql => parts.reduce((before, part) => sql`${before} ${part}`);

/** How a column of a result begins that is for this layer and not for the caller. */
export const markKinds = [
  "proof of",
  "proof or skip",
  "inserted into",
  "changed in",
  "replaced in",
  "removed from",
] as const;
export type MarkKind = (typeof markKinds)[number];
