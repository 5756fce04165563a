import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { literalOf, type RecordedStatement } from "./recorded-statement.ts";

/** A statement that runs for one organization and reads or changes rows on several workers. */
export interface FannedOut {
  readonly text: string;
  /** Parts of tables that it visits. */
  readonly tasks: number;
  /** Why the cluster cannot run it at all. */
  readonly error?: string;
}

/** What was recorded in a folder, each statement once. */
export function readStatements(folder: string): readonly RecordedStatement[] {
  const found = new Map<string, RecordedStatement>();
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      if (line === "") continue;
      const statement: RecordedStatement = JSON.parse(line);
      found.set(`${statement.scope} ${statement.text}`, statement);
    }
  return [...found.values()];
}

/** Statements that have a plan: not those that begin transactions or change settings. */
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * The statements of one organization that go to more than one worker's part of a table. They see the same plan here as
 * in the run, because the values choose the worker, and tables of a cluster have the same parts whatever they contain.
 */
export async function fannedOut(
  client: pg.Client,
  statements: readonly RecordedStatement[],
): Promise<readonly FannedOut[]> {
  const found: FannedOut[] = [];
  for (const { scope, text, values } of statements) {
    if (scope === "every" || !PLANNED.test(text)) continue;
    try {
      const tasks = Math.max(0, ...taskCounts(await planOf(client, text, values)));
      if (tasks > 1) found.push({ text, tasks });
    } catch (error) {
      found.push({ text, tasks: 0, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return found;
}

/** With the values within the statement, because Citus does not explain every statement that has parameters. */
async function planOf(client: pg.Client, text: string, values: RecordedStatement["values"]): Promise<unknown> {
  const complete = text.replaceAll(/\$(\d+)/g, (_, position: string) =>
    literalOf(values[Number(position) - 1] ?? null),
  );
  const { rows } = await client.query<{ "QUERY PLAN": unknown }>(`explain (format json) ${complete}`);
  return rows[0]?.["QUERY PLAN"];
}

/** Every "Task Count" of a plan, subplans included. */
function taskCounts(plan: unknown): readonly number[] {
  if (typeof plan !== "object" || plan === null) return [];
  return Object.entries(plan).flatMap(([name, value]) =>
    name === "Task Count" && typeof value === "number" ? [value] : taskCounts(value),
  );
}
