import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { migrationFolder } from "#test/kit/migrations/migration-folder.ts";
import { withScratchDatabase } from "../../embedded/open-embedded.ts";
import type { Database } from "../database.ts";
import { findPending, migrate } from "../migrate.ts";
import { openPostgres } from "../postgres.ts";
import { type PlannedMigration, planMigrations } from "./dry-run.ts";
import { parseMigration } from "./migration-files.ts";
import { observeInTransaction } from "./observe-statement.ts";

/** A table of the released schema, and a file for each kind of statement. */
const ITEMS = `
create table owners (owner_id integer primary key, name text);
create table items (item_id integer primary key, owner_id integer, amount bigint, note text);
create view item_amounts with (security_invoker = true) as select item_id from items;`;
const PENDING = {
  "9002_expansion.sql": `create table shelves (shelf_id integer primary key);
alter table items add column shelf_id integer;
create index shelves_again on shelves (shelf_id);
update items set note = '' where note is null;`,
  "9003_steps.sql": `-- transaction: none
-- serves from: 0.1.0

create index concurrently if not exists items_amount on items (amount);

-- in batches
with batch as (select item_id from items where $1::text is null or item_id > $1::integer order by 1 limit 10),
     changed as (update items i set shelf_id = 1 from batch b where i.item_id = b.item_id)
select max(item_id)::text as last_key from batch having count(*) > 0;

drop index concurrently if exists items_amount;`,
  "9004_dangerous.sql": `alter table items add column token uuid default gen_random_uuid();
alter table items add constraint positive check (amount > 0);
create index items_note on items (note);`,
};

describe("a dry run", () => {
  let fresh: FreshDatabase;
  let database: Database;

  before(async () => {
    fresh = await freshDatabase();
    database = openPostgres({ url: fresh.ownerUrl, poolSize: 2 });
  });
  after(async () => {
    await database.close();
    await fresh.drop();
  });

  it("shows each pending statement with its locks, its work, and how long both take, and changes nothing", async () => {
    const folder = await migrationFolder({ "9001_items.sql": ITEMS });
    try {
      await migrate(database, { folder: folder.path });
      await database.run({
        text: "insert into items select n, 1, n, repeat('long', 250) from generate_series(1, 50000) n",
        values: [],
      });
      await database.run({ text: "analyze items", values: [] });
      await folder.add(PENDING);
      const plan = await withScratchDatabase((scratch) => planMigrations(database, scratch, folder.path));
      assert.deepEqual(plan.pending.map(brief), [
        {
          name: "9002_expansion.sql",
          inTransaction: true,
          servesFrom: undefined,
          statements: [
            { line: 1, locks: [], work: [] },
            { line: 2, locks: ["items: ACCESS EXCLUSIVE, reads and writes"], work: [] },
            { line: 3, locks: [], work: [] },
            { line: 4, locks: [], work: ["items: scan"] },
          ],
        },
        {
          name: "9003_steps.sql",
          inTransaction: false,
          servesFrom: "0.1.0",
          statements: [
            { line: 4, locks: ["items: SHARE UPDATE EXCLUSIVE, schema changes"], work: ["items: index build"] },
            { line: 7, locks: ["items: ROW EXCLUSIVE, nobody"], work: ["items: batches"] },
            { line: 11, locks: ["items: SHARE UPDATE EXCLUSIVE, schema changes"], work: [] },
          ],
        },
        {
          name: "9004_dangerous.sql",
          inTransaction: true,
          servesFrom: undefined,
          statements: [
            { line: 1, locks: ["items: ACCESS EXCLUSIVE, reads and writes"], work: ["items: rewrite"] },
            { line: 2, locks: [], work: ["items: scan"] },
            { line: 3, locks: [], work: ["items: index build"] },
          ],
        },
      ]);
      const [expansion, steps, dangerous] = plan.pending.map(({ statements }) => statements);
      // 50 MB: the exclusive lock of line 2 is held while line 4 reads them.
      const held = expansion?.[1]?.locks[0]?.heldMs ?? 0;
      assert.ok(held >= 200 && held === expansion?.[3]?.durationMs, `held for ${held} ms`);
      const changing = steps?.[1]?.durationMs ?? 0;
      // A cluster's number of rows is estimated from their size, rather too high.
      if (fresh.isDistributed) assert.ok(changing >= 5000, `${changing} ms`);
      else assert.equal(changing, 5000, "50,000 rows at 10 per millisecond");
      const [rewrite = 0, scan = 0, index = 0] = dangerous?.map(({ durationMs }) => durationMs) ?? [];
      assert.ok(rewrite > index && index > scan && scan > 0, `${rewrite}, ${index}, ${scan} ms`);
      assert.equal(plan.longestDelayMs, rewrite + scan + index);
      assert.deepEqual(plan.newPolicies, []);
      assert.deepEqual(
        (await findPending(database, folder.path)).map(({ name }) => name),
        Object.keys(PENDING),
      );
    } finally {
      await folder.remove();
    }
  });

  it("observes in a scratch database what the server locks and does", async () => {
    const statements = [
      "alter table items add column code text",
      "alter table items add column kind text not null default 'x'",
      "alter table items add column at timestamptz default clock_timestamp()",
      "alter table items add constraint positive check (amount > 0) not valid",
      "alter table items validate constraint owned",
      "alter table items add constraint owner foreign key (owner_id) references owners not valid",
      "alter table items alter column note set default ''",
      "alter table items alter column amount set not null",
      "alter table items alter column amount type numeric",
      "alter table items set (fillfactor = 70)",
      "alter table items drop column note",
      "create unique index items_code on items (note)",
      "create table parts (item_id integer references items)",
      "create or replace view item_amounts with (security_invoker = true) as select item_id, amount from items",
      "update items set note = ''",
      "comment on table items is 'x'",
      "drop index items_owner",
      "drop view item_amounts",
    ];
    await withScratchDatabase(async (scratch) => {
      for (const each of [scratch, database])
        await each.transaction((tx) =>
          tx.script(
            `drop table if exists items cascade; drop table if exists owners; ${ITEMS} create index items_owner on items (owner_id); alter table items add constraint owned check (owner_id > 0) not valid`,
          ),
        );
      for (const text of statements) {
        const [statement] = parseMigration("9999_x.sql", text).statements;
        assert.ok(statement);
        const observed = (each: Database) => rolledBack(each, (tx) => observeInTransaction(tx, statement));
        assert.deepEqual(await observed(scratch), await observed(database), text);
      }
    });
  });
});

const brief = ({ name, inTransaction, servesFrom, statements }: PlannedMigration) => ({
  name,
  inTransaction,
  servesFrom,
  statements: statements.map(({ line, locks, work }) => ({
    line,
    locks: locks.map(({ table, mode, delays }) => `${table}: ${mode}, ${delays}`),
    work: work.map(({ table, kind }) => `${table}: ${kind}`),
  })),
});

async function rolledBack<T>(
  database: Database,
  work: (tx: Parameters<Parameters<Database["transaction"]>[0]>[0]) => Promise<T>,
): Promise<T> {
  const undo = new Error("undo");
  let result: { readonly value: T } | undefined;
  await database
    .transaction(async (tx) => {
      result = { value: await work(tx) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (result === undefined) throw new Error("no result");
  return result.value;
}
