import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedFolderOf } from "#kernel/embedded/open-embedded.ts";
import { putEmbeddedDatabase } from "#test/kit/databases/databases.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "#test/kit/servers/server-process.ts";
import { apiClient } from "#test/kit/service/client.ts";
import { bursar, bursarHere } from "#test/kit/service/command.ts";
import { freePort } from "#test/kit/service/free-port.ts";

/** The service as a new user sees it: started in an empty folder, on the embedded database. */

let dataDir: string;
let port: number;
let server: ServerProcess;
let demo: Demo;
before(async () => {
  dataDir = await temporaryFolder();
  port = await freePort();
  server = await startServer({ dataDir, port });
  demo = await server.demo();
});
after(async () => {
  await server.stop();
  await removeFolder(dataDir);
});

/** The usual output; as root, which tests in containers run as, the service prints a warning first. */
const started = (): string => server.output().replace(/^Warning: the service runs as root\..*\n/, "");

test("the command printed at the first start makes one payment, even when run twice", async () => {
  assert.match(started(), /^\nBursar \d+\.\d+\.\d+ is running in sandbox mode/);
  const [, pay = "", follow = ""] = started().split(/^(?= {2}curl )/m);
  const run = (command: string) =>
    JSON.parse(execFileSync("bash", ["-c", command.split("\n\n")[0] ?? ""], { encoding: "utf8" }));
  const first = run(pay);
  assert.equal(first.status, "pending");
  assert.equal(run(pay).id, first.id);
  let status = "";
  for (let tries = 0; tries < 600 && status !== "sent"; tries += 1) {
    await sleep(200);
    const { transactions } = run(follow);
    assert.equal(transactions[0].id, first.id);
    status = transactions[0].status;
  }
  assert.equal(status, "sent");
});

test("prints no log lines on the terminal", () => {
  assert.ok(!/^\{|Warning|Error|deprecat/im.test(started()), started());
  assert.equal(statSync(join(dataDir, "demo.json")).mode & 0o777, 0o600);
  assert.equal(statSync(embeddedFolderOf(dataDir)).mode & 0o777, 0o700);
});

test("warns when it runs as root", () => {
  assert.equal(server.output().startsWith("Warning: the service runs as root."), process.getuid?.() === 0);
});

test("refuses a second service on the folder in one sentence", async () => {
  const second = await bursar(["serve"], { dataDir, environment: { PORT: String(await freePort()) } });
  assert.equal(second.exitCode, 1);
  assert.match(
    second.errors,
    new RegExp(`^The data folder is in use by process ${server.pid}\\. .*BURSAR_DATA_DIR.*\n$`),
  );
});

test("reports in one sentence that the port is in use, and releases the folder", async () => {
  const other = await temporaryFolder();
  await putEmbeddedDatabase(other);
  const refused = await bursar(["serve"], { dataDir: other, environment: { PORT: String(port) } });
  assert.deepEqual(
    [refused.exitCode, refused.errors],
    [1, `Another program listens on 127.0.0.1:${port}. Stop it, or set another PORT.\n`],
  );
  assert.ok(!existsSync(join(other, "bursar.lock")));
  assert.ok(!existsSync(join(other, "demo.json")), "it is refused before the demo organization is created");
  await removeFolder(other);
});

test("commands take effect immediately while it runs", async () => {
  const made = await bursarHere(["token", "create", "--kind", "read-only", "--json"], { dataDir });
  assert.equal(made.exitCode, 0, made.errors);
  const { token, tokenId } = JSON.parse(made.output);
  const client = apiClient(server.url, token);
  assert.equal((await client.get("/accounts")).status, 200);
  assert.equal((await bursarHere(["token", "revoke", tokenId], { dataDir })).exitCode, 0);
  await sleep(1_100);
  assert.equal((await client.get("/accounts")).body.errors.errorCode, "tokenRevoked");
  client.close();

  const account = demo.accounts[0]?.id ?? "";
  assert.match(
    (await bursarHere(["sandbox", "deposit", account, "250.50"], { dataDir })).output,
    /^Deposited: transaction /,
  );
  assert.match((await bursarHere(["ledger", "verify"], { dataDir })).output, /^The books balance: 1 organization,/);
  const refused = await bursarHere(["sandbox", "settle", "00000000-0000-7000-8000-000000000000", "--json"], {
    dataDir,
  });
  assert.equal(refused.exitCode, 1);
  assert.equal(JSON.parse(refused.errors).errors.errorCode, "resourceNotFound");
});

test("an account opened while it runs, with its number from a pipe, can pay at once", async () => {
  const open = [
    "account",
    "open",
    "Second bank",
    "--routing-number",
    "021000021",
    "--opening-balance",
    "900",
    "--json",
  ];
  const opened = await bursar(open, { dataDir, input: "5550001234\n" });
  assert.equal(opened.exitCode, 0, opened.errors);
  assert.ok(!`${opened.output}${opened.errors}${server.output()}`.includes("5550001234"));
  const client = apiClient(server.url, demo.tokens.readWrite);
  const { accountId } = JSON.parse(opened.output);
  const account = (await client.get(`/account/${accountId}`)).body;
  assert.deepEqual([account.accountNumber, account.availableBalance], ["5550001234", 900]);
  const body = { recipientId: demo.recipients[0]?.id, amount: 900, paymentMethod: "ach", idempotencyKey: "second" };
  assert.equal((await client.post(`/account/${accountId}/transactions`, body)).status, 200);
  client.close();
  assert.equal((await bursar(open, { dataDir })).exitCode, 2, "standard input is empty and not a terminal");
});

test("on a stop under load, it answers every accepted request, exits with 0, and loses nothing", async () => {
  const client = apiClient(server.url, demo.tokens.readWrite);
  const account = demo.accounts[0]?.id;
  const recipientId = demo.recipients[0]?.id;
  const accepted: string[] = [];
  const refusals: string[] = [];
  let sent = 0;
  let stopping = false;
  const sender = async () => {
    while (!stopping) {
      sent += 1;
      const body = { recipientId, amount: sent, paymentMethod: "ach", idempotencyKey: `stop-${sent}` };
      const answer = await client.post(`/account/${account}/transactions`, body).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) accepted.push(answer.body.id);
      else return void refusals.push(answer.body.errors.errorCode);
    }
  };
  const senders = Array.from({ length: 16 }, sender);
  for (let tries = 0; tries < 3_000 && accepted.length < 100; tries += 1) await sleep(10);
  const exitCode = await server.stop();
  stopping = true;
  await Promise.all(senders);
  client.close();
  assert.equal(exitCode, 0);
  assert.ok(accepted.length >= 100, `${accepted.length} accepted`);
  assert.deepEqual(
    refusals.filter((code) => code !== "serviceUnavailable"),
    [],
  );
  assert.ok(!existsSync(join(dataDir, "bursar.lock")), "the folder is released");

  // Once it is stopped, commands run in the command line's own process.
  assert.match((await bursarHere(["ledger", "verify"], { dataDir })).output, /^The books balance/);
  const demoFile = readFileSync(join(dataDir, "demo.json"), "utf8");
  server = await startServer({ dataDir, port });
  assert.equal(readFileSync(join(dataDir, "demo.json"), "utf8"), demoFile);
  const again = apiClient(server.url, demo.tokens.readOnly);
  for (const id of accepted)
    assert.equal((await again.get(`/transaction/${id}`)).status, 200, `${id} was acknowledged`);
  again.close();
});

test("a second signal ends it immediately", async () => {
  process.kill(server.pid, "SIGTERM");
  process.kill(server.pid, "SIGINT");
  const exitCode = await server.stop();
  assert.ok(exitCode === 1 || exitCode === 0, `it ended with ${exitCode}`);
});
