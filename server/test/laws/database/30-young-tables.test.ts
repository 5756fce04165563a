import assert from "node:assert/strict";
import { test } from "node:test";
import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { withinOrganization } from "../../../src/kernel/sql/scope.ts";
import { type Sql, sql } from "../../../src/kernel/sql/sql.ts";
import { findUnauditedPayments } from "../../../src/modules/audit-trail/streams.queries.ts";
import { fillYoungTables } from "../../kit/databases/plans.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorld, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");
const COUNT = 2_000;
const FIRST_ID = "01970000-0000-7000-8000-000000000000";

/** A node of `explain (analyze, format json)`. */
interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Every row that any step of the plan saw. */
const rowsSeen = (node: PlanNode): number =>
  (node["Actual Rows"] + (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) *
    node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, step) => sum + rowsSeen(step), 0);

/**
 * PostgreSQL expects a single row in tables that it has not analyzed yet, and joins them by comparing each row with
 * each. The first minute of a busy service then costs a processor: the comparison of payments with audit rows did.
 */
test("payments are compared with their audit rows in linear time, even without statistics", { skip }, async (t) => {
  const world = await openWorld("PostgreSQL server");
  t.after(() => world.close());
  const { organizationId, accountId, recipientId } = await world.newOrganization();
  await fillYoungTables(world.owner(), organizationId, { accountId, recipientId, end: TEST_NOW, count: COUNT });
  let seen = 0;
  const explaining = {
    many: async (statement: Sql) => {
      const [row] = await world.service.database.many<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(
        sql`explain (analyze, format json) ${statement}`,
      );
      if (row) seen = rowsSeen(row["QUERY PLAN"][0].Plan);
      return world.service.database.many(statement);
    },
  } as unknown as Queryable;
  const ids = { fromId: FIRST_ID, auditFromId: FIRST_ID };
  const found = await withinOrganization(organizationId, () => findUnauditedPayments(explaining, organizationId, ids));
  assert.deepEqual(found, [{ transaction_id: "01970000-0000-7000-8000-000000000001" }], "the first has no audit row");
  assert.ok(seen >= COUNT && seen < 20 * COUNT, `${seen} rows for ${COUNT} payments`);
});
