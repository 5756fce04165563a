import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { emptyDatabase, type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { type MigrationFolder, type MoreMigrations, migrationFolder } from "#test/kit/migrations/migration-folder.ts";
import { onSingleServer } from "#test/kit/servers/single-server.ts";
import type { Database } from "./database.ts";
import { findPending, migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { POLICY } from "./row-security.ts";

const withoutPolicies = await onSingleServer("it has no row-level security");

const PATIENCE = { waitMs: 100, attempts: 40, pauseMs: 100 };

const ITEMS = `create table items (organization_id uuid not null, item_id integer not null, amount bigint, primary key (organization_id, item_id));
comment on table items is 'Of a test.';
insert into items select gen_random_uuid(), n, n from generate_series(1, 2500) n;`;

const IN_STEPS = `-- Doubles the amounts and finds them.
-- transaction: none

alter table items add column doubled bigint;

-- in batches
with batch as (
  select organization_id, item_id from items
   where $1::text is null or (organization_id, item_id) > (($1::jsonb->>0)::uuid, ($1::jsonb->>1)::integer)
   order by organization_id, item_id limit 1000
), changed as (
  update items i set doubled = coalesce(i.doubled, 0) + 2 * i.amount from batch b
   where i.organization_id = b.organization_id and i.item_id = b.item_id
)
select jsonb_build_array(organization_id, item_id)::text as last_key
  from batch order by organization_id desc, item_id desc limit 1;

create index concurrently if not exists items_doubled on items (organization_id, doubled);

alter table items add constraint items_doubled_positive check (doubled > 0) not valid;
alter table items validate constraint items_doubled_positive;
`;

/** The one row of a statement. */
const ask = async (database: Database, text: string) => database.one<Record<string, unknown>>({ text, values: [] });
const indexOf = (database: Database) =>
  ask(
    database,
    "select count(*) filter (where indisvalid)::int as valid, count(*)::int as all from pg_index where indexrelid = to_regclass('items_doubled')",
  );
const sums = (database: Database) =>
  ask(database, "select sum(amount)::text as amount, sum(doubled)::text as doubled from items");

describe("migrate", () => {
  let fresh: FreshDatabase;
  let database: Database;
  let folder: MigrationFolder | undefined;
  const clients: pg.Client[] = [];

  before(async () => {
    fresh = await freshDatabase();
    // One connection: the smallest pool must suffice.
    database = openPostgres({ url: fresh.ownerUrl, poolSize: 1 });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
    await folder?.remove();
    folder = undefined;
    await database.transaction((tx) =>
      tx.script(
        "drop table if exists items; delete from schema_migrations where version > 9000; delete from schema_migration_steps",
      ),
    );
  });
  after(async () => {
    await database.close();
    await fresh.drop();
  });

  const withMigrations = async (more: MoreMigrations): Promise<string> => {
    folder = await migrationFolder(more);
    return folder.path;
  };
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: fresh.ownerUrl, application_name: "reporting" });
    await client.connect();
    clients.push(client);
    return client;
  };

  it("runs a migration without a transaction statement by statement, each once", async () => {
    const path = await withMigrations({ "9001_items.sql": ITEMS, "9002_doubled.sql": IN_STEPS });
    assert.deepEqual((await migrate(database, { folder: path })).applied, ["9001_items.sql", "9002_doubled.sql"]);
    assert.deepEqual(await sums(database), { amount: "3126250", doubled: "6252500" });
    assert.deepEqual(await indexOf(database), { valid: 1, all: 1 });
    assert.deepEqual((await migrate(database, { folder: path })).applied, []);
    assert.deepEqual(await sums(database), { amount: "3126250", doubled: "6252500" });
  });

  it("continues where a killed process ended: no batch runs twice, and an unfinished index is built again", async () => {
    const broken = IN_STEPS.replace("on items (organization_id, doubled)", "on items ((1 / (amount - 77)))");
    const path = await withMigrations({ "9001_items.sql": ITEMS, "9002_doubled.sql": broken });
    // Division by zero ends the build as a crash would: the index exists and is not valid.
    await assert.rejects(migrate(database, { folder: path }), { code: "22012" });
    assert.deepEqual(await indexOf(database), { valid: 0, all: 1 });
    assert.deepEqual(await sums(database), { amount: "3126250", doubled: "6252500" });
    assert.deepEqual(
      (await findPending(database, path)).map(({ name }) => name),
      ["9002_doubled.sql"],
    );
    // A crash before the last batches were recorded.
    await database.run({
      text: "update schema_migration_steps set done_at = null, last_key = (select jsonb_build_array(organization_id, item_id)::text from items order by 1 offset 1999 limit 1) where step = 2",
      values: [],
    });
    await folder?.add({ "9002_doubled.sql": IN_STEPS });
    assert.deepEqual((await migrate(database, { folder: path })).applied, ["9002_doubled.sql"]);
    assert.deepEqual(await indexOf(database), { valid: 1, all: 1 });
    // The first 2,000 rows were changed once, and the 500 after the recorded key a second time.
    const row = await ask(
      database,
      "select count(*) filter (where doubled = 2 * amount)::int as once, count(*) filter (where doubled = 4 * amount)::int as twice from items",
    );
    assert.deepEqual(row, { once: 2000, twice: 500 });
  });

  it("does not delay writes while another transaction keeps a lock that it needs, and continues when that ends", async () => {
    const path = await withMigrations({ "9001_items.sql": ITEMS });
    await migrate(database, { folder: path });
    await folder?.add({ "9002_wider.sql": "alter table items add column note text;" });
    const [reader, writer] = [await connect(), await connect()];
    await reader.query("begin; select count(*) from items");
    const migrating = migrate(database, { folder: path, patience: PATIENCE });
    // The reader keeps its lock until the writes are done: one that waited for it would never end.
    await writer.query("set statement_timeout = '60s'");
    for (const until = performance.now() + 1_500; performance.now() < until; await sleep(5))
      await writer.query("update items set amount = amount where item_id = 1");
    await reader.query("commit");
    assert.deepEqual((await migrating).applied, ["9002_wider.sql"]);
  });

  it("gives up with the reason when it gets no lock, and changes nothing", async () => {
    const path = await withMigrations({
      "9001_items.sql": ITEMS,
      "9002_wider.sql":
        "create table more_items (item_id integer primary key);\nalter table items add column note text;",
    });
    const reader = await connect();
    await migrate(database, { folder: path });
    for (const undo of [
      "alter table items drop column note",
      "drop table more_items",
      "delete from schema_migrations where version = 9002",
    ])
      await database.run({ text: undo, values: [] });
    await reader.query("begin; select count(*) from items");
    await sleep(1_100);
    await assert.rejects(migrate(database, { folder: path, patience: { ...PATIENCE, attempts: 2 } }), {
      name: "MigrationProblem",
      message:
        /^Migration 9002_wider\.sql could not get its locks in 2 attempts; nothing was changed\. Open transactions: process \d+ \(reporting, idle in transaction\) for \d+ seconds\. End them, or wait for them\. Then run bursar migrate again\.$/,
    });
    assert.deepEqual(await ask(database, "select to_regclass('more_items')::text as found"), { found: null });
  });

  it("is done once by processes that start at the same time", async () => {
    const path = await withMigrations({ "9001_items.sql": ITEMS, "9002_doubled.sql": IN_STEPS });
    const others = Array.from({ length: 3 }, () => openPostgres({ url: fresh.ownerUrl, poolSize: 1 }));
    try {
      const reports = await Promise.all(others.map((other) => migrate(other, { folder: path })));
      assert.deepEqual(reports.flatMap(({ applied }) => applied).sort(), ["9001_items.sql", "9002_doubled.sql"]);
      assert.deepEqual(await sums(database), { amount: "3126250", doubled: "6252500" });
    } finally {
      for (const other of others) await other.close();
    }
  });

  it("starts with an empty database by several processes at once", async () => {
    const empty = await emptyDatabase();
    const processes = Array.from({ length: 4 }, () => openPostgres({ url: empty.ownerUrl, poolSize: 1 }));
    try {
      const reports = await Promise.all(processes.map((process) => migrate(process)));
      const applied = reports.flatMap((report) => report.applied);
      assert.equal(applied.length, new Set(applied).size);
      assert.ok(applied.length > 20);
      for (const process of processes) assert.deepEqual(await findPending(process), []);
    } finally {
      for (const process of processes) await process.close();
      await empty.drop();
    }
  });

  it("leaves the policies and privileges of a newer version alone", { skip: withoutPolicies }, async () => {
    const path = await withMigrations({ "9001_items.sql": ITEMS });
    await migrate(database, { folder: path });
    await database.run({ text: `alter policy ${POLICY} on items rename to of_a_newer_version`, values: [] });
    await database.run({ text: "update serving_roles set checksum = 'of a newer version'", values: [] });
    const state = () =>
      ask(
        database,
        "select (select polname::text from pg_policy where polrelid = 'items'::regclass) as policy, (select min(checksum) from serving_roles) as privileges",
      );
    assert.deepEqual((await migrate(database)).applied, []);
    assert.deepEqual(await state(), { policy: "of_a_newer_version", privileges: "of a newer version" });
    await migrate(database, { folder: path });
    assert.deepEqual((await state())["policy"], POLICY);
  });

  const refused: readonly (readonly [what: string, text: string, problem: RegExp])[] = [
    [
      "an unknown kind of transaction",
      "-- transaction: many\nselect 1;",
      /^9001_x\.sql: "-- transaction: many" is not/,
    ],
    [
      "a version that is not a number",
      "-- serves from: soon\nselect 1;",
      /^9001_x\.sql: "-- serves from: soon" does not name/,
    ],
    ["batches in a transaction", "-- in batches\nselect 1;", /^9001_x\.sql: a statement "in batches" needs/],
    [
      "an index without a name",
      "-- transaction: none\ncreate index concurrently on outbox (ids);",
      /^Migration 9001_x\.sql, line 2, must create its index/,
    ],
    [
      "batches that never end",
      "-- transaction: none\n-- in batches\nselect coalesce($1::text, 'a') as last_key;",
      /^Migration 9001_x\.sql, line 3, returned the key a twice/,
    ],
  ];
  for (const [what, text, message] of refused)
    it(`refuses ${what}`, async () => {
      const path = await withMigrations({ "9001_x.sql": text });
      await assert.rejects(migrate(database, { folder: path }), { name: "MigrationProblem", message });
    });
});
