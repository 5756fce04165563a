import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { DoctorFinding } from "#administration/doctor/finding.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { asOwner, type FreshDatabase, freshDatabase, putEmbeddedDatabase } from "../../kit/databases/databases.ts";
import { type PostgresServer, QUICK_SETTINGS, startPostgresServer } from "../../kit/databases/postgres-server.ts";
import { addOutboxRow, archiveFailures, switchLog } from "../../kit/scale/restored.queries.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";

/** `bursar doctor` reports what an installation lacks for production. */
const KEY = Buffer.alloc(32, 7).toString("base64");
let dataDir: string;
let database: FreshDatabase;
let broken: PostgresServer;

before(async () => {
  dataDir = await temporaryFolder();
  database = await freshDatabase();
  broken = await startPostgresServer({
    settings: { ...QUICK_SETTINGS, archive_mode: "on", archive_command: "false", archive_timeout: "1" },
  });
});
after(async () => {
  broken.stop();
  await database.drop();
  await removeFolder(dataDir);
});

const production = {
  BURSAR_MODE: "production",
  BURSAR_MASTER_KEY: KEY,
  PUBLIC_URL: "https://pay.example.com",
  SMTP_URL: "smtps://u:p@mail.example.com",
};

async function examined(url: string, environment: Readonly<Record<string, string>> = production) {
  const { output, exitCode, errors } = await bursarHere(["doctor", "--json"], {
    dataDir,
    environment: { ...environment, DATABASE_URL: url },
  });
  assert.notEqual(output, "", errors);
  const findings: readonly DoctorFinding[] = JSON.parse(output);
  assert.equal(exitCode, findings.some(({ level }) => level === "critical") ? 1 : 0);
  for (const { check, level, todo } of findings)
    assert.equal(todo === undefined, level === "ok", `${check} says what to do`);
  return (check: string): DoctorFinding => {
    const found = findings.find((finding) => finding.check === check);
    assert.ok(found, `a finding about ${check}: ${output}`);
    return found;
  };
}

test("a server with unsafe settings, a failing archive, and no schema", async () => {
  const at = await examined(broken.url);
  assert.equal(at("durability").level, "critical");
  assert.match(at("durability").found, /fsync, full_page_writes, synchronous_commit are off/);
  assert.equal(at("standby").level, "critical");
  assert.equal(at("schema").level, "critical");
  assert.match(at("schema").found, /pending/);
  assert.equal(at("clock").level, "ok");
  assert.equal(at("disk").check, "disk");
  await untilArchivingFails();
  assert.match((await examined(broken.url))("archive").found, /archive_command fails/);
});

async function untilArchivingFails(): Promise<void> {
  const server = openPostgres({ url: broken.url, poolSize: 1 });
  try {
    await switchLog(server);
    for (let attempt = 0; attempt < 300; attempt += 1) {
      if ((await archiveFailures(server)) > 0n) return;
      await sleep(50);
    }
    throw new Error("the archive did not fail");
  } finally {
    await server.close();
  }
}

test("a role that owns the tables, a key without a copy, and seals behind", async () => {
  const opened = await bursarHere(["ledger", "verify"], {
    dataDir,
    environment: { ...production, DATABASE_URL: database.url },
  });
  assert.equal(opened.exitCode, 0, opened.errors);
  assert.equal((await examined(database.ownerUrl))("role").level, "warning");
  const before = await examined(database.url);
  assert.equal(before("role").level, "ok");
  assert.equal(before("schema").level, "ok");
  assert.equal(before("audit seals").level, "ok");
  const [, used, own] = /^(\d+) of \d+ connections are in use, (\d+) of them/.exec(before("connections").found) ?? [];
  assert.ok(Number(used) >= Number(own) && Number(own) >= 1, before("connections").found);
  assert.equal(before("attachments").level, "warning");
  assert.equal(before("key backup").level, "critical");
  assert.equal((await examined(database.url, { ...production, BURSAR_MODE: "sandbox" }))("schema").level, "critical");

  const copy = join(dataDir, "copy-of-the-key");
  const environment = { ...production, DATABASE_URL: database.url };
  await writeFile(copy, Buffer.alloc(32, 8).toString("base64"));
  const other = await bursarHere(["key", "confirm-backup", copy, "--json"], { dataDir, environment });
  assert.equal(JSON.parse(other.errors).errors.errorCode, "keyBackupIncomplete");
  await writeFile(copy, KEY);
  const confirmed = await bursarHere(["key", "confirm-backup", copy], { dataDir, environment });
  assert.equal(confirmed.exitCode, 0, confirmed.errors);
  assert.equal((await examined(database.url))("key backup").level, "ok");
  await asOwner(database, "update master_key_backups set confirmed_at = now() - interval '2 years'");
  assert.equal((await examined(database.url))("key backup").level, "warning");

  const owner = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  await addOutboxRow(owner, new Date(Date.now() - 20 * 60_000)).finally(() => owner.close());
  assert.equal((await examined(database.url))("audit seals").level, "critical");
});

test("a command that prints another key, or none", async () => {
  const { BURSAR_MASTER_KEY: _, ...environment } = production;
  const file = join(dataDir, "printed-key");
  const printing = { ...environment, BURSAR_MASTER_KEY_COMMAND: `/bin/cat ${file}` };
  await writeFile(file, KEY);
  assert.match((await examined(database.url, printing))("master key").found, /which BURSAR_MASTER_KEY_COMMAND prints/);
  await writeFile(file, Buffer.alloc(32, 8).toString("base64"));
  const other = (await examined(database.url, printing))("master key");
  assert.deepEqual(
    [other.level, /^This database was created with another master key/.test(other.found)],
    ["critical", true],
  );
  await removeFolder(file);
  const unreadable = (await examined(database.url, printing))("master key");
  assert.match(
    unreadable.found,
    /\/bin\/cat ended with exit code 1 and wrote: .*No such file or directory\. Run the command/,
  );
  const folder = await temporaryFolder();
  await putEmbeddedDatabase(folder);
  const embedded = await bursarHere(["doctor"], {
    dataDir: folder,
    environment: { BURSAR_MASTER_KEY_COMMAND: `/bin/cat ${file}` },
  });
  await removeFolder(folder);
  assert.equal(embedded.exitCode, 1);
  assert.match(embedded.output, /CRITICAL +master key +BURSAR_MASTER_KEY_COMMAND: \/bin\/cat ended/);
});

test("an embedded database and a server that does not answer", async () => {
  const folder = await temporaryFolder();
  await putEmbeddedDatabase(folder);
  const embedded = await bursarHere(["doctor"], { dataDir: folder });
  await removeFolder(folder);
  assert.equal(embedded.exitCode, 0, embedded.output + embedded.errors);
  assert.match(embedded.output, /WARNING +database +The embedded database/);
  assert.match(embedded.output, /What to do:/);
  const gone = await examined("postgres://nobody@127.0.0.1:9/none");
  assert.equal(gone("database").level, "critical");
  assert.match(gone("database").found, /could not be checked/);
});
