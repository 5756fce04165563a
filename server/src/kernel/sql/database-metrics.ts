import type { Metrics } from "../process/metrics.ts";
import type { ConnectionHealth, Database, ReplicaCounts } from "./database.ts";

/** Reports how busy the connections to the database server are: when all are in use, requests wait and then get 503. */
export function databaseMetrics(
  {
    connectionLoad,
    connectionHealth,
    replicaCounts,
  }: Pick<Database, "connectionLoad" | "connectionHealth" | "replicaCounts">,
  metrics: Metrics,
): void {
  healthMetrics(connectionHealth, metrics);
  if (replicaCounts !== undefined) replicaMetrics(replicaCounts, metrics);
  const busy = metrics.gauge({
    name: "bursar_database_connections_busy",
    help: "Connections to the database that are in use; at most BURSAR_POOL_SIZE.",
  });
  const waiting = metrics.gauge({
    name: "bursar_database_waiting",
    help: "Statements and transactions that wait for a connection.",
  });
  const gaveUp = metrics.counter({
    name: "bursar_database_waits_given_up_total",
    help: "Statements and transactions that waited too long for a connection; their requests got 503.",
  });
  let reported = 0;
  metrics.onScrape(() => {
    const load = connectionLoad();
    busy.set(load.busy);
    waiting.set(load.waiting);
    gaveUp.inc(load.gaveUp - reported);
    reported = load.gaveUp;
  });
}

/** Reports failovers, and what threatens the next one. */
function healthMetrics(read: () => ConnectionHealth, metrics: Metrics): void {
  const stalled = metrics.gauge({
    name: "bursar_database_commits_unconfirmed",
    help: "Commits that were given up and still wait for a synchronous standby; above 0, nothing can be paid.",
  });
  const switches = metrics.gauge({
    name: "bursar_database_switches",
    help: "How often this process has changed to another server of DATABASE_URL.",
  });
  const outdated = metrics.gauge({
    name: "bursar_database_outdated_primaries",
    help: "Servers of DATABASE_URL that accept writes although another one was promoted. Stop them.",
  });
  metrics.onScrape(() => {
    const health = read();
    stalled.set(health.stalledCommits);
    switches.set(health.switches);
    outdated.set(health.outdatedServers);
  });
}

/** Reports how much the replica is used, and why not. */
function replicaMetrics(read: () => ReplicaCounts, metrics: Metrics): void {
  const reads = metrics.counter({
    name: "bursar_replica_reads_total",
    help: "Statements of lists, reports, and exports that the replica answered.",
  });
  const fallbacks = metrics.counter({
    name: "bursar_replica_fallbacks_total",
    help: "Requests that read from the primary instead, by reason: lag, gone, otherHistory, conflict.",
    labelNames: ["reason"],
  });
  const reported = { reads: 0, lag: 0, gone: 0, otherHistory: 0, conflict: 0 };
  metrics.onScrape(() => {
    const counts = read();
    reads.inc(counts.reads - reported.reads);
    reported.reads = counts.reads;
    for (const reason of ["lag", "gone", "otherHistory", "conflict"] as const) {
      fallbacks.inc({ reason }, counts.fallbacks[reason] - reported[reason]);
      reported[reason] = counts.fallbacks[reason];
    }
  });
}
