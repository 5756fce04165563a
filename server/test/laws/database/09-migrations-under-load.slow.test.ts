import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withScratchDatabase } from "#kernel/embedded/open-embedded.ts";
import type { Database } from "#kernel/sql/database.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import { planMigrations } from "#kernel/sql/migrations/dry-run.ts";
import { readMigrations } from "#kernel/sql/migrations/migration-files.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { readReleases } from "../../../../tools/migrations/releases.ts";
import { asOwner, type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { long } from "../../kit/faults/random.ts";
import { fillTables } from "../../kit/migrations/fill-tables.ts";
import { type MigrationFolder, migrationFolder } from "../../kit/migrations/migration-folder.ts";
import { SAFE_MIGRATIONS } from "../../kit/migrations/safe-migrations.ts";
import { startTraffic } from "../../kit/migrations/traffic.ts";
import { eventually } from "../../kit/service/eventually.ts";

/**
 * Law 9, migrations: none delays reads or writes for more than a second, at 10 million rows. Each migration since the
 * last release, and one of each kind that may follow, runs while every table is read and written, and while a report
 * keeps a lock for seconds. The ordinary run has fewer rows, and therefore also requires that nothing that depends on
 * the number of rows happens under a lock.
 */
const ROWS = long ? 10_000_000 : 20_000;
const LONGEST_DELAY_MS = 1_000;
const REPORT_MS = 2_500;

describe("migrations under load", { timeout: long ? 3_600_000 : 300_000 }, () => {
  let fresh: FreshDatabase;
  let database: Database;
  let owner: pg.Client;
  let folder: MigrationFolder;
  before(async () => {
    fresh = await freshDatabase();
    database = openPostgres({ url: fresh.ownerUrl, poolSize: 2 });
    owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
    folder = await migrationFolder(SAFE_MIGRATIONS);
    await restoreRelease(fresh, database, folder);
    await fillTables(owner, ROWS);
  });
  after(async () => {
    await owner.end();
    await database.close();
    await folder.remove();
    await fresh.drop();
  });

  it("does nothing under a lock that takes longer with more rows", async () => {
    const plan = await withScratchDatabase((scratch) => planMigrations(database, scratch, folder.path));
    assert.ok(plan.pending.length >= Object.keys(SAFE_MIGRATIONS).length);
    assert.equal(plan.longestDelayMs, 0);
    const worked = plan.pending.flatMap(({ statements }) => statements.flatMap(({ work }) => work));
    assert.ok(
      worked.some(({ table, bytes }) => table === "transactions" && bytes > 1_000_000),
      "tables are filled",
    );
  });

  it("delays no read and no write for more than a second", async (t) => {
    const traffic = await startTraffic(fresh.ownerUrl, LONGEST_DELAY_MS);
    const reporting = report(fresh.ownerUrl);
    await sleep(100);
    const startedAt = performance.now();
    const { applied } = await migrate(database, { folder: folder.path });
    const seconds = (performance.now() - startedAt) / 1000;
    await reporting;
    await eventually(
      "each table and view was used several times",
      () => traffic.statements.size > 80 && [...traffic.statements.values()].every((count) => count > 3),
    );
    await traffic.stop();
    assert.ok(applied.includes("9004_validate.sql"));
    assert.deepEqual(traffic.delayed, []);
    const { ms, statement } = traffic.slowest;
    t.diagnostic(
      `${ROWS} rows, ${applied.length} migrations in ${seconds.toFixed(1)} s; slowest statement ${Math.round(ms)} ms: ${statement.slice(0, 60)}`,
    );
    const { rows } = await owner.query(
      "select count(*)::int as unlabelled from transactions where organization_id = '00000000-0000-0000-0000-00000000000a' and test_label is null",
    );
    assert.deepEqual(rows, [{ unlabelled: 0 }]);
  });
});

/** A long report on the largest tables, which a migration must wait for. */
async function report(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query("select from transactions join ledger_entries using (organization_id, transaction_id) limit 1");
  await sleep(REPORT_MS);
  await client.query("commit");
  await client.end();
}

/** Goes back to the schema of the last release, if migrations have followed it. */
async function restoreRelease(fresh: FreshDatabase, database: Database, { path }: MigrationFolder): Promise<void> {
  const last = readReleases(join(import.meta.dirname, "../../../..")).at(-1);
  if (last === undefined) return;
  const newer = (await readMigrations(path)).filter(
    ({ name }) => !(name in last.migrations || name in SAFE_MIGRATIONS),
  );
  if (newer.length === 0) return;
  const released = await migrationFolder({});
  for (const { name } of newer) await rm(join(released.path, name));
  await asOwner(fresh, "drop schema public cascade; create schema public");
  await migrate(database, { folder: released.path });
  await released.remove();
}
