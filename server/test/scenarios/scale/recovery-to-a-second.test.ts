import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { missingInstalledServer } from "../../kit/databases/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/databases/postgres-server.ts";
import { long, onlyLong } from "../../kit/faults/random.ts";
import { startPaying } from "../../kit/scale/paying-load.ts";
import { paymentsAmong } from "../../kit/scale/restored.queries.ts";
import { type RecoveryFolder, recoveryFolder } from "../../kit/servers/restored-server.ts";
import { removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { freePort } from "../../kit/service/free-port.ts";

/**
 * Law 9 on a PostgreSQL server, with the commands of backup.md: restored to a second under load, it has exactly
 * the payments acknowledged before, the books balance, the audit chain is intact, and no worker starts with it. Needs an
 * installed PostgreSQL server, for its pg_basebackup and psql.
 */
const RUNBOOK = readFileSync(join(import.meta.dirname, "../../../../docs/operate/backup.md"), "utf8");

let folder: RecoveryFolder;
let primary: PostgresServer;
let dataDir: string;

const skip = onlyLong("it takes half a minute") || missingInstalledServer();

if (skip === false)
  before(async () => {
    folder = recoveryFolder();
    primary = await startPostgresServer({ installed: true, settings: settingsOfRunbook() });
    dataDir = await temporaryFolder();
  });
if (skip === false)
  after(async () => {
    primary.stop();
    folder.remove();
    await removeFolder(dataDir);
  });

/** The fenced block of the runbook that contains the text, with the folders of this test. */
function blockWith(text: string): string {
  const blocks = [...RUNBOOK.matchAll(/```\w+\n(.*?)```/gs)].map(([, block = ""]) => block);
  const found = blocks.filter((block) => block.includes(text));
  assert.equal(found.length, 1, `one block of docs/operate/backup.md contains ${text}`);
  return (found[0] ?? "").replaceAll("/srv/", `${folder.path}/`);
}

function settingsOfRunbook(): Readonly<Record<string, string>> {
  const lines = blockWith("archive_mode = on").matchAll(/^(\w+) = '?(.*?)'?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

test("a server restored to a second has what was committed before, and sends nothing", {
  skip,
  timeout: 600_000,
}, async () => {
  const server = await startServer({ dataDir, environment: { DATABASE_URL: primary.url } });
  const load = startPaying(server.url, await server.demo(), "pitr");
  await load.untilAcknowledged(5);
  folder.run(blockWith("pg_basebackup --dbname"), { SERVER_URL: primary.url });
  await load.untilAcknowledged(load.acknowledged().length + 10);

  // Payments in flight at the chosen instant may be on either side.
  const before = load.acknowledged().map(({ id }) => id ?? "");
  await sleep(50);
  const target = new Date();
  await sleep(50);
  const attempted = load.attempts.length;
  await load.untilAcknowledged(load.acknowledged().length + 10);
  await untilSealed(dataDir);
  await load.stop();
  const later = load.attempts.slice(attempted).flatMap(({ id }) => id ?? []);
  assert.ok(later.length > 0, "payments followed");
  await server.kill();
  folder.run(`psql -q "$SERVER_URL" -c "select pg_switch_wal()" && sleep 1`, { SERVER_URL: primary.url });
  primary.kill();

  const port = await freePort();
  folder.run(blockWith("recovery_target_time"), {
    TARGET_TIME: target.toISOString().replace("T", " ").replace("Z", "+00"),
    SERVER_OPTIONS: `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder.path} -c archive_mode=off -c max_connections=200`,
  });
  const restoredUrl = primary.url.replace(/:\d+\//, `:${port}/`);
  const database = openPostgres({ url: restoredUrl, poolSize: 1 });
  try {
    assert.deepEqual(
      [...(await paymentsAmong(database, before))].sort(),
      [...before].sort(),
      "what came before is there",
    );
    assert.deepEqual(await paymentsAmong(database, later), [], "nothing that came later is");
  } finally {
    await database.close();
  }
  await assertNoWorkerStarts(restoredUrl);
  const environment = { DATABASE_URL: restoredUrl };
  for (const line of blockWith("bursar ledger verify").trim().split("\n")) {
    const args = line.replace(/^.*npx bursar /, "").split(" ");
    const verified = await bursarHere(args, { dataDir, environment });
    assert.equal(verified.exitCode, 0, `${line}: ${verified.output}${verified.errors}`);
  }
});

/** Until the anchors in the data folder name a seal that was written after now. */
async function untilSealed(folderPath: string): Promise<void> {
  const file = join(folderPath, "audit-anchors.json");
  const anchors = () => readFile(file, "utf8").catch(() => "");
  const first = await anchors();
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if ((await anchors()) !== first) return;
    await sleep(50);
  }
  throw new Error("The audit log was not sealed");
}

/** Workers refuse the database until the anchors are set aside; a process without that role starts. */
async function assertNoWorkerStarts(url: string): Promise<void> {
  const environment = { DATABASE_URL: url, PORT: "0" };
  const refused = await bursarHere(["serve"], { dataDir, environment });
  assert.equal(refused.exitCode, 1);
  assert.match(refused.errors, /database is older than this data folder/);
  const stale = await bursarHere(["audit", "verify"], { dataDir, environment });
  assert.equal(stale.exitCode, 1, "the anchors show what is missing");
  if (long) {
    const api = await startServer({ dataDir, environment: { DATABASE_URL: url, BURSAR_ROLES: "api" } });
    assert.equal(await api.stop(), 0);
  }
  await rename(join(dataDir, "audit-anchors.json"), join(dataDir, "audit-anchors.before-restore.json"));
}
