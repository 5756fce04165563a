import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { asOwner, type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { LOGIN, RUN } from "#test/kit/databases/test-server.ts";
import { long } from "#test/kit/faults/random.ts";
import { removeFolder, startServer, temporaryFolder } from "#test/kit/servers/server-process.ts";
import { runCli } from "../run-cli.ts";

let database: FreshDatabase;
let dataDir: string;
/** A name that must be quoted. */
const role = `${RUN}_"${randomBytes(4).toString("hex")}"`;
const quoted = `"${role.replaceAll('"', '""')}"`;

before(async () => {
  database = await freshDatabase();
  dataDir = await temporaryFolder();
});
after(async () => {
  await asOwner(database, `drop owned by ${quoted}; drop role ${quoted}`);
  await database.drop();
  await removeFolder(dataDir);
});

async function bursar(url: string, ...args: readonly string[]) {
  const output: string[] = [];
  const exitCode = await runCli(args, {
    environment: { DATABASE_URL: url, BURSAR_DATA_DIR: dataDir, BURSAR_LOG_LEVEL: "silent" },
    print: (line) => output.push(line),
    write: () => Promise.reject(new Error("No command of this test writes bytes")),
    ask: async () => "",
    complain: (line) => output.push(line),
    exitWith: () => undefined,
  });
  return { exitCode, output: output.join("\n") };
}

const asRole = () => {
  const url = new URL(database.url);
  url.username = encodeURIComponent(role);
  return url.toString();
};
const grant = (url: string, name = role) => bursar(url, "migrate", "--grant-to", name);

test("grants only as the owner, and only to an existing role without other rights", async () => {
  const { ownerUrl, url } = database;
  assert.match(
    (await grant(ownerUrl)).output,
    /The role .* does not exist\. Create it first: create role "bursar\w*_""/,
  );
  await asOwner(database, `create role ${quoted} ${LOGIN}`);
  assert.match(
    (await grant(ownerUrl, new URL(ownerUrl).username)).output,
    /superuser.*Choose a role without these rights/,
  );
  assert.match((await grant(url)).output, /does not own the tables\. Grant with the owner's DATABASE_URL/);
  assert.equal((await bursar(asRole(), "org", "list")).exitCode, 1);

  const granted = await grant(ownerUrl);
  assert.equal(granted.exitCode, 0, granted.output);
  assert.match(granted.output, /^The database is up to date\.\nThe role bursar\w*_".*" may serve\./);
  assert.match((await bursar(asRole(), "org", "create", "Acme, Inc.")).output, /Acme, Inc\./);
  assert.match((await bursar(asRole(), "org", "list")).output, /Acme, Inc\./);
});

test("updates the privileges of granted roles when the list or the schema has changed", async () => {
  await asOwner(
    database,
    `revoke all on organizations from ${quoted}; update serving_roles set checksum = 'of an older list'`,
  );
  assert.equal((await bursar(asRole(), "org", "list")).exitCode, 1);
  assert.equal((await bursar(database.ownerUrl, "migrate")).exitCode, 0);
  assert.match((await bursar(asRole(), "org", "list")).output, /Acme, Inc\./);
});

test("shows what it would do, and what others would wait for, without doing it", async () => {
  assert.match((await bursar(database.url, "migrate", "--dry-run")).output, /^The database is up to date\.$/);
  const both = await bursar(database.ownerUrl, "migrate", "--dry-run", "--grant-to", role);
  assert.deepEqual(both, { exitCode: 2, output: "--dry-run changes nothing: omit --grant-to." });
  // As in a database of a version before this migration, whose tables are large.
  await asOwner(database, "update schema_migrations set version = -28 where version = 28");
  const planned = await bursar(database.url, "migrate", "--dry-run");
  assert.equal(planned.exitCode, 0, planned.output);
  assert.match(
    planned.output,
    /^1 migration is pending\. Nothing was changed\.\n\n0028_sandbox_bank_accounts\.sql, in one/,
  );
  assert.match(planned.output, /\n {2}line \d+: create table sandbox_bank_accounts \(.*\n/);
  assert.match(
    planned.output,
    /\nReads and writes would be delayed for an instant, after waiting at most 0\.5 s for a lock\./,
  );
  // Each rehearsal runs all migrations on a server of its own.
  if (long) {
    const json = JSON.parse((await bursar(database.ownerUrl, "migrate", "--dry-run", "--json")).output);
    assert.deepEqual(
      json.pending.map(({ name }: { readonly name: string }) => name),
      ["0028_sandbox_bank_accounts.sql"],
    );
    assert.equal(json.longestDelayMs, 0);
  }
  assert.match((await bursar(database.url, "org", "list")).output, /has pending migrations \(0028/);
  await asOwner(database, "update schema_migrations set version = 28 where version = -28");
});

test("a service reports when it runs as the owner, and not when it runs as another role", async () => {
  const owner = new URL(database.ownerUrl).username;
  for (const [url, warned] of [
    [database.ownerUrl, true],
    [asRole(), false],
  ] as const) {
    const server = await startServer({ dataDir, environment: { DATABASE_URL: url } });
    await server.stop();
    assert.equal(server.output().includes(`runs as ${owner}, which can change the schema`), warned, server.output());
    assert.equal(server.output().includes(`as the owner of its tables (${owner})`), warned, server.output());
  }
});
