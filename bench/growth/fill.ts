import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "../kit/postgres-cluster.ts";

/** The contents of a database before measuring. */
export interface Filling {
  readonly database: string;
  readonly organizationId: string;
  readonly tokenId: string;
  readonly rows: number;
  /** Name of the recipient that gets twenty-five payments regardless of `rows`. */
  readonly rareName: string;
}

const script = (name: string): string => readFileSync(join(import.meta.dirname, "fill", `${name}.sql`), "utf8");

/**
 * Stores a year of completed payments as the service would have: transactions, ledger entries, events, audit rows, rail
 * submissions and answers, words of memos, and balances that equal their entries. Drops keys and indexes while loading,
 * recreates them from their definitions, and compares the schema. The cluster must be in loading mode and the service
 * stopped.
 */
export async function fill(
  cluster: Cluster,
  { database, organizationId, tokenId, rows, rareName }: Filling,
): Promise<void> {
  // Existing rows are not described again.
  const before = new Date(Date.now() - 12 * 3600_000).toISOString();
  const variables = { organization: organizationId, token: tokenId, rows: String(rows), rare: rareName, before };
  const step = (name: string) => cluster.psql(database, script(name), variables);
  await step("0-prepare");
  await step("1-transactions");
  // Two at a time, one per processor on the smallest machine, longest first.
  await inPairs([
    () => step("4-audit-log"),
    () => step("3-events"),
    () => step("2-ledger-entries"),
    () => step("5-rails"),
    () => step("6-memo-words"),
  ]);
  const definitions = await cluster.psql(
    database,
    // A definition may have several lines.
    `select replace(case kind when 'constraint' then format('alter table %s add constraint %I %s', table_name, name, definition) else definition end, E'\\n', ' ')
       from bench.dropped order by kind, table_name, name`,
  );
  await inPairs(definitions.split("\n").map((definition) => () => cluster.psql(database, definition)));
  await step("9-finish");
  await cluster.psql(database, "drop schema bench cascade");
  await cluster.psql(database, "vacuum (analyze, freeze)");
  await cluster.psql(database, "checkpoint");
}

async function inPairs(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}
