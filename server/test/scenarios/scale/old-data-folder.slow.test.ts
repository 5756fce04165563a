import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedFolderOf, startEmbedded } from "#kernel/embedded/open-embedded.ts";
import { socketPathOf } from "#kernel/embedded/own-server.ts";
import type { Database } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { differingTables } from "#main/move/copy-tables.ts";
import { readReleases } from "../../../../tools/migrations/releases.ts";
import { inTurns, long } from "../../kit/faults/random.ts";
import {
  contentOf,
  inOldFolder,
  type KeptContent,
  type OldDataFolder,
  oldFolderOf,
  requestOnce,
  servedBy,
  withPresentSchema,
} from "../../kit/migrations/old-folder.ts";
import { releasedVersion } from "../../kit/migrations/version-tree.ts";
import { removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere, startBursar } from "../../kit/service/command.ts";

/**
 * ADR 0093: a data folder whose database is in the files of PGlite moves once, at the first start of this version.
 * Whatever fails, the old database is the database, and as it was, until everything is in the new one.
 */
const [release] = readReleases(join(import.meta.dirname, "../../../.."));
assert.equal(release?.version, "0.1.0");
const previous = releasedVersion(release.commit);
after(() => previous?.remove());

const ofPresentSchema = { name: "of this version's schema", make: withPresentSchema };
const ofRelease = previous && { name: "that 0.1.0 has served", make: () => servedBy(previous) };
/** The ordinary run moves one folder: that of the release, unless this clone lacks its commit. */
const folders = long && ofRelease !== undefined ? [ofRelease, ofPresentSchema] : [ofRelease ?? ofPresentSchema];

/** The tables that differ, except those into which opening the service writes: keys of a later version, and its clock. */
const differing = (content: KeptContent, other: KeptContent): readonly string[] =>
  differingTables(content.sums, other.sums).filter((table) => !["service_clock", "service_keys"].includes(table));

/** Half of what ends a start without a move in each run, because each start reads the whole database. */
const endings = ["damage", "newer version", "kill", "other key"] as const;
const due = inTurns("starts that do not move a data folder", 2)(endings, 0);
const later = (ending: (typeof endings)[number]) => (due.includes(ending) ? false : "another run's turn");

for (const { name, make } of folders)
  describe(`a data folder ${name}`, { timeout: 600_000 }, () => {
    let folder: OldDataFolder;
    let original: KeptContent;
    let kept: string;
    before(async () => {
      folder = await make();
      kept = join(folder.dataDir, "database.0.1.0");
      original = await inOldFolder(folder.database, (database) => contentOf(database));
      assert.ok((original.sums.get("ledger_entries")?.rows ?? 0n) > 100n);
    });
    after(() => removeFolder(folder.dataDir));

    /** Opens the folder as any command does, and ends. */
    const start = (environment = {}) =>
      bursarHere(["ledger", "verify"], {
        dataDir: folder.dataDir,
        environment: { BURSAR_LOG_LEVEL: "silent", ...environment },
      });

    async function assertRefused(refused: ReturnType<typeof start>, says: RegExp): Promise<void> {
      const { exitCode, errors } = await refused;
      assert.equal(exitCode, 1);
      assert.match(errors, says);
      assert.ok(!existsSync(kept), "the old database is still the database");
    }

    it("is refused if its database is damaged", { skip: later("damage") }, async () => {
      const version = join(folder.database, "PG_VERSION");
      await rename(version, `${version}.lost`);
      await assertRefused(start(), /cannot be moved, and is as it was: It has no PG_VERSION/);
      await rename(`${version}.lost`, version);

      const file = join(folder.database, await fileOf(folder.database, "audit_log"));
      const content = await readFile(file);
      if (long) {
        const spoiled = Buffer.from(content).fill(0xaa, PAGE_BYTES, 2 * PAGE_BYTES);
        await writeFile(file, spoiled);
        await assertRefused(start(), /cannot be moved, and is as it was: invalid page in block 1/);
      }
      // Pages that are gone look like rows that never were, but not to the audit chain.
      await writeFile(file, content.subarray(0, PAGE_BYTES));
      await assertRefused(start(), /cannot be moved, and is as it was: The copy is not intact \(\d+ problems\)/);
      await writeFile(file, content);
    });

    it("is refused if a newer version wrote it", { skip: later("newer version") }, async () => {
      await change(folder.database, "insert into schema_migrations values (9999, '9999_later.sql', 'x')");
      await assertRefused(start(), /migrations that this version does not know: 9999_later\.sql/);
      await change(folder.database, "delete from schema_migrations where version = 9999");
    });

    it("stays as it was when a start is killed while it copies", { skip: later("kill") }, async () => {
      for (let round = 0; round < (long ? 5 : 1); round += 1) {
        const starting = startBursar(["ledger", "verify"], { dataDir: folder.dataDir });
        await untilCopying(folder.dataDir);
        await sleep(round * 300);
        starting.kill("SIGKILL");
        await starting.ended;
        assert.ok(!existsSync(kept));
      }
    });

    it("stays as it was when a start ends after the copy, as with another master key", {
      skip: later("other key"),
    }, async () => {
      const other = { BURSAR_MASTER_KEY: Buffer.alloc(32, 9).toString("base64") };
      await assertRefused(start(other), /created with another master key/);
      const copied = await inNewFolder(folder.dataDir, (database) => contentOf(database, original.tables));
      assert.deepEqual(differing(copied, original), [], "this start has committed its copy");

      await rename(folder.database, `${folder.database}.elsewhere`);
      await assertRefused(start(), /is an unfinished copy of .*database, which no longer exists/);
      await rename(`${folder.database}.elsewhere`, folder.database);
      await markNew("verified copy");
    });

    /** As a start leaves the new database that dies right before or after the rename. */
    const markNew = (comment: string) =>
      inNewFolder(folder.dataDir, (database) =>
        database.run({ text: `comment on schema public is '${comment}'`, values: [] }),
      );

    it("moves at the next start, with every value", async () => {
      const moved = await start();
      assert.equal(moved.exitCode, 0, moved.errors);
      assert.ok(existsSync(kept) && !existsSync(folder.database));
      const audit = await bursarHere(["audit", "verify"], { dataDir: folder.dataDir });
      assert.equal(audit.exitCode, 0, audit.output + audit.errors);
      const content = await inNewFolder(folder.dataDir, (database) => contentOf(database, original.tables));
      assert.deepEqual(differing(content, original), []);
      assert.equal(content.outboxPosition, original.outboxPosition, "the outbox continues where it was");
      const left = await inOldFolder(kept, (database) => contentOf(database));
      assert.deepEqual(left, original, "the old files are kept as they were");
    });

    it("is served from then on", async () => {
      const server = await startServer({ dataDir: folder.dataDir });
      try {
        assert.deepEqual(await server.demo(), folder.demo);
        const response = await requestOnce(server.url, folder.demo);
        if (folder.response !== undefined) assert.deepEqual(response, folder.response, "the response of an older key");
      } finally {
        await server.stop();
      }
      assert.ok(!existsSync(folder.database));
    });

    it("refuses a second database next to the first", async () => {
      await markNew("verified copy");
      assert.equal((await start()).exitCode, 0, "the old folder was renamed, so the copy is the database");
      await rename(kept, folder.database);
      await assertRefused(start(), /contains two databases/);
      await rename(folder.database, kept);
      assert.equal((await start()).exitCode, 0);
    });

    it("can be restored from a backup of the same version", async (t) => {
      if (folder.backup === undefined) return t.skip("a version that was not released wrote none");
      const dataDir = await temporaryFolder();
      try {
        await copyFile(join(folder.dataDir, "master.key"), join(dataDir, "master.key"));
        const restored = await bursarHere(["restore", folder.backup], { dataDir });
        assert.equal(restored.exitCode, 0, restored.errors);
        assert.ok(existsSync(embeddedFolderOf(dataDir)) && !existsSync(oldFolderOf(dataDir)));
      } finally {
        await removeFolder(dataDir);
      }
    });
  });

const PAGE_BYTES = 8_192;

/** The file of a table of an old database. */
const fileOf = (folder: string, table: string): Promise<string> =>
  inOldFolder(folder, async (database) => {
    const statement = { text: "select pg_relation_filepath($1::regclass) as path", values: [table] };
    return (await database.one<{ path: string }>(statement)).path;
  });

const change = (folder: string, text: string): Promise<number> =>
  inOldFolder(folder, (database) => database.run({ text, values: [] }));

/** Opens the new database while no process serves it. */
async function inNewFolder<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir });
  const database = openPostgres({ url: server.url, poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.close();
  }
}

/** Until another process has rows in the new database that it has not committed. */
async function untilCopying(dataDir: string): Promise<void> {
  const text = `select from pg_locks l join pg_class c on c.oid = l.relation
                 where c.relname = 'organizations' and l.mode = 'RowExclusiveLock'`;
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    if (await hasRow(dataDir, text).catch(() => false)) return;
    await sleep(20);
  }
  assert.fail("the start begins to copy");
}

async function hasRow(dataDir: string, text: string): Promise<boolean> {
  const socket = socketPathOf(embeddedFolderOf(dataDir));
  const database = openPostgres({ url: socket.url, poolSize: 1 });
  try {
    return (await database.many({ text, values: [] })).length > 0;
  } finally {
    await database.close();
    socket.release();
  }
}
