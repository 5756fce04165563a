import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freshDatabase, putEmbeddedDatabase } from "../../../test/kit/databases/databases.ts";
import { removeFolder, temporaryFolder } from "../../../test/kit/servers/server-process.ts";
import { bursarHere } from "../../../test/kit/service/command.ts";
import { readConfig } from "../../kernel/process/config.ts";
import { createLog } from "../../kernel/process/log.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { openService } from "../../main/open-service.ts";
import { checkpointIfGrown, checkpointJobs } from "../embedded/checkpoint-job.ts";
import { vacuumGrownTables } from "../embedded/vacuum-job.ts";
import { checkpoint, logPosition } from "./backup.queries.ts";
import { isBackingUp, writeBackup } from "./write-backup.ts";

let home: string;
before(async () => {
  home = await temporaryFolder();
});
after(() => removeFolder(home));

const codeOf = (outcome: PromiseSettledResult<unknown>): string | undefined =>
  outcome.status === "rejected" && outcome.reason instanceof Refusal ? outcome.reason.code : undefined;

test("one backup at a time, and none during which another checkpoint was written", async () => {
  const dataDir = join(home, "data");
  await mkdir(dataDir);
  await putEmbeddedDatabase(dataDir);
  const opened = await openService(readConfig({ BURSAR_DATA_DIR: dataDir }), createLog({ level: "silent" }));
  try {
    const { service } = opened;
    const [first, second] = [join(home, "first"), join(home, "second")];
    await service.database.run({
      text: "create table notes as select repeat('x', 1000) from generate_series(1, 200)",
      values: [],
    });
    const disturbed = writeBackup(service, first, "1");
    const outcomes = Promise.allSettled([disturbed, writeBackup(service, second, "1")]);
    while (!existsSync(`${first}.part`)) await sleep(1);
    assert.ok(isBackingUp(service));
    assert.equal(await checkpointIfGrown(service, 0n), false, "the service writes no checkpoint meanwhile");
    assert.equal(await vacuumGrownTables(service), 0, "and vacuums no table");
    // Some come before the backup's own.
    for (; isBackingUp(service); await sleep(1)) await checkpoint(service.database);
    const [one, other] = await outcomes;
    assert.ok(!isBackingUp(service));
    assert.equal(one && codeOf(one), "backupDisturbed");
    assert.equal(other && codeOf(other), "backupRunning");
    for (const name of ["first", "first.part", "second", "second.part"]) assert.ok(!existsSync(join(home, name)), name);
    assert.ok(!existsSync(join(dataDir, "backup-staging")));
    const written = await writeBackup(service, first, "1");
    assert.ok(written.files > 500 && written.bytes > 1_000_000);
    assert.ok((await vacuumGrownTables(service)) > 0, "what has grown is vacuumed afterwards");
  } finally {
    await opened.close();
  }
});

test("the log of the embedded database ends at a checkpoint when it has grown", async () => {
  const dataDir = join(home, "growing");
  await mkdir(dataDir);
  await putEmbeddedDatabase(dataDir);
  const opened = await openService(readConfig({ BURSAR_DATA_DIR: dataDir }), createLog({ level: "silent" }));
  try {
    const { database } = opened.service;
    await checkpoint(database);
    const before = await logPosition(database);
    assert.equal(await checkpointIfGrown(opened.service, 1_000_000n), false, "it is still short");
    await database.run({
      text: "create table notes as select repeat('x', 1000) from generate_series(1, 2000)",
      values: [],
    });
    assert.equal(await checkpointIfGrown(opened.service, 1_000_000n), true);
    const now = await logPosition(database);
    assert.ok(now.log_bytes < 1_000_000n && now.redo_lsn !== before.redo_lsn, "recovery would begin here");
    assert.deepEqual(
      checkpointJobs(opened.service).map(({ name }) => name),
      ["checkpoint"],
    );
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
