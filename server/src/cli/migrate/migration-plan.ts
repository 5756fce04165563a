import type { PendingDistribution } from "#kernel/sql/citus/distribute.ts";
import type { MigrationPlan, PlannedMigration } from "#kernel/sql/migrations/dry-run.ts";
import { count } from "../output.ts";

/** No lock that delays others may be held for longer (docs/operate/upgrading.md). */
export const LONGEST_DELAY_MS = 1_000;

/** The plan as an operator reads it. */
export function planText({ pending, newPolicies, distribution, longestDelayMs, lockWaitMs }: MigrationPlan): string {
  const distributed = distribution === undefined ? [] : distributionText(distribution);
  if (pending.length === 0 && newPolicies.length === 0 && distributed.length === 0)
    return "The database is up to date.";
  const policies = count(newPolicies.length, "table or view", "tables and views");
  const verdict =
    longestDelayMs > LONGEST_DELAY_MS
      ? `Reads or writes would be delayed for ${duration(longestDelayMs)}: migrate while the service is stopped.`
      : `Reads and writes would be delayed for ${duration(longestDelayMs)}, after waiting at most ${lockWaitMs / 1000} s for a lock.`;
  return [
    `${count(pending.length, "migration is", "migrations are")} pending. Nothing was changed.`,
    ...pending.map(migrationText),
    ...(newPolicies.length === 0
      ? []
      : [`Afterwards: row-level security is replaced on ${policies}, each for an instant.`]),
    ...distributed,
    `${verdict} Durations are estimates from the sizes of the tables.`,
  ].join("\n\n");
}

function distributionText({ withPolicies, tables, functions }: PendingDistribution): readonly string[] {
  const parts = [
    ...(withPolicies.length === 0
      ? []
      : [`row-level security is removed from ${count(withPolicies.length, "table", "tables")}`]),
    ...(tables.length === 0
      ? []
      : [
          `the rows of ${count(tables.length, "table", "tables")} move to their workers, while writes to the table wait`,
        ]),
    ...(functions.length === 0 ? [] : [`${count(functions.length, "function runs", "functions run")} on the workers`]),
  ];
  return parts.length === 0 ? [] : [`Afterwards, on the cluster: ${parts.join("; ")}.`];
}

function migrationText({ name, inTransaction, servesFrom, statements }: PlannedMigration): string {
  const lines = [`${name}, ${inTransaction ? "in one transaction" : "statement by statement, without a transaction"}`];
  if (servesFrom !== undefined) lines.push(`  Versions before ${servesFrom} cannot serve afterwards.`);
  for (const { line, text, locks, work, durationMs } of statements) {
    lines.push(`  line ${line}: ${shortened(text)}`);
    for (const { table, mode, delays, heldMs } of locks)
      lines.push(`    locks ${table} in ${mode} mode for ${duration(heldMs)}; delays ${delays}`);
    for (const { table, kind, bytes } of work)
      lines.push(`    ${WORK[kind]} ${table} (${megabytes(bytes)}), ${duration(durationMs)}`);
  }
  return lines.join("\n");
}

const WORK = {
  rewrite: "rewrites",
  "index build": "builds an index on",
  scan: "reads all of",
  batches: "changes, in batches,",
} as const;

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? "less than 1 MB" : `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`;

function duration(ms: number): string {
  if (ms < 100) return "an instant";
  if (ms < 10_000) return `about ${(ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `about ${Math.round(ms / 1000)} s` : `about ${Math.round(ms / 60_000)} minutes`;
}
