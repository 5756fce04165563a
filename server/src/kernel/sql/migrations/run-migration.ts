import type { Database, DatabaseSession, Tx } from "../database.ts";
import {
  appliedMigrations,
  dropUnfinishedIndex,
  findIndexState,
  limitLockWait,
  lockMigrations,
  recordMigration,
  recordStep,
  runBatch,
  runStatement,
  startedSteps,
  stayIdle,
} from "../migrate.queries.ts";
import { type LockPatience, retryingLocks } from "./lock-retries.ts";
import type { Migration, MigrationStatement } from "./migration-files.ts";
import { MigrationProblem } from "./migration-problem.ts";

/** Applies the migration unless another process has. Returns whether it did. */
export const runMigration = (database: Database, migration: Migration, patience: LockPatience): Promise<boolean> =>
  migration.inTransaction ? runWhole(database, migration, patience) : runStepByStep(database, migration, patience);

/** Throws if the migration was applied with another text. */
export function isApplied(
  migration: Migration,
  applied: readonly { readonly version: number; readonly checksum: string }[],
): boolean {
  const found = applied.find(({ version }) => version === migration.version);
  if (found !== undefined && found.checksum !== migration.checksum)
    throw new MigrationProblem(
      `Migration ${migration.name} changed after it was applied: this database was created by another version of the program. Use that version, or another database.`,
    );
  return found !== undefined;
}

/** All statements and the record that they were applied commit together. */
function runWhole(database: Database, migration: Migration, patience: LockPatience): Promise<boolean> {
  return retryingLocks(database, patience, `Migration ${migration.name}`, () =>
    database.transaction(async (tx) => {
      await lockMigrations(tx);
      if (isApplied(migration, await appliedMigrations(tx))) return false;
      await runLimited(tx, migration.statements, patience);
      await recordMigration(tx, migration);
      return true;
    }),
  );
}

/** Locks are kept until the commit, so all statements together may wait as long as one. */
async function runLimited(tx: Tx, statements: readonly MigrationStatement[], { waitMs }: LockPatience): Promise<void> {
  const startedAt = performance.now();
  for (const { text } of statements)
    await runStatement(tx, text, Math.max(waitMs - (performance.now() - startedAt), MIN_WAIT_MS));
}

/** A lock that is free takes less time, even on a busy machine. */
const MIN_WAIT_MS = 20;

/**
 * Each statement commits before the next, and what is done is recorded with it, so that a process that dies in between
 * leaves work that the next one continues. A transaction of another connection holds the migrators' lock meanwhile; it
 * has no snapshot, so `create index concurrently` does not wait for it.
 */
async function runStepByStep(database: Database, migration: Migration, patience: LockPatience): Promise<boolean> {
  return database.transaction(async (holder) => {
    await stayIdle(holder);
    await lockMigrations(holder);
    if (isApplied(migration, await appliedMigrations(holder))) return false;
    await database.session((session) => runSteps(session, migration, patience));
    await recordMigration(holder, migration);
    return true;
  });
}

async function runSteps(session: DatabaseSession, migration: Migration, patience: LockPatience): Promise<void> {
  const started = new Map((await startedSteps(session, migration.version)).map((row) => [row.step, row]));
  for (const [index, statement] of migration.statements.entries()) {
    const step = index + 1;
    if (started.get(step)?.isDone) continue;
    const key = { version: migration.version, step };
    const what = `Migration ${migration.name}, line ${statement.line},`;
    if (isConcurrent(statement)) {
      await runConcurrently(session, statement, what);
      await recordStep(session, { ...key, lastKey: null, isDone: true });
    } else if (statement.inBatches) {
      for (let lastKey = started.get(step)?.lastKey ?? null, isDone = false; !isDone; ) {
        const batch = await retryingLocks(session, patience, what, () =>
          session.transaction(async (tx) => {
            await limitLockWait(tx, patience.waitMs);
            const found = (await runBatch(tx, statement.text, lastKey))?.last_key ?? null;
            if (found !== null && found === lastKey)
              throw new MigrationProblem(`${what} returned the key ${found} twice, so it would never end`);
            await recordStep(tx, { ...key, lastKey: found, isDone: found === null });
            return found;
          }),
        );
        isDone = batch === null;
        lastKey = batch;
      }
    } else {
      await retryingLocks(session, patience, what, () =>
        session.transaction(async (tx) => {
          // Validating conflicts with neither reads nor writes, so nothing queues behind it.
          if (isValidation(statement)) await tx.script(statement.text);
          else await runStatement(tx, statement.text, patience.waitMs);
          await recordStep(tx, { ...key, lastKey: null, isDone: true });
        }),
      );
    }
  }
}

export const isConcurrent = ({ text }: Pick<MigrationStatement, "text">): boolean =>
  /^(create\s+(unique\s+)?|drop\s+|re)index\s+concurrently\b/i.test(text);

const isValidation = ({ text }: Pick<MigrationStatement, "text">): boolean =>
  /^alter\s+table\s+\w+\s+validate\s+constraint\s+\w+$/i.test(text);

const NAMED_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s/i;

/** A build that was interrupted or failed leaves an index that is maintained but never used: it is dropped and built again. */
async function runConcurrently(session: DatabaseSession, { text }: MigrationStatement, what: string): Promise<void> {
  if (!/^create\b/i.test(text)) return session.script(text);
  const [, name] = NAMED_INDEX.exec(text) ?? [];
  if (name === undefined)
    throw new MigrationProblem(`${what} must create its index "concurrently if not exists" by name`);
  if ((await findIndexState(session, name))?.isValid === false) await dropUnfinishedIndex(session, name);
  await session.script(text);
  if ((await findIndexState(session, name))?.isValid !== true)
    throw new MigrationProblem(`${what} left the index ${name} unfinished. Run bursar migrate again.`);
}
