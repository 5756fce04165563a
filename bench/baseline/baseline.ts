import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../server/src/kernel/sql/migrate.ts";
import { openPostgres } from "../../server/src/kernel/sql/postgres.ts";
import type { Cluster } from "../kit/postgres-cluster.ts";
import { quantile } from "../kit/statistics.ts";

const DATABASE = "baseline";
const sqlFile = (name: string): string => join(import.meta.dirname, name);

/** The results of pgbench with the same function and schema, with one payment and one commit per call. */
export interface Baseline {
  paymentsPerSecond(clients: number, seconds: number): Promise<number>;
  /** With one client: the time of the function's call and commit, and of a commit of one small row. */
  latencies(script: "payment" | "commit", seconds: number): Promise<{ p50Ms: number; p99Ms: number }>;
  /** Fails unless every call that pgbench counted created its payment. */
  assertAllPaid(): Promise<void>;
}

export async function prepareBaseline(cluster: Cluster, folder: string): Promise<Baseline> {
  await cluster.createDatabase(DATABASE);
  const database = openPostgres({ url: cluster.url(DATABASE), poolSize: 2 });
  await migrate(database);
  await database.close();
  await cluster.psql(DATABASE, readFileSync(sqlFile("set-up.sql"), "utf8"));
  let paid = 0;
  const pgbench = async (
    script: "payment" | "commit",
    clients: number,
    seconds: number,
    more: readonly string[] = [],
  ) => {
    const args = [
      "-M",
      "prepared",
      "-f",
      sqlFile(`${script}.pgbench.sql`),
      "-c",
      String(clients),
      "-j",
      "1",
      "-T",
      String(seconds),
      ...more,
    ];
    const output = await cluster.pgbench(DATABASE, args, folder);
    if (script === "payment") paid += Number(/actually processed: (\d+)/.exec(output)?.[1]);
    return Number(/tps = ([\d.]+) \(without initial/.exec(output)?.[1]);
  };
  return {
    paymentsPerSecond: (clients, seconds) => pgbench("payment", clients, seconds),
    latencies: async (script, seconds) => {
      const logs = join(folder, "pgbench-logs");
      mkdirSync(logs);
      await pgbench(script, 1, seconds, ["-l", `--log-prefix=${join(logs, "log")}`]);
      // Third column: the transaction's time in microseconds (pgbench, "Per-Transaction Logging").
      const text = readdirSync(logs)
        .map((name) => readFileSync(join(logs, name), "utf8"))
        .join("");
      rmSync(logs, { recursive: true });
      const timesMs = text
        .split("\n")
        .filter(Boolean)
        .map((line) => Number(line.split(" ")[2]) / 1_000);
      return { p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) };
    },
    assertAllPaid: async () => {
      const stored = Number(await cluster.psql(DATABASE, "select count(*) from transactions"));
      if (stored !== paid)
        throw new Error(
          `pgbench counted ${paid} payments, the baseline's database contains ${stored}: its figures are wrong`,
        );
    },
  };
}
