import type { Service } from "#kernel/process/service.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import { acrossOrganizations, withinOrganization } from "#kernel/sql/scope.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

interface Explaining {
  /** Undefined: across all organizations, as background work is found. */
  readonly within: OrganizationId | undefined;
  /** Whether the statements are also executed, for a query that continues with their rows; if not, they find none. */
  readonly executes: boolean;
}

/**
 * The plan of each statement that a query consists of, as the serving role gets it: for its values and, if that is not
 * expected to cost more, also for any values, which the server keeps for a prepared statement (prepared-statements.ts).
 */
export async function explain(
  { database }: Pick<Service, "database">,
  { within, executes }: Explaining,
  query: (db: Tx) => Promise<unknown>,
): Promise<readonly string[]> {
  const plans: string[] = [];
  const explained = async (statement: Sql) => {
    const forValues = await planOf(database, sql`explain ${statement}`);
    plans.push(forValues.text);
    if (statement.values.length > 0 && (await explainsAnyValues(database))) {
      const forAny = await planOf(database, { text: `explain (generic_plan) ${statement.text}`, values: [] });
      if (forAny.cost <= forValues.cost) plans.push(forAny.text);
    }
    return executes ? database.many(statement) : [];
  };
  const firstOf = async (statement: Sql) => (await explained(statement))[0];
  const db = {
    many: explained,
    one: executes ? firstOf : explained,
    maybe: firstOf,
    run: async (statement: Sql) => (await explained(statement)).length,
  };
  // All that these queries use.
  const run = () => query(db as unknown as Tx);
  await (within === undefined ? acrossOrganizations(run) : withinOrganization(within, run));
  return plans;
}

/** A plan without its figures, and the cost that the server expects. */
async function planOf(database: Database, explaining: Sql): Promise<{ readonly text: string; readonly cost: number }> {
  const rows = await database.transaction((tx) => tx.many<{ "QUERY PLAN": string }>(explaining));
  const lines = rows.map((row) => row["QUERY PLAN"]);
  const [, cost] = /\(cost=[\d.]+\.\.([\d.]+) /.exec(lines[0] ?? "") ?? [];
  return { text: lines.map((line) => line.replace(/ {2}\(cost=.*\)$/, "")).join("\n"), cost: Number(cost) };
}

/** PostgreSQL 16 and newer. */
const explainsAnyValues = async (database: Database): Promise<boolean> =>
  Number(
    (await database.one<{ version: string }>(sql`select current_setting('server_version_num') as version`)).version,
  ) >= 160_000;
