import { distributedSizes, isCluster } from "../citus/distribute.queries.ts";
import { findUndistributed, type PendingDistribution } from "../citus/distribute.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { createMigrationTable } from "../migrate.queries.ts";
import { findPending } from "../migrate.ts";
import { MIGRATIONS_FOLDER } from "../migrations-folder.ts";
import { findUnprotected } from "../row-security.queries.ts";
import { POLICY } from "../row-security.ts";
import { findSizes, type RelationSize } from "./dry-run.queries.ts";
import { USUAL_PATIENCE } from "./lock-retries.ts";
import { type Migration, type MigrationStatement, readMigrations } from "./migration-files.ts";
import {
  type LockMode,
  type Observation,
  observeConcurrent,
  observeInTransaction,
  type WorkKind,
} from "./observe-statement.ts";
import { isConcurrent, runMigration } from "./run-migration.ts";

/** Whom a lock delays while it is held. */
export type Delays = "reads and writes" | "writes" | "schema changes" | "nobody";

interface PlannedStatement {
  readonly line: number;
  readonly text: string;
  /** Locks on relations that exist already, and for how long, in milliseconds, they would be held. */
  readonly locks: readonly {
    readonly table: string;
    readonly mode: LockMode;
    readonly delays: Delays;
    readonly heldMs: number;
  }[];
  /** Existing tables that are read or written as a whole. */
  readonly work: readonly { readonly table: string; readonly kind: WorkKind; readonly bytes: number }[];
  /** An estimate from the sizes of the tables; 0 for a change of the catalog. */
  readonly durationMs: number;
}

export interface PlannedMigration {
  readonly name: string;
  readonly inTransaction: boolean;
  /** The oldest version that can serve afterwards, if the migration removes something. */
  readonly servesFrom?: string;
  readonly statements: readonly PlannedStatement[];
}

export interface MigrationPlan {
  readonly pending: readonly PlannedMigration[];
  /** Existing tables whose row-level security is replaced afterwards, one after another. */
  readonly newPolicies: readonly string[];
  /** On a Citus cluster: what is distributed afterwards of the tables and functions that exist already. */
  readonly distribution?: PendingDistribution;
  /** The longest time for which reads or writes would be delayed, apart from the wait for the lock. */
  readonly longestDelayMs: number;
  /** How long a migration waits for a lock before it makes way. */
  readonly lockWaitMs: number;
}

/**
 * What `migrate` would do to this database. The database is only read: the pending migrations run in `scratch`, an empty
 * database, after those that are applied here.
 */
export async function planMigrations(
  database: Database,
  scratch: Database,
  folder = MIGRATIONS_FOLDER,
): Promise<MigrationPlan> {
  const all = await readMigrations(folder);
  const pending = await findPending(database, folder).catch((error: unknown) => {
    // 42P01: there is no table of migrations, so nothing has been applied.
    if (sqlStateOf(error) === "42P01") return all;
    throw error;
  });
  const onCluster = await isCluster(database);
  const sizes = new Map((await findSizes(database)).map((size) => [size.name, size]));
  if (onCluster)
    for (const { name, bytes } of await distributedSizes(database)) sizes.set(name, sizeOnWorkers(name, bytes));
  await createMigrationTable(scratch);
  const planned: PlannedMigration[] = [];
  for (const migration of all) {
    if (!pending.some(({ version }) => version === migration.version))
      await runMigration(scratch, migration, USUAL_PATIENCE);
    else planned.push(describe(migration, await observe(scratch, migration), sizes));
  }
  const delays = planned.flatMap(({ statements }) =>
    statements.flatMap(({ locks }) => locks.flatMap(({ delays: whom, heldMs }) => (/writes/.test(whom) ? heldMs : []))),
  );
  const unprotected = onCluster ? [] : await findUnprotected(database, POLICY);
  const distribution = onCluster ? await findUndistributed(database) : undefined;
  for (const table of distribution?.tables ?? []) {
    const size = sizes.get(table);
    // Copied while writes wait.
    if (size !== undefined) delays.push(durationOf("rewrite", size));
  }
  return {
    pending: planned,
    newPolicies: unprotected.map(({ name }) => name),
    ...(distribution === undefined ? {} : { distribution }),
    longestDelayMs: Math.max(0, ...delays),
    lockWaitMs: USUAL_PATIENCE.waitMs,
  };
}

/** Of which only the size is known here: shorter rows than most, because an estimate should not be too short. */
const sizeOnWorkers = (name: string, bytes: bigint): RelationSize => ({
  name,
  tableBytes: bytes,
  indexBytes: 0n,
  rows: bytes / 200n,
});

async function observe(scratch: Database, migration: Migration): Promise<readonly Observation[]> {
  if (migration.inTransaction)
    return scratch.transaction(async (tx) => {
      const found: Observation[] = [];
      for (const statement of migration.statements) found.push(await observeInTransaction(tx, statement));
      return found;
    });
  const found: Observation[] = [];
  for (const statement of migration.statements)
    found.push(
      isConcurrent(statement)
        ? await observeConcurrent(scratch, statement)
        : await scratch.transaction((tx) => observeInTransaction(tx, statement)),
    );
  return found;
}

type Sizes = ReadonlyMap<string, RelationSize>;

/** Keeps what concerns relations that exist already; a transaction keeps its locks until its last statement. */
function describe(migration: Migration, observations: readonly Observation[], sizes: Sizes): PlannedMigration {
  const works = observations.map(({ work }) =>
    work.flatMap(({ table, kind }) => {
      const size = sizes.get(table);
      return size === undefined ? [] : [{ table, kind, bytes: Number(size.tableBytes), ms: durationOf(kind, size) }];
    }),
  );
  const durations = works.map((work) => work.reduce((sum, { ms }) => sum + ms, 0));
  const heldFrom = (index: number): number =>
    migration.inTransaction ? durations.slice(index).reduce((sum, ms) => sum + ms, 0) : (durations[index] ?? 0);
  const statements = migration.statements.map(
    ({ line, text }: MigrationStatement, index): PlannedStatement => ({
      line,
      text,
      locks: (observations[index]?.locks ?? []).flatMap(({ table, mode }) =>
        sizes.has(table) ? [{ table, mode, delays: delaysOf(mode), heldMs: heldFrom(index) }] : [],
      ),
      work: (works[index] ?? []).map(({ table, kind, bytes }) => ({ table, kind, bytes })),
      durationMs: durations[index] ?? 0,
    }),
  );
  const { name, inTransaction, servesFrom } = migration;
  return { name, inTransaction, ...(servesFrom === undefined ? {} : { servesFrom }), statements };
}

function delaysOf(mode: LockMode): Delays {
  if (mode === "ACCESS EXCLUSIVE") return "reads and writes";
  if (mode === "SHARE UPDATE EXCLUSIVE") return "schema changes";
  return mode === "ROW EXCLUSIVE" ? "nobody" : "writes";
}

/** Bytes and rows per millisecond, low for a machine with a local SSD: an estimate should not be too short. */
const SCANNED_BYTES = 200_000;
const REWRITTEN_BYTES = 20_000;
const INDEXED_BYTES = 30_000;
const CHANGED_ROWS = 10;

/** Milliseconds, rounded up; small tables take an instant. */
function durationOf(kind: WorkKind, { tableBytes, indexBytes, rows }: RelationSize): number {
  const bytes = Number(tableBytes);
  if (kind === "scan") return Math.floor(bytes / SCANNED_BYTES);
  if (kind === "index build") return Math.floor(bytes / INDEXED_BYTES);
  if (kind === "batches") return Math.floor(Number(rows) / CHANGED_ROWS);
  return Math.floor((bytes + Number(indexBytes)) / REWRITTEN_BYTES);
}
