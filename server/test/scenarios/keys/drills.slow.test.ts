import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { decrypt } from "#kernel/crypto/cipher.ts";
import { parseMasterKeys } from "#kernel/crypto/master-key.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { copyOfKeys, type KeysCopy, sealedRoutings } from "../../kit/databases/copied-keys.queries.ts";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { startRetryingClients } from "../../kit/servers/retrying-clients.ts";
import {
  type Demo,
  plainEnvironment,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { freePort } from "../../kit/service/free-port.ts";

/** The drills of docs/operate/keys.md, with its commands: a master key is replaced under load, lost, and leaked. */
const RUNBOOK = readFileSync(join(import.meta.dirname, "../../../../docs/operate/keys.md"), "utf8");
const LAUNCHER = join(import.meta.dirname, "../../../src/cli/main.ts");

let folder: string;
let database: FreshDatabase;
let server: ServerProcess;
let port: number;
let demo: Demo;

const keyFile = () => join(folder, "etc/bursar/master.key");
/** The key comes from a command, as with a key management service. */
const environment = () => ({
  DATABASE_URL: database.url,
  BURSAR_DATA_DIR: join(folder, "data"),
  BURSAR_MASTER_KEY_COMMAND: `/bin/cat ${keyFile()}`,
});
const start = () => startServer({ dataDir: join(folder, "data"), port, environment: environment() });

before(async () => {
  folder = await temporaryFolder();
  database = await freshDatabase();
  port = await freePort();
  for (const part of ["etc/bursar", "mnt/safe", "data", "bin"]) await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, "bin/npx"), `#!/bin/sh\nshift\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  await chmod(join(folder, "bin/npx"), 0o700);
  await writeFile(keyFile(), `${Buffer.alloc(32, 1).toString("base64")}\n`, { mode: 0o600 });
  server = await start();
  demo = await server.demo();
});
after(async () => {
  await server.stop();
  await database.drop();
  await removeFolder(folder);
});

interface Ran {
  readonly exitCode: number | null;
  readonly output: string;
}

async function sh(commands: string): Promise<Ran> {
  const child = spawn("sh", ["-ec", commands], {
    cwd: folder,
    env: {
      ...plainEnvironment,
      PATH: [join(folder, "bin"), dirname(process.execPath), plainEnvironment.PATH].join(delimiter),
      ...environment(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => printed.push(text.toString()));
  await once(child, "close");
  return { exitCode: child.exitCode, output: printed.join("") };
}

/** Runs the runbook's only block of commands that contains the text, with the folders of this test. */
async function runBlockWith(text: string): Promise<Ran> {
  const blocks = [...RUNBOOK.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  const [block, ...others] = blocks.filter((candidate) => candidate.includes(text));
  assert.ok(block !== undefined && others.length === 0, `one block of docs/operate/keys.md contains ${text}`);
  return sh(block.replaceAll("/etc/bursar/", `${folder}/etc/bursar/`).replaceAll("/mnt/safe/", `${folder}/mnt/safe/`));
}

async function succeedsWith(text: string): Promise<string> {
  const { exitCode, output } = await runBlockWith(text);
  assert.equal(exitCode, 0, output);
  return output;
}

/** `bursar doctor` ends with 1 for whatever a test's installation lacks; what it says about the key counts. */
const keyFinding = (output: string): string => /^(?:ok|WARNING|CRITICAL) +master key .*$/m.exec(output)?.[0] ?? output;

async function restart(): Promise<void> {
  assert.equal(await server.stop(), 0);
  server = await start();
}

const keysNow = async () => parseMasterKeys(await readFile(keyFile(), "utf8"));

/** What a thief has: the stored keys, as they are in a copy of the database. */
async function copyKeys(): Promise<readonly KeysCopy[]> {
  const owner = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  return copyOfKeys(owner).finally(() => owner.close());
}

const opens = (master: Buffer, { context, wrapped_key: wrapped }: KeysCopy): boolean => {
  try {
    return decrypt(master, context, wrapped).length === 32;
  } catch {
    return false;
  }
};

const accountNumbers = async (token = demo.tokens.readWrite): Promise<readonly unknown[]> => {
  const client = apiClient(server.url, token);
  const { body } = await client.get("/recipients?limit=100").finally(() => client.close());
  return (body.recipients ?? []).map(
    (recipient: { electronicRoutingInfo?: { accountNumber: string } }) =>
      recipient.electronicRoutingInfo?.accountNumber,
  );
};

test("the master key is replaced while payments flow, and none is lost or made twice", async () => {
  const numbers = await accountNumbers();
  assert.ok(numbers.some((number) => typeof number === "string" && number.length > 4));
  const [oldKey, before] = [(await keysNow()).current, await copyKeys()];
  assert.ok(before.length > 6 && before.every((key) => opens(oldKey.bytes, key)));

  const clients = startRetryingClients(server.url, demo);
  await clients.more(10);
  await succeedsWith("openssl rand -base64 32; cat");
  await restart();
  await clients.more(10);
  const rotated = await succeedsWith("npx bursar key rotate\n");
  assert.match(rotated, /data key 2, \d+ values re-encrypted/);
  await clients.more(10);
  const shown = await runBlockWith("until-today");
  assert.match(keyFinding(shown.output), /^ok .*BURSAR_MASTER_KEY_COMMAND prints/);
  assert.match(shown.output, /ok +key backup/);
  await restart();
  await clients.more(10);
  const log = await clients.stop();
  assert.deepEqual(log.failures, []);

  assert.deepEqual((await keysNow()).ids.length, 1);
  assert.ok(
    (await copyKeys()).every((key) => !opens(oldKey.bytes, key)),
    "the old key decrypts none of them",
  );
  assert.deepEqual(await accountNumbers(), numbers);
  const client = apiClient(server.url, demo.tokens.readWrite);
  for (const [cents, id] of log.paid) {
    const { body } = await client.get(`/transaction/${id}`);
    assert.equal(body.amount, -cents / 100);
  }
  client.close();
  assert.equal(new Set(log.paid.values()).size, log.paid.size);
  assert.match((await sh("npx bursar ledger verify")).output, /^The books balance/m);
});

test("without the key, a start is refused in one sentence, and the copy brings everything back", async () => {
  const numbers = await accountNumbers();
  assert.equal(await server.stop(), 0);
  await rm(keyFile());
  const missing = await sh("npx bursar serve");
  assert.equal(missing.exitCode, 1);
  assert.match(
    missing.output,
    /^BURSAR_MASTER_KEY_COMMAND: \/bin\/cat ended with exit code 1 and wrote: .*No such file or directory\. Run the command as the user of the service: it must print the key\.\n$/,
  );
  await writeFile(keyFile(), `${Buffer.alloc(32, 9).toString("base64")}\n`, { mode: 0o600 });
  const other = await sh("npx bursar serve");
  assert.equal(other.exitCode, 1);
  assert.match(other.output, /^This database was created with another master key \([\da-f]{16}\)\. [^\n]*\n$/);

  // What is lost without a copy, and what is not.
  const owner = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  const routings = await sealedRoutings(owner).finally(() => owner.close());
  assert.ok(
    routings.some(({ name, sealed }) => name.length > 0 && sealed !== null),
    "names remain, numbers are encrypted",
  );
  for (const number of numbers.filter((number): number is string => typeof number === "string" && number.length > 6))
    assert.ok(routings.every(({ sealed }) => sealed?.includes(number) !== true));

  await rm(keyFile());
  const { output } = await runBlockWith("cp /mnt/safe/bursar-master.key /etc/bursar/master.key)");
  assert.match(keyFinding(output), /^ok /);
  server = await start();
  assert.deepEqual(await accountNumbers(), numbers);
});

test("a leaked key decrypts no later copy of the database, and tokens from before the leak end", async () => {
  const leaked = (await keysNow()).current;
  const numbers = await accountNumbers();
  await copyFile(keyFile(), join(folder, "etc/leaked.key"));
  const earlier = await copyKeys();
  const stolen = earlier.map((key) => decrypt(leaked.bytes, key.context, key.wrapped_key).toString("hex"));

  await succeedsWith("openssl rand -base64 32; cat");
  await restart();
  assert.match(
    await succeedsWith("npx bursar key rotate --leaked"),
    /Every API token, session, and link stops working/,
  );
  await runBlockWith("until-today");
  await restart();

  const later = await copyKeys();
  assert.ok(later.every((key) => !opens(leaked.bytes, key)));
  const { current } = await keysNow();
  const keptBy = (context: string) => stolen.includes(keyAt(later, context, current.bytes));
  assert.deepEqual([keptBy("service/tokens"), keptBy("service/links")], [false, false]);
  // What seals from now on is none of the keys that the thief could open.
  for (const organization of new Set(later.flatMap(({ organization_id: id }) => id ?? []))) {
    const newest = later.filter(({ organization_id: id }) => id === organization).at(-1);
    assert.ok(
      newest !== undefined &&
        !stolen.includes(decrypt(current.bytes, newest.context, newest.wrapped_key).toString("hex")),
    );
  }
  const refused = await sh(`BURSAR_MASTER_KEY_COMMAND='/bin/cat ${folder}/etc/leaked.key' npx bursar ledger verify`);
  assert.match(refused.output, /created with another master key/);

  const client = apiClient(server.url, demo.tokens.readWrite);
  assert.equal((await client.get("/recipients")).status, 401);
  client.close();
  const created = await sh(
    "npx bursar token create --kind read-write --name after-the-leak --allow-ip 127.0.0.1 --json",
  );
  assert.equal(created.exitCode, 0, created.output);
  assert.deepEqual(await accountNumbers(JSON.parse(created.output).token), numbers);
  assert.match((await sh("npx bursar audit verify")).output, /intact|verified|no problem/i);
});

const keyAt = (keys: readonly KeysCopy[], contextOfKey: string, master: Buffer): string => {
  const found = keys.find(({ context }) => context === contextOfKey);
  assert.ok(found, contextOfKey);
  return decrypt(master, found.context, found.wrapped_key).toString("hex");
};
