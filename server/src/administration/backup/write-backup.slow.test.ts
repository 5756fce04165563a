import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { Refusal } from "#kernel/refusal.ts";
import { openService } from "#main/open-service.ts";
import { freshDatabase, putEmbeddedDatabase } from "#test/kit/databases/databases.ts";
import { removeFolder, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { bursarHere } from "#test/kit/service/command.ts";
import { writeBackup } from "./write-backup.ts";

let home: string;
before(async () => {
  home = await temporaryFolder();
});
after(() => removeFolder(home));

const codeOf = (outcome: PromiseSettledResult<unknown>): string | undefined =>
  outcome.status === "rejected" && outcome.reason instanceof Refusal ? outcome.reason.code : undefined;

test("one backup at a time, and checkpoints and vacuums during it do no harm", async () => {
  const dataDir = join(home, "data");
  await mkdir(dataDir);
  await putEmbeddedDatabase(dataDir);
  const leftover = join(dataDir, "backup-staging-of-a-killed-one");
  await mkdir(join(leftover, "attachments"), { recursive: true });
  const opened = await openService(readConfig({ BURSAR_DATA_DIR: dataDir }), createLog({ level: "silent" }));
  const [first, second] = [join(home, "first"), join(home, "second")];
  try {
    const { service } = opened;
    const run = (text: string) => service.database.run({ text, values: [] });
    await run("create table notes as select repeat('x', 1000) as note from generate_series(1, 2000)");
    let isRunning = true;
    const both = Promise.allSettled([writeBackup(service, first, "1"), writeBackup(service, second, "1")]);
    const disturbing = both.finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      await run("update notes set note = repeat('y', 1000)");
      await run("vacuum notes");
      await run("checkpoint");
    }
    const outcomes = await disturbing;
    const codes = outcomes.map(codeOf);
    assert.deepEqual(
      codes.filter((code) => code !== undefined),
      ["backupRunning"],
    );
    const [written, refused] = codes[0] === undefined ? [first, second] : [second, first];
    assert.ok(existsSync(written) && !existsSync(refused));
    for (const path of [first, second]) assert.ok(!existsSync(`${path}.part`), path);
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.startsWith("backup-staging")),
      [],
    );
    // Elsewhere, while the database that was backed up is still running.
    const restored = await bursarHere(["restore", written], {
      dataDir: join(home, "copy"),
      environment: { BURSAR_MASTER_KEY_FILE: join(dataDir, "master.key") },
    });
    assert.equal(restored.exitCode, 0, restored.errors);
  } finally {
    await opened.close();
  }
});

test("a service on a PostgreSQL server is backed up by the server's tools", async () => {
  const database = await freshDatabase();
  try {
    const environment = { DATABASE_URL: database.ownerUrl };
    const refused = await bursarHere(["backup", join(home, "third"), "--json"], {
      dataDir: join(home, "other"),
      environment,
    });
    assert.equal(refused.exitCode, 1);
    assert.equal(JSON.parse(refused.errors).errors.errorCode, "backupNeedsEmbedded");
  } finally {
    await database.drop();
  }
});
