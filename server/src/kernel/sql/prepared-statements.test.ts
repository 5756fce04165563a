import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import type { Database, Queryable } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { PLANS_KEPT_MS } from "./prepared-statements.ts";

/** Its text, with a mark that makes it another one. */
const marked = (text: string, values: readonly unknown[] = []) => ({ text: `/* ${mark} */ ${text}`, values });
let mark = 0;

describe("a statement that repeats", () => {
  let fresh: FreshDatabase;
  let database: Database;

  beforeEach(async () => {
    mark += 1;
    fresh = await freshDatabase();
    database = openPostgres({ url: fresh.ownerUrl, poolSize: 1 });
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  /** The prepared statements of the one connection that are about the table. */
  const preparedOn = (db: Queryable) =>
    db.many<{ name: string; statement: string }>({
      text: "select name, statement from pg_prepared_statements where statement like '%counted_items%' and statement not like '%pg_prepared%'",
      values: [],
    });
  const run = (text: string) => database.transaction((tx) => tx.script(text));

  it("is prepared once per connection, alone and in transactions", async () => {
    await run("create table counted_items (id integer, amount bigint)");
    const alone = (id: number) => database.many(marked("select amount from counted_items where id = $1", [id]));
    for (let id = 1; id <= 4; id += 1) await alone(id);
    assert.deepEqual(await preparedOn(database), []);
    for (let id = 5; id <= 9; id += 1) await alone(id);
    assert.equal((await preparedOn(database)).length, 1);
    await database.transaction(async (tx) => {
      for (let id = 1; id <= 9; id += 1) await tx.run(marked("insert into counted_items values ($1, 1)", [id]));
    });
    assert.equal((await preparedOn(database)).length, 2);
  });

  it("works after a migration has changed the columns of its result, alone and in transactions", async () => {
    await run("create table counted_items (id integer); insert into counted_items values (1)");
    const all = marked("select * from counted_items where id = $1", [1]);
    const inTransaction = () => database.transaction((tx) => tx.one(all));
    for (const [column, ask] of Object.entries({ first: () => database.one(all), second: inTransaction })) {
      for (let times = 1; times <= 7; times += 1) await ask();
      assert.equal((await preparedOn(database)).length, 1, column);
      await run(`alter table counted_items add column ${column} integer`);
      assert.ok(column in ((await ask()) as object), "the row has the new column");
    }
  });

  describe("of a table that has grown is planned again, before the server notices,", () => {
    const amountOfOne = () => database.many(marked("select amount from counted_items where id = $1", [1]));
    const keptPlan = async () => {
      const [{ name } = assert.fail()] = await preparedOn(database);
      const lines = await database.many<{ "QUERY PLAN": string }>({ text: `explain execute ${name}(1)`, values: [] });
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    };

    const STALE = /Seq Scan[\s\S]*\$1/;
    beforeEach(async () => {
      // A server with many other sessions may forget a plan at any moment: try again.
      for (let attempts = 1; ; attempts += 1) {
        await run(`drop table if exists counted_items;
          create table counted_items (id integer primary key, amount bigint) with (autovacuum_enabled = false);
          insert into counted_items values (1, 1); analyze counted_items`);
        for (let times = 1; times <= 12; times += 1) await amountOfOne();
        await run("insert into counted_items select n, n from generate_series(2, 50000) n");
        const plan = await keptPlan();
        if (STALE.test(plan)) return;
        assert.ok(attempts < 20, `the plan for a single row, whatever the value: ${plan}`);
      }
    });

    it("after half a minute", async (t) => {
      const now = performance.now.bind(performance);
      t.mock.method(performance, "now", () => now() + PLANS_KEPT_MS);
      await amountOfOne();
      assert.match(await keptPlan(), /Index Scan/);
    });

    it("after as many statements as the pool had run before", async () => {
      // Fewer than these ran before.
      for (let times = 1; times <= 1_000; times += 1) await amountOfOne();
      assert.match(await keptPlan(), /Index Scan/);
    });
  });
});
