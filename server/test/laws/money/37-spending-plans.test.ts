import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { spendingSums } from "#payments/payments/spending/spending.queries.ts";
import { listByKeyset, transactionKey } from "#payments/payments/transactions/transactions.queries.ts";
import { explain } from "../../kit/databases/explain.ts";
import { fillCategories } from "../../kit/databases/plans.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Spending and the lists behind it stay fast with any number of transactions: their plans, as the serving role gets
 * them, read the sums by their keys and the lists in their order. Row-level security makes the planner expect few rows,
 * for which sorting the table seems cheaper: that took a third of a second with a million rows.
 */
describe("the plans of spending", { skip }, () => {
  const categoryId = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

  before(async () => {
    const { organizationId, accountId } = organization;
    await fillCategories(world.owner(), organizationId, { accountId, categoryId, end: TEST_NOW, count: 30_000 });
  });

  const planOf = async (query: (db: Queryable) => Promise<unknown>): Promise<string> =>
    (await explain(world.service, { within: organization.organizationId, executes: false }, query)).join("\n");

  const page = {
    condition: sql`true`,
    order: sql`${transactionKey} desc`,
    limit: 51,
    // All that a list uses.
  } as unknown as Keyset;
  const listWith = (filter: object) =>
    planOf((db) => listByKeyset(db, { organizationId: organization.organizationId, ...filter }, page));

  it("a category's transactions come from their index, in order", async () => {
    const plan = await listWith({ categoryId, spending: "out" });
    assert.match(plan, /Index Scan Backward using transactions_category on transactions/, plan);
    assert.doesNotMatch(plan, /Sort|Seq Scan on transactions/, plan);
  });

  it("transactions without a category are read in order until the page is full", async () => {
    for (const filter of [{ isCategorized: false }, { isCategorized: false, spending: "out" }]) {
      const plan = await listWith(filter);
      assert.match(plan, /Index Scan Backward using transactions_pkey on transactions/, plan);
      assert.doesNotMatch(plan, /Sort|Seq Scan on transactions/, plan);
    }
  });

  it("sums are read by their keys, and of transactions only the hours at the ends of months", async () => {
    const months = ["2026-09", "2026-10", "2026-11"];
    const filter = { months, accountIds: undefined, direction: "out" } as const;
    const plan = await planOf((db) => spendingSums(db, organization.organizationId, filter));
    assert.match(plan, /account_days_pkey/, plan);
    assert.match(plan, /category_months_pkey/, plan);
    assert.match(plan, /Index Scan using transactions_pkey on transactions/, plan);
    assert.match(plan, /Index Cond: .*transaction_id >= e\.from_id\) AND \(transaction_id < e\.below_id/, plan);
    assert.doesNotMatch(plan, /Seq Scan on transactions/, plan);
  });
});
