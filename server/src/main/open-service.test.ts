import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { embeddedFolderOf } from "#kernel/embedded/open-embedded.ts";
import { type Environment, readConfig } from "#kernel/process/config.ts";
import { lockPathOf } from "#kernel/process/data-folder.ts";
import { createLog } from "#kernel/process/log.ts";
import { asOwner, freshDatabase } from "#test/kit/databases/databases.ts";
import { SERVING_ROLE } from "#test/kit/databases/test-server.ts";
import { openService } from "./open-service.ts";
import { StartUpProblem } from "./start-up-problem.ts";

const log = createLog({ level: "silent" });

const freshFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-open-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const open = (environment: Environment) => openService(readConfig(environment), log);

/** The start is refused with one sentence: what it must contain, and what it must not. */
const refuses = async (environment: Environment, says: RegExp) => {
  await assert.rejects(open(environment), (error) => {
    assert.ok(error instanceof StartUpProblem, String(error));
    assert.match(error.message, says);
    assert.ok(!error.message.includes("s3cret"), "an error never contains a password");
    return true;
  });
};

test("recreates an embedded database whose creation was interrupted, locks it while open, and leaves no lock behind", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  const draft = `${embeddedFolderOf(BURSAR_DATA_DIR)}.unfinished`;
  mkdirSync(draft);
  writeFileSync(join(draft, "PG_VERSION"), "18\n");
  const first = await open({ BURSAR_DATA_DIR });
  assert.ok(!existsSync(draft));
  assert.deepEqual(first.migrated.slice(0, 2), ["0001_kernel.sql", "0002_organizations.sql"]);
  assert.equal(statSync(join(BURSAR_DATA_DIR, "master.key")).mode & 0o777, 0o600);
  await refuses({ BURSAR_DATA_DIR }, new RegExp(`in use by process ${process.pid}\\.`));
  await first.close();
  assert.ok(!existsSync(lockPathOf(BURSAR_DATA_DIR)));

  // Another master key is rejected with a message, and the folder's lock is released.
  await refuses(
    { BURSAR_DATA_DIR, BURSAR_MASTER_KEY: Buffer.alloc(32, 9).toString("base64") },
    /created with another master key/,
  );
  const again = await open({ BURSAR_DATA_DIR });
  assert.deepEqual(again.migrated, []);
  await again.close();
});

test("reports a wrong database address in one sentence", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  await refuses(
    { BURSAR_DATA_DIR, DATABASE_URL: "postgres://me:s3cret@127.0.0.1:1/none" },
    /127\.0\.0\.1:1\/none cannot be reached \(ECONNREFUSED\)/,
  );
  const fresh = await freshDatabase();
  t.after(() => fresh.drop());
  const absent = new URL(fresh.url);
  absent.pathname = "/no_such_database";
  await refuses({ BURSAR_DATA_DIR, DATABASE_URL: absent.toString() }, /no_such_database does not exist/);
  for (const DATABASE_URL of ["bursar", "mysql://me:s3cret@db/bursar"])
    assert.throws(() => readConfig({ DATABASE_URL }), {
      message: "DATABASE_URL must be a URL such as postgres://user@host:5432/bursar",
    });
});

test("reports a data folder that cannot be made, without trying forever", async () => {
  await refuses({ BURSAR_DATA_DIR: "/proc/bursar/data" }, /\/proc\/bursar\/data cannot be used/);
});

test("only the owner of the tables changes the schema, and short-lived commands do not", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  const fresh = await freshDatabase();
  t.after(() => fresh.drop());
  const visit = async (url: string, keepsSchema: boolean) => {
    const opened = await openService(readConfig({ BURSAR_DATA_DIR, DATABASE_URL: url }), log, { keepsSchema });
    await opened.close();
    return opened;
  };
  assert.deepEqual((await visit(fresh.url, false)).standing, {
    role: SERVING_ROLE,
    isOwner: false,
    isRestricted: !fresh.isDistributed,
    isCluster: fresh.isDistributed,
  });
  assert.equal((await visit(fresh.ownerUrl, true)).standing?.isOwner, true);
  await asOwner(fresh, "delete from schema_migrations where version > 1");
  const refused = /has pending migrations \(0002_organizations\.sql.*Run bursar migrate first, as the owner/;
  await assert.rejects(visit(fresh.ownerUrl, true), refused);
  await assert.rejects(visit(fresh.url, false), refused);
});

test("serves a schema that a newer version has expanded, and refuses one that needs a newer version", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  const fresh = await freshDatabase();
  t.after(() => fresh.drop());
  await asOwner(fresh, "insert into schema_migrations values (9001, '9001_expansion.sql', '')");
  for (const DATABASE_URL of [fresh.url, fresh.ownerUrl]) {
    const opened = await open({ BURSAR_DATA_DIR, DATABASE_URL });
    await opened.close();
  }
  await asOwner(
    fresh,
    "insert into schema_migrations (version, name, checksum, serves_from) values (9002, '9002_a.sql', '', '9.9.0'), (9003, '9003_b.sql', '', '9.10.0')",
  );
  for (const DATABASE_URL of [fresh.url, fresh.ownerUrl])
    await refuses(
      { BURSAR_DATA_DIR, DATABASE_URL },
      /needs Bursar 9\.10\.0 or newer, and this is .*\. Deploy 9\.10\.0 or newer/,
    );
});

test("reports a data folder that cannot be written in one sentence", async (t) => {
  const file = join(freshFolder(t), "file");
  writeFileSync(file, "");
  await refuses({ BURSAR_DATA_DIR: join(file, "data") }, /cannot be used .* BURSAR_DATA_DIR/);
});

test("a command on the same database does not change the sandbox's clock", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  const { url, drop } = await freshDatabase();
  t.after(() => drop());
  const standing = await open({ BURSAR_DATA_DIR, DATABASE_URL: url, BURSAR_CLOCK: "virtual" });
  const visitor = await openService(readConfig({ BURSAR_DATA_DIR, DATABASE_URL: url }), log, { keepsClock: true });
  assert.deepEqual(visitor.service.clock.now(), standing.service.clock.now());
  await visitor.close();
  await standing.close();
});

const production = {
  BURSAR_MODE: "production",
  BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  PUBLIC_URL: "https://pay.example.com",
};

test("the service and every command open a database only in the mode in which it was created", async (t) => {
  const BURSAR_DATA_DIR = freshFolder(t);
  for (const [made, other] of [
    [production, { ...production, BURSAR_MODE: "sandbox" }],
    [{ ...production, BURSAR_MODE: "sandbox" }, production],
  ]) {
    const { url, drop } = await freshDatabase();
    t.after(() => drop());
    const at = { BURSAR_DATA_DIR, DATABASE_URL: url };
    await (await open({ ...at, ...made })).close();
    await refuses({ ...at, ...other }, new RegExp(`Set BURSAR_MODE=${made?.BURSAR_MODE}, or use another database`));
    const visit = openService(readConfig({ ...at, ...other }), log, { keepsClock: true, keepsSchema: true });
    await assert.rejects(visit, /belongs to a service in/);
    const again = await open({ ...at, ...made });
    assert.equal(again.service.config.mode, made?.BURSAR_MODE);
    await again.close();
  }
});
