import assert from "node:assert/strict";
import { copyFile, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#kernel/embedded/open-embedded.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { differingTables, sumTables, type TableSums } from "#main/move/copy-tables.ts";
import { putEmbeddedDatabase } from "../../kit/databases/databases.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { startPaying } from "../../kit/scale/paying-load.ts";
import { ledgerEntriesOf, paymentsAmong } from "../../kit/scale/restored.queries.ts";
import { removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";

/**
 * Law 9: after a restore from a backup, every table has the same sum. The backup is taken while payments flow, and a
 * killed one leaves nothing that looks complete.
 */
const random = seeded(testSeed("law 9"));
const KILLS = long ? 10 : 1;
const folders: string[] = [];
const folder = async (): Promise<string> => {
  const path = await temporaryFolder();
  folders.push(path);
  return path;
};
after(async () => {
  for (const path of folders) await removeFolder(path);
});

test("a backup taken under load restores to one moment, and a killed one leaves no file", {
  timeout: 600_000,
}, async () => {
  const [dataDir, kept] = [await folder(), await folder()];
  await putEmbeddedDatabase(dataDir);
  let server = await startServer({ dataDir });
  const load = startPaying(server.url, await server.demo(), "law-9");
  await load.untilAcknowledged(10);
  const beforeBackup = load.acknowledged().map(({ id }) => id ?? "");
  const backup = join(kept, "under-load.backup");
  const written = await bursarHere(["backup", backup, "--json"], { dataDir });
  assert.equal(written.exitCode, 0, written.errors);
  assert.ok(!written.output.includes((await masterKey(dataDir)).trim()), "the key is shown nowhere");
  await load.untilAcknowledged(load.acknowledged().length + 20);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const doomed = join(kept, `killed-${kill}.backup`);
    const running = bursarHere(["backup", doomed], { dataDir });
    await untilExists(`${doomed}.part`);
    await sleep(random() * 300);
    await server.kill();
    assert.equal((await running).exitCode, 1);
    assert.ok(!(await readdir(kept)).includes(`killed-${kill}.backup`), "a killed backup has no complete file");
    if (kill + 1 < KILLS) server = await startServer({ dataDir });
  }
  await load.stop();

  const original = await contentOf(dataDir);
  const underLoad = await restored(backup, dataDir, beforeBackup);
  assert.deepEqual([...underLoad.found].sort(), beforeBackup.sort(), "what was acknowledged before is there");
  assert.ok(underLoad.entries.size > 100 && underLoad.entries.size < original.entries.size, "what came later is not");
  for (const entry of underLoad.entries) assert.ok(original.entries.has(entry), `an entry of the original: ${entry}`);

  if (!long) return;
  // The folder that the kill left is at rest, so every table can be compared.
  const quiet = join(kept, "quiet.backup");
  assert.equal((await bursarHere(["backup", quiet], { dataDir })).exitCode, 0);
  const copy = await restored(quiet, dataDir);
  assert.deepEqual(
    differingTables(original.sums, copy.sums),
    [],
    "every table of the restored folder has the same sum",
  );
});

const masterKey = (dataDir: string): Promise<string> => readFile(join(dataDir, "master.key"), "utf8");

interface Content {
  readonly sums: TableSums;
  readonly entries: ReadonlySet<string>;
  readonly found: readonly string[];
}

async function contentOf(dataDir: string, ids: readonly string[] = []): Promise<Content> {
  const server = await startEmbedded({ dataDir });
  const database = openPostgres({ url: server.url, poolSize: 2 });
  try {
    return {
      sums: await sumTables(database),
      entries: await ledgerEntriesOf(database),
      found: await paymentsAmong(database, ids),
    };
  } finally {
    await database.close();
    await server.close();
  }
}

/** Restores into a new folder, as on another machine, and reads it. */
async function restored(backup: string, from: string, ids: readonly string[] = []): Promise<Content> {
  const dataDir = await folder();
  await copyFile(join(from, "master.key"), join(dataDir, "master.key"));
  const done = await bursarHere(["restore", backup], { dataDir });
  assert.equal(done.exitCode, 0, done.errors);
  assert.match(done.output, /ledger balances and the audit chain is intact/);
  return contentOf(dataDir, ids);
}

async function untilExists(path: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (await stat(path).catch(() => undefined)) return;
    await sleep(5);
  }
  throw new Error(`${path} did not appear`);
}
