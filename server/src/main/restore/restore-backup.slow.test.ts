import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { lockDataFolder } from "#kernel/process/data-folder.ts";
import { writeNote } from "#kernel/process/folder-state.ts";
import { putEmbeddedDatabase } from "#test/kit/databases/databases.ts";
import { long } from "#test/kit/faults/random.ts";
import { removeFolder, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { bursarHere } from "#test/kit/service/command.ts";
import { finishInterruptedSwap, stagingOf } from "./swap-parts.ts";

let home: string;
let dataDir: string;
let backup: string;
let keyFile: string;

before(async () => {
  home = await temporaryFolder();
  dataDir = join(home, "data");
  backup = join(home, "a.backup");
  await mkdir(join(home, "keys"));
  keyFile = join(home, "keys", "master.key");
  await mkdir(dataDir);
  await putEmbeddedDatabase(dataDir);
  const sameFolder = await bursarHere(["backup", backup, "--key-file", join(home, "key")], { dataDir });
  assert.equal(sameFolder.exitCode, 1);
  assert.match(sameFolder.errors, /must not be kept next to it/);
  const done = await bursarHere(["backup", backup, "--key-file", keyFile], { dataDir });
  assert.equal(done.exitCode, 0, done.errors);
});
after(() => removeFolder(home));

const restore = (into: string, key: string | undefined, ...options: string[]) =>
  bursarHere(["restore", backup, ...options], {
    dataDir: join(home, into),
    ...(key === undefined ? {} : { environment: { BURSAR_MASTER_KEY: key } }),
  });

const refusalIn = (errors: string): unknown => JSON.parse(errors).errors.errorCode;

test("a backup does not contain the master key, and refuses to replace a file", async () => {
  const key = (await readFile(keyFile, "utf8")).trim();
  const content = gunzipSync(await readFile(backup)).toString("latin1");
  assert.ok(!content.includes(key) && !content.includes(Buffer.from(key, "base64").toString("latin1")));
  const again = await bursarHere(["backup", backup, "--json"], { dataDir });
  assert.equal(again.exitCode, 1);
  assert.equal(refusalIn(again.errors), "backupFileExists");
  const nowhere = await bursarHere(["backup", join(home, "missing", "b"), "--json"], { dataDir });
  assert.equal(refusalIn(nowhere.errors), "backupFileUnusable");
});

test("a restore needs the key of the backup", async () => {
  const missing = await restore("new", undefined);
  assert.equal(missing.exitCode, 1);
  assert.match(missing.errors, /needs its master key/);
  const other = await restore("new", randomBytes(32).toString("base64"));
  assert.match(other.errors, /but the configured one is/);
  assert.ok(!(await readdir(join(home, "new"))).includes("database"));
});

test("a restore refuses a changed, incomplete, or foreign file, and leaves the folder as it was", async () => {
  const key = await readFile(keyFile, "utf8");
  const bytes = await readFile(backup);
  const tar = gunzipSync(bytes);
  const at = tar.indexOf(Buffer.from("default_statistics_target"));
  assert.ok(at > 0);
  const changed = Buffer.from(tar);
  changed.write("D", at, "latin1");
  const sums = tar.lastIndexOf(Buffer.from("SHA256SUMS.proof"));
  const resealed = Buffer.from(tar);
  resealed.write("0".repeat(64), sums + 512, "latin1");
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [gzipSync(resealed, { level: 1 }), /not written by the holder of its master key/],
    [gzipSync(tar.subarray(0, sums), { level: 1 }), /ends too early/],
    [bytes.subarray(0, bytes.length - 1_000), /damaged or incomplete|ends too early/],
    [Buffer.from("not a backup"), /damaged or incomplete/],
    [gzipSync(changed, { level: 1 }), /does not match its sum/],
  ];
  // Each case unpacks a thousand files.
  for (const [content, reason] of long ? cases : cases.slice(-2)) {
    await writeFile(backup, content);
    const refused = await restore("other", key);
    assert.equal(refused.exitCode, 1);
    assert.match(refused.errors, reason);
    assert.match(refused.errors, /Nothing was restored/);
    assert.deepEqual(await readdir(join(home, "other")), []);
  }
  await writeFile(backup, bytes);
  const absent = await bursarHere(["restore", join(home, "absent")], {
    dataDir,
    environment: { BURSAR_MASTER_KEY: key },
  });
  assert.equal(absent.exitCode, 1);
});

test("a restore refuses a folder in use or with a database, keeps what it replaces, and can be finished", async () => {
  const key = await readFile(keyFile, "utf8");
  assert.match((await restore("data", key)).errors, /contains a database.*--replace/s);
  const lock = lockDataFolder(dataDir);
  assert.match((await restore("data", key, "--replace")).errors, /in use by process/);
  lock.release();
  assert.match(
    (await bursarHere(["restore", backup], { dataDir, environment: { DATABASE_URL: "postgres://localhost/x" } }))
      .errors,
    /DATABASE_URL is set/,
  );
  await writeFile(join(dataDir, "demo.json"), "{}");
  const done = await restore("data", key, "--replace", "--json");
  assert.equal(done.exitCode, 0, done.errors);
  const { keptIn } = JSON.parse(done.output);
  assert.deepEqual((await readdir(keptIn)).sort(), ["demo.json", "postgres"]);
  assert.ok((await readdir(dataDir)).includes("postgres"));

  // Interrupted after the old database was put aside and before the restored one was in place.
  await mkdir(stagingOf(dataDir));
  await rm(join(dataDir, "before"), { recursive: true, force: true });
  await mkdir(join(stagingOf(dataDir), "postgres"));
  await writeNote(dataDir, "restore", { parts: ["postgres"], absent: [], keptIn: "before" });
  const refused = await bursarHere(["ledger", "verify"], { dataDir });
  assert.match(refused.errors, /restore into .* was interrupted/);
  assert.equal(await finishInterruptedSwap(dataDir), true);
  assert.deepEqual(await readdir(join(dataDir, "before")), ["postgres"]);
  assert.deepEqual(await readdir(join(dataDir, "postgres")), [], "the unpacked folder is in place");
  assert.equal(await finishInterruptedSwap(dataDir), false);
});
