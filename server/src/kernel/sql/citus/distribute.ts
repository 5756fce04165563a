import type { Database, DatabaseSession, Queryable, Tx } from "../database.ts";
import { lockMigrations } from "../migrate.queries.ts";
import {
  copyToEveryNode,
  createRecordBytes,
  distributeByOrganization,
  functionsOfOrganizations,
  localTables,
  missingRecordBytes,
  positionByClock,
  protectedTables,
  removeOldRows,
  removeRowSecurity,
  replaceFunction,
  replaceView,
  runOnWorkerOf,
  tablesWithOldRows,
  viewsWithLookUps,
} from "./distribute.queries.ts";
import { forWorkers } from "./worker-functions.ts";

// On a Citus cluster, each organization's rows are on one worker, and functions that decide about them run there
// (docs/adr/0066-citus.md). Citus is an extension of PostgreSQL; the same migrations create the tables, and this file
// distributes whatever they created.

/**
 * Tables that stay on the coordinator: what only `bursar migrate` reads; the mode, because writing to a copy on every node
 * takes the privilege to update, which the serving role does not have; and throttles and counts of requests, which must not
 * depend on other nodes, and of which the counts are unlogged and so cannot move.
 */
const ON_COORDINATOR: ReadonlySet<string> = new Set([
  "rate_counts",
  "schema_migration_steps",
  "schema_migrations",
  "serving_roles",
  "service_mode",
  "sign_in_throttles",
]);

/** Every other table is placed like this one: rows of one organization share a worker. */
const PLACED_WITH = "organizations";

/** Something that a cluster needs to be otherwise. */
interface Step<Found> {
  readonly find: (db: Queryable) => Promise<readonly Found[]>;
  readonly change: (tx: Tx, found: Found) => Promise<unknown>;
}

/** Also on the coordinator: on a cluster, the service does not send the scope that the policies read. */
const withoutRowSecurity: Step<{ readonly name: string }> = {
  find: protectedTables,
  change: (tx, { name }) => removeRowSecurity(tx, name),
};

const placed: Step<{ readonly name: string; readonly is_of_organization: boolean }> = {
  find: async (db) => (await localTables(db)).filter(({ name }) => !ON_COORDINATOR.has(name)),
  change: async (tx, { name, is_of_organization: isOfOrganization }) => {
    if (name === "outbox") await positionByClock(tx);
    if (isOfOrganization) await distributeByOrganization(tx, name, name === PLACED_WITH ? "none" : PLACED_WITH);
    else await copyToEveryNode(tx, name);
  },
};

/** They are a copy as of that time, of personal data too, and take space. */
const withoutOldRows: Step<{ readonly name: string }> = {
  find: tablesWithOldRows,
  change: (tx, { name }) => removeOldRows(tx, name),
};

const routed: Step<{ readonly name: string; readonly definition: string; readonly is_distributed: boolean }> = {
  find: async (db) =>
    (await functionsOfOrganizations(db)).filter(
      ({ definition, is_distributed: isDistributed }) => !isDistributed || forWorkers(definition) !== definition,
    ),
  change: async (tx, { name, definition, is_distributed: isDistributed }) => {
    await replaceFunction(tx, forWorkers(definition));
    if (!isDistributed) await runOnWorkerOf(tx, name);
  },
};

const joined: Step<{ readonly name: string; readonly definition: string }> = {
  find: viewsWithLookUps,
  change: replaceView,
};

const provable: Step<{ readonly name: string }> = { find: missingRecordBytes, change: createRecordBytes };

/**
 * Distributes the tables and functions that are not distributed yet, each in a transaction of its own, so that an
 * interrupted call continues where it stopped. Existing rows move to their workers, however long that takes. Returns
 * the number of changes.
 */
export const distribute = (database: Database): Promise<number> =>
  database.session(
    async (session) =>
      (await changeAll(session, withoutRowSecurity)) +
      (await changeAll(session, placed)) +
      (await changeAll(session, withoutOldRows)) +
      (await changeAll(session, routed)) +
      (await changeAll(session, joined)) +
      (await changeAll(session, provable)),
  );

/** What `distribute` would change. */
export interface PendingDistribution {
  /** Tables whose row-level security is removed. */
  readonly withPolicies: readonly string[];
  /** Tables whose rows move to their workers. */
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

export async function findUndistributed(db: Queryable): Promise<PendingDistribution> {
  const namesOf = async ({ find }: Pick<Step<{ readonly name: string }>, "find">) =>
    (await find(db)).map(({ name }) => name);
  return {
    withPolicies: await namesOf(withoutRowSecurity),
    tables: await namesOf(placed),
    functions: [...(await namesOf(routed)), ...(await namesOf(provable))],
  };
}

async function changeAll<Found extends { readonly name: string }>(
  session: DatabaseSession,
  { find, change }: Step<Found>,
): Promise<number> {
  const pending = await find(session);
  for (const { name } of pending)
    await session.transaction(async (tx) => {
      await lockMigrations(tx);
      const found = (await find(tx)).find((table) => table.name === name);
      // Otherwise, another process has changed it meanwhile.
      if (found !== undefined) await change(tx, found);
    });
  return pending.length;
}
