import { appendFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { currentScope } from "#kernel/sql/scope.ts";
import { encodeValues, type RecordedStatement } from "./recorded-statement.ts";

// Loaded into every process of a test run on a Citus cluster (`--import`): records each statement that runs within a
// declared scope, once per process, with the values it first had. routed-statements.ts examines them after the run.

const folder = process.env["BURSAR_TEST_STATEMENTS"];
const seen = new Set<string>();

function record(query: unknown): void {
  const scope = currentScope();
  if (folder === undefined || scope === undefined || scope === "none" || typeof query !== "object" || query === null)
    return;
  const { text, values = [] } = query as { readonly text?: unknown; readonly values?: readonly unknown[] };
  if (typeof text !== "string") return;
  const kind = scope === "every" ? "every" : "organization";
  const key = `${kind} ${text}`;
  if (seen.has(key)) return;
  seen.add(key);
  const statement: RecordedStatement = { scope: kind, text, values: encodeValues(values) };
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}

const { query: send } = pg.Client.prototype;
pg.Client.prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
  record(given[0]);
  return Reflect.apply(send, this, given);
} as typeof send;
