import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { acrossOrganizations, withinOrganization } from "#kernel/sql/scope.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

interface Explaining {
  /** Undefined: across all organizations, as background work is found. */
  readonly within: OrganizationId | undefined;
  /** Whether the statements are also executed, for a query that continues with their rows; if not, they find none. */
  readonly executes: boolean;
}

/** The plan of each statement that a query consists of, as the serving role gets it. */
export async function explain(
  { database }: Pick<Service, "database">,
  { within, executes }: Explaining,
  query: (db: Tx) => Promise<unknown>,
): Promise<readonly string[]> {
  const plans: string[] = [];
  const explained = async (statement: Sql) => {
    const rows = await database.many<{ "QUERY PLAN": string }>(sql`explain (costs off) ${statement}`);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
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
