import type { Database } from "../database.ts";
import { lockMigrations } from "../migrate.queries.ts";
import {
  citusVersion,
  copyToEveryNode,
  distributeByOrganization,
  functionsOfOrganizations,
  localTables,
  positionByClock,
  removeRowSecurity,
  replaceFunction,
  runOnWorkerOf,
} from "./distribute.queries.ts";
import { forWorkers } from "./worker-functions.ts";

// On a Citus cluster, each organization's rows are on one worker, and functions that decide about them run there
// (docs/adr/0066-citus.md). Citus is an extension of PostgreSQL; the same migrations create the tables, and this file
// distributes whatever they created.

/** Which role this database plays: a single server, or the coordinator of a Citus cluster. */
export interface Cluster {
  readonly isDistributed: boolean;
}

export const readCluster = async (database: Database): Promise<Cluster> => ({
  isDistributed: database.kind === "postgres" && (await citusVersion(database)) !== undefined,
});

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

/**
 * Distributes the tables and functions that are not distributed yet, each in a transaction of its own, so that an
 * interrupted call continues where it stopped. Existing rows move to their workers.
 */
export async function distribute(database: Database): Promise<readonly string[]> {
  const distributed: string[] = [];
  for (const { name, is_of_organization } of await localTables(database)) {
    if (ON_COORDINATOR.has(name)) continue;
    await database.transaction(async (tx) => {
      await lockMigrations(tx);
      if (name === "outbox") await positionByClock(tx);
      await removeRowSecurity(tx, name);
      if (is_of_organization) await distributeByOrganization(tx, name, name === PLACED_WITH ? "none" : PLACED_WITH);
      else await copyToEveryNode(tx, name);
    });
    distributed.push(name);
  }
  for (const { signature, definition, is_distributed } of await functionsOfOrganizations(database)) {
    const routed = forWorkers(definition);
    if (is_distributed && routed === definition) continue;
    await database.transaction(async (tx) => {
      await lockMigrations(tx);
      if (routed !== definition) await replaceFunction(tx, routed);
      if (!is_distributed) await runOnWorkerOf(tx, signature);
    });
    distributed.push(signature);
  }
  return distributed;
}
