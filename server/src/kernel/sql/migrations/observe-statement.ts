import type { Database, Tx } from "../database.ts";
import { runBatch } from "../migrate.queries.ts";
import { findIndexTables, findOwnLocks, findStates, type RelationState } from "./dry-run.queries.ts";
import type { MigrationStatement } from "./migration-files.ts";

/** Lock modes, the strongest first, as PostgreSQL's documentation names them ("Table-Level Locks"). */
const MODES = [
  "ACCESS EXCLUSIVE",
  "EXCLUSIVE",
  "SHARE ROW EXCLUSIVE",
  "SHARE",
  "SHARE UPDATE EXCLUSIVE",
  "ROW EXCLUSIVE",
] as const;
export type LockMode = (typeof MODES)[number];

export interface ObservedLock {
  readonly table: string;
  readonly mode: LockMode;
}

export type WorkKind = "rewrite" | "index build" | "scan" | "batches";

export interface Observation {
  /** The strongest new lock on each table; none if the statement takes no more than a query does. */
  readonly locks: readonly ObservedLock[];
  /** What is read or written as a whole. */
  readonly work: readonly { readonly table: string; readonly kind: WorkKind }[];
}

/** Runs a statement in the open transaction of a database without other users, and reads what it locks and does. */
export async function observeInTransaction(tx: Tx, statement: MigrationStatement): Promise<Observation> {
  const [lockedBefore, statesBefore] = [await strongestLocks(tx), await statesOf(tx)];
  if (statement.inBatches) await runBatch(tx, statement.text, null);
  else await tx.script(statement.text);
  const locks = [...(await strongestLocks(tx))]
    .filter(([table, mode]) => lockedBefore.get(table) !== mode)
    .map(([table, mode]) => ({ table, mode }));
  const work = [...(await statesOf(tx))].flatMap(([table, state]) => {
    const before = statesBefore.get(table);
    const kind = before && kindOfWork(before, state);
    return kind ? [{ table, kind }] : [];
  });
  if (!statement.inBatches) return { locks, work };
  const changed = locks.filter(({ mode }) => mode === "ROW EXCLUSIVE");
  return { locks, work: changed.map(({ table }) => ({ table, kind: "batches" })) };
}

function kindOfWork(before: RelationState, after: RelationState): WorkKind | undefined {
  if (after.file !== before.file) return "rewrite";
  if (after.indexes > before.indexes) return "index build";
  return after.scans > before.scans ? "scan" : undefined;
}

/** An index command that runs outside transactions locks its table in one way only ("CREATE INDEX", Notes). */
export async function observeConcurrent(scratch: Database, { text }: MigrationStatement): Promise<Observation> {
  const before = new Map((await findIndexTables(scratch)).map(({ name, table }) => [name, table]));
  await scratch.session((session) => session.script(text));
  const after = new Map((await findIndexTables(scratch)).map(({ name, table }) => [name, table]));
  const built = [...after].filter(([name]) => !before.has(name)).map(([, table]) => table);
  const dropped = [...before].filter(([name]) => !after.has(name)).map(([, table]) => table);
  return {
    locks: [...built, ...dropped].map((table) => ({ table, mode: "SHARE UPDATE EXCLUSIVE" })),
    work: built.map((table) => ({ table, kind: "index build" })),
  };
}

async function strongestLocks(tx: Tx): Promise<ReadonlyMap<string, LockMode>> {
  const strongest = new Map<string, LockMode>();
  for (const { name, mode } of await findOwnLocks(tx)) {
    const found = MODES.find((name) => modeOf(mode) === name);
    const held = strongest.get(name);
    if (found && (held === undefined || MODES.indexOf(found) < MODES.indexOf(held))) strongest.set(name, found);
  }
  return strongest;
}

/** `AccessExclusiveLock` becomes `ACCESS EXCLUSIVE`. */
const modeOf = (mode: string): string =>
  mode
    .replace(/Lock$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toUpperCase();

const statesOf = async (tx: Tx): Promise<ReadonlyMap<string, RelationState>> =>
  new Map((await findStates(tx)).map((state) => [state.name, state]));
