import type { Metrics } from "../process/metrics.ts";
import type { Database } from "./database.ts";

/** Reports how busy the connections to the database server are: when all are in use, requests wait and then get 503. */
export function databaseMetrics({ connectionLoad }: Pick<Database, "connectionLoad">, metrics: Metrics): void {
  if (connectionLoad === undefined) return;
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
