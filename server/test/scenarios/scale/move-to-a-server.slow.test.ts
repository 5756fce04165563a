import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#kernel/embedded/open-embedded.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { differingTables, sumTables } from "#main/move/copy-tables.ts";
import {
  asOwner,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  putEmbeddedDatabase,
} from "../../kit/databases/databases.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";
import { long } from "../../kit/faults/random.ts";
import { type Demo, removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { bursarHere, startBursar } from "../../kit/service/command.ts";

/** Issue 15, item 8: from an embedded data folder to a PostgreSQL server, with keys, audit chain, and attachments. */
let dataDir: string;
let target: FreshDatabase;

before(async () => {
  dataDir = await temporaryFolder();
  target = await emptyDatabase();
  await putEmbeddedDatabase(dataDir);
});
after(async () => {
  await target.drop();
  await removeFolder(dataDir);
});

const move = (...options: string[]) =>
  bursarHere(["move", "embedded-to-postgres", "--to", target.ownerUrl, ...options], { dataDir });

test("a data folder moves to a server, survives a killed move, and is served from there", {
  timeout: 600_000,
}, async () => {
  const server = await startServer({ dataDir });
  const demo = await server.demo();
  assert.match((await move()).errors, /in use by process/);
  await server.stop();

  if (long) await assertForeignRefused();
  for (let kill = 0; kill < (long ? 5 : 1); kill += 1) await killInTheMiddle(kill);
  assert.match((await bursarHere(["ledger", "verify"], { dataDir })).errors, /move of .* was interrupted/);

  const moved = await move("--json");
  assert.equal(moved.exitCode, 0, moved.errors);
  assert.match((await bursarHere(["ledger", "verify"], { dataDir })).errors, /was moved to the PostgreSQL server/);
  assert.match((await move()).errors, /was moved to the PostgreSQL server/);
  const embedded = await startEmbedded({ dataDir });
  const source = openPostgres({ url: embedded.url, poolSize: 1 });
  const copy = openPostgres({ url: target.ownerUrl, poolSize: 1 });
  try {
    assert.deepEqual(differingTables(await sumTables(source), await sumTables(copy)), []);
  } finally {
    await copy.close();
    await source.close();
    await embedded.close();
  }

  if (long) await assertServed(demo);
  for (const check of ["ledger", "audit"]) {
    const verified = await bursarHere([check, "verify"], { dataDir, environment: { DATABASE_URL: target.ownerUrl } });
    assert.equal(verified.exitCode, 0, verified.output + verified.errors);
  }
});

/** The service on the server has the same organization, users, and tokens, and pays. */
async function assertServed(demo: Demo): Promise<void> {
  const served = await startServer({ dataDir, environment: { DATABASE_URL: target.ownerUrl } });
  try {
    assert.deepEqual(await served.demo(), demo, "the demo organization is the one that was moved");
    const client = apiClient(served.url, demo.tokens.readWrite);
    const [recipient] = demo.recipients.filter(({ methods }) => methods.includes("ach"));
    const account = demo.accounts.find(({ kind }) => kind === "checking")?.id;
    const body = { recipientId: recipient?.id, amount: 12.34, paymentMethod: "ach", idempotencyKey: "after-the-move" };
    const paid = await client.post(`/account/${account}/transactions`, body);
    assert.equal(paid.status, 200, JSON.stringify(paid.body));
    client.close();
  } finally {
    await served.stop();
  }
}

async function assertForeignRefused(): Promise<void> {
  await asOwner(target, "create table schema_migrations (version integer)");
  assert.equal((await move()).exitCode, 1, "a database of something else is left alone");
  await asOwner(target, "drop table schema_migrations");
  await assertServesEmbedded();
}

/** The move refused, so the folder works as before. */
async function assertServesEmbedded(): Promise<void> {
  const verified = await bursarHere(["ledger", "verify"], { dataDir });
  assert.equal(verified.exitCode, 0, verified.errors);
}

/** Kills a move while it holds rows that it has not committed. */
async function killInTheMiddle(round: number): Promise<void> {
  const moving = startBursar(["move", "embedded-to-postgres", "--to", target.ownerUrl], { dataDir });
  for (let attempt = 0; (await readFile(join(dataDir, "moved.json"), "utf8").catch(() => "")) === ""; attempt += 1) {
    assert.ok(attempt < 20_000, "the move begins to copy");
    await sleep(10);
  }
  await sleep(round * 100);
  moving.kill("SIGKILL");
  await moving.ended;
}

test("a move refuses a server that has rows, and one without the owner's rights", async () => {
  const other = await temporaryFolder();
  try {
    await putEmbeddedDatabase(other);
    const refused = await bursarHere(["move", "embedded-to-postgres", "--to", target.ownerUrl], { dataDir: other });
    assert.equal(refused.exitCode, 1);
    assert.match(refused.errors, /contains rows/);
    const again = await bursarHere(["ledger", "verify"], { dataDir: other });
    assert.equal(again.exitCode, 0, "the refused folder is served as before");
    const migrated = await freshDatabase();
    const asServing = await bursarHere(["move", "embedded-to-postgres", "--to", migrated.url], { dataDir: other });
    await migrated.drop();
    assert.match(asServing.errors, new RegExp(`${SERVING_ROLE} does not own the tables`));
    const environment = { DATABASE_URL: target.ownerUrl };
    const wrong = await bursarHere(["move", "embedded-to-postgres", "--to", target.ownerUrl], {
      dataDir: other,
      environment,
    });
    assert.match(wrong.errors, /no embedded database to move/);
  } finally {
    await removeFolder(other);
  }
});
