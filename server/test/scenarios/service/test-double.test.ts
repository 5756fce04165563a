import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bursar, type Ready, startBursar } from "#main/testing/start-bursar.ts";
import { plainEnvironment, removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { openWebhookSink } from "../../kit/service/webhook-sink.ts";

/** A service for the tests of other programs: serve-ephemeral.ts and bursar/testing. */
const PROGRAM = join(import.meta.dirname, "../../../src/cli/main.ts");
const DOCUMENT = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../api/openapi.json"), "utf8"));

const OF_PROCESSES = ["/metrics", "/healthz", "/readyz"];

/** Every list and every other GET of JSON without parameters in its path. */
const LISTS: readonly string[] = Object.entries(DOCUMENT.paths)
  .filter(([path]) => !path.includes("{") && !OF_PROCESSES.includes(path))
  .filter(([, methods]) => Object(methods).get?.responses["200"].content?.["application/json"] !== undefined)
  .map(([path]) => path);

type Client = ReturnType<typeof apiClient>;

const clientOf = ({ baseUrl, tokens }: Pick<Ready, "baseUrl" | "tokens">): Client =>
  apiClient(baseUrl, tokens.readWrite);

/** What a client can see; without links, which differ in every answer, and the time. */
async function everythingSeen(client: Client): Promise<ReadonlyMap<string, unknown>> {
  const seen = new Map<string, unknown>();
  for (const path of LISTS) {
    const { status, body } = await client.get(path);
    seen.set(path, { status, body: withoutPassing(body) });
  }
  return seen;
}

const PASSING = ["url", "requestId", "now", "lastUsedAt", "remaining"];
const withoutPassing = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null, (name, value) => (PASSING.includes(name) ? undefined : value)));

const paymentOf = ({ recipients }: Ready, more: object = {}) => ({
  recipientId: recipients.find(({ methods }) => methods.includes("ach"))?.id,
  amount: 12.5,
  paymentMethod: "ach",
  ...more,
});

describe("a test double", () => {
  let bursar: Bursar;
  let client: Client;
  before(async () => {
    bursar = await startBursar();
    client = clientOf(bursar);
  });
  after(async () => {
    client.close();
    await bursar.stop();
  });
  const pay = async (more: object = {}) => {
    const answer = await client.post(`/account/${bursar.accounts[0]?.id}/transactions`, paymentOf(bursar, more));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };

  test("reset leaves nothing of what happened before", async (t) => {
    const sink = await openWebhookSink();
    t.after(sink.close);
    const first = await everythingSeen(client);
    const payment = await pay({ idempotencyKey: "same" });
    await bursar.webhooks.next("transaction.created", { where: { resourceId: payment.id } });
    await bursar.bank.settle(payment.id);
    await bursar.bank.return(payment.id, { code: "R03" });
    await bursar.bank.deposit(bursar.accounts[1]?.id ?? "", 5_000, { name: "Wren Bakery" });
    await client.post("/webhooks", { url: sink.url });
    const [demo] = (await client.get("/recipients")).body.recipients;
    await client.post(`/recipient/${demo.id}`, { name: "Renamed", emails: demo.emails });
    const requested = await client.post(
      `/account/${bursar.accounts[0]?.id}/request-send-money`,
      paymentOf(bursar, { amount: 77, idempotencyKey: "same" }),
    );
    await bursar.approvals.approve(requested.body.requestId);
    const { requests } = (await client.get("/request-send-money?status=pendingApproval")).body;
    await bursar.approvals.reject(requests[0].requestId, { reason: "Not ours" });
    await bursar.clock.advance("3 days");
    const used = Number((await client.get("/accounts")).headers["ratelimit-remaining"]);
    assert.notDeepEqual(await everythingSeen(client), first);

    await bursar.reset();
    const before = (await client.get("/webhooks")).body.webhooks;
    assert.deepEqual(
      before.map(({ url }: { url: string }) => url),
      [bursar.webhooks.url],
      "only the endpoint of the tests, which is registered again",
    );
    const second = await everythingSeen(client);
    for (const [path, was] of first) {
      if (path !== "/webhooks") assert.deepEqual(second.get(path), was, path);
    }
    assert.ok(Math.abs((await bursar.clock.now()).getTime() - Date.now()) < 60_000, "the clock is the machine's");
    assert.equal((await client.get(`/transaction/${payment.id}`)).status, 404);
    assert.deepEqual(bursar.webhooks.received(), []);
    const again = await pay({ idempotencyKey: "same" });
    assert.notEqual(again.id, payment.id, "the key is free");
    const left = Number((await client.get("/accounts")).headers["ratelimit-remaining"]);
    assert.ok(
      Number.isNaN(left) || left > used - LISTS.length,
      `requests are counted from the start: ${left}, ${used}`,
    );
  });

  test("many resets in a row, with payments under way, find the same state and no alarm", async () => {
    await bursar.reset();
    const first = await everythingSeen(client);
    for (let round = 0; round < 10; round += 1) {
      const payments = [1, 2, 3].map((amount) => pay({ amount, idempotencyKey: `${round}-${amount}` }));
      await Promise.all([...payments.slice(0, 2), bursar.reset().then(() => payments[2])]);
      await bursar.reset();
    }
    const second = await everythingSeen(client);
    for (const [path, was] of first) if (path !== "/webhooks") assert.deepEqual(second.get(path), was, path);
    const ready = await fetch(`${new URL(bursar.baseUrl).origin}/readyz`);
    assert.equal(ready.status, 200, await ready.text());
    await eventually("events arrive after that, too", async () => {
      const { id } = await pay({ idempotencyKey: "last" });
      await bursar.webhooks.next("transaction.created", { where: { resourceId: id } });
      return true;
    });
  });

  test("the bank does what a test says about the next payment, and only about that", async () => {
    await bursar.reset();
    for (const [answer, status] of [
      [bursar.bank.settleNext, "sent"],
      [bursar.bank.failNext, "failed"],
      [bursar.bank.blockNext, "blocked"],
      [bursar.bank.returnNext, "reversed"],
    ] as const) {
      const amount = 30 + status.length;
      const answered = answer({ where: { amount: -amount } });
      const other = await pay({ amount: amount + 0.25, idempotencyKey: `other-${status}` });
      const payment = await pay({ amount, idempotencyKey: status });
      assert.deepEqual([(await answered).id, (await answered).status], [payment.id, status]);
      const where = { resourceId: payment.id, mergePatch: { status } };
      await bursar.webhooks.next("transaction.updated", { where });
      assert.equal((await client.get(`/transaction/${other.id}`)).body.status, "pending");
    }
  });

  test("the clock runs ahead to what is due, and a bad duration is explained", async () => {
    await bursar.reset();
    const { id } = await pay({ idempotencyKey: "clock" });
    const before = await bursar.clock.now();
    const now = await bursar.clock.advance("6 days");
    assert.ok(now.getTime() - before.getTime() >= 6 * 86_400_000);
    await bursar.webhooks.next("transaction.updated", { where: { resourceId: id, mergePatch: { status: "sent" } } });
    await assert.rejects(bursar.clock.advance("soon"), /"soon" is not a duration/);
  });

  test("test numbers, and what the service refuses with its reason", async () => {
    const numbers = await bursar.bank.testNumbers();
    assert.ok(numbers.some(({ outcome }) => outcome === "return"));
    await assert.rejects(bursar.bank.settle("01999999-0000-7000-8000-000000000000"), { status: 404 });
  });

  test("a second one at the same time shares nothing with it", async () => {
    await bursar.reset();
    const other = await startBursar({ webhooks: false });
    const otherClient = clientOf(other);
    const { accounts } = (await otherClient.get("/accounts")).body;
    const { id } = await pay({ idempotencyKey: "mine" });
    await bursar.clock.advance("1 day");
    assert.equal((await otherClient.get(`/transaction/${id}`)).status, 404);
    assert.deepEqual((await otherClient.get("/accounts")).body.accounts, accounts);
    await assert.rejects(other.webhooks.next("transaction.created"), /webhooks: false/);
    otherClient.close();
    await other.stop();
    assert.equal((await client.get("/accounts")).status, 200);
  });

  test("reaches no other machine: webhooks elsewhere fail, and email is written to its folder", async () => {
    await bursar.reset();
    for (const url of ["https://8.8.8.8/hook", "https://hooks.example.com/hook"]) {
      const { body } = await client.post("/webhooks", { url });
      const verified = await client.post(`/webhooks/${body.id}/verify`, {});
      assert.equal(verified.status, 400, url);
      assert.match(JSON.stringify(verified.body), /could not|failed|connect|resol|reach/i);
    }
  });
});

describe("the process of a double", () => {
  /** Starts one below a program that a test may kill. */
  async function startBelow(input: "pipe" | "ignore") {
    const temporary = await temporaryFolder();
    const script = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, [${JSON.stringify(PROGRAM)}, "--ephemeral"], { stdio: [${JSON.stringify(input)}, "inherit", "inherit"] });
      process.stdin.on("end", () => child.stdin.end()).resume();
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ["-e", script], {
      env: { ...plainEnvironment, TMPDIR: temporary },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { pid } = JSON.parse(await firstLine(parent));
    const left = () => readdirSync(temporary).filter((name) => name.startsWith("bursar-ephemeral-"));
    assert.equal(left().length, 1);
    return { parent, pid: Number(pid), temporary, left };
  }

  for (const [what, input, end] of [
    ["is killed", "ignore", (parent: ChildProcess) => parent.kill("SIGKILL")],
    ["closes its input", "pipe", (parent: ChildProcess) => parent.stdin?.end()],
  ] as const)
    test(`ends and removes its folder when the program that started it ${what}`, async () => {
      const { parent, pid, temporary, left } = await startBelow(input);
      end(parent);
      await eventually("the service has ended", () => !isRunning(pid));
      assert.deepEqual(left(), []);
      parent.kill("SIGKILL");
      await removeFolder(temporary);
    });

  test("the next one removes the folder of one that was killed, and not that of a running one", async (t) => {
    const temporary = await temporaryFolder();
    const left = () => readdirSync(temporary).filter((name) => name.startsWith("bursar-ephemeral-"));
    const startOne = async () => {
      const before = left();
      const child = spawn(process.execPath, [PROGRAM, "--ephemeral"], {
        env: { ...plainEnvironment, TMPDIR: temporary },
        stdio: ["pipe", "pipe", "inherit"],
      });
      // Otherwise, a failed test would keep its process running.
      t.after(() => child.kill());
      const { pid } = JSON.parse(await firstLine(child));
      return { child, pid: Number(pid), folder: left().find((name) => !before.includes(name)) };
    };
    const [running, killed] = [await startOne(), await startOne()];
    process.kill(killed.pid, "SIGKILL");
    await eventually("it has ended", () => !isRunning(killed.pid));
    assert.deepEqual(left().sort(), [killed.folder, running.folder].sort());
    const next = await startOne();
    await eventually("its folder is removed", () => !left().includes(killed.folder ?? ""));
    assert.deepEqual(left().sort(), [running.folder, next.folder].sort());
    for (const { child, pid } of [running, next]) {
      child.stdin?.end();
      await eventually("it has ended", () => !isRunning(pid));
    }
    assert.deepEqual(left(), []);
    await removeFolder(temporary);
  });

  test("with --outlive-parent, continues without the program that started it until it gets a signal", async () => {
    const temporary = await temporaryFolder();
    const script = `exec 0</dev/null; "$@" & wait $!`;
    const parent = spawn(
      "/bin/sh",
      ["-c", script, "sh", process.execPath, PROGRAM, "--ephemeral", "--outlive-parent"],
      { env: { ...plainEnvironment, TMPDIR: temporary }, stdio: ["ignore", "pipe", "ignore"] },
    );
    const { pid, baseUrl, tokens } = JSON.parse(await firstLine(parent));
    parent.kill("SIGKILL");
    await sleep(1_000);
    const client = clientOf({ baseUrl, tokens });
    assert.equal((await client.get("/accounts")).status, 200);
    client.close();
    process.kill(pid, "SIGTERM");
    await eventually("the service has ended", () => !isRunning(pid));
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith("bursar-ephemeral-")),
      [],
    );
    await removeFolder(temporary);
  });

  test("a year later, its history ends a day or two ago, as today", async () => {
    const temporary = await temporaryFolder();
    const preload = `data:text/javascript,
      const RealDate = Date; const ahead = 365 * 86400000;
      globalThis.Date = class extends RealDate {
        constructor(...given) { given.length === 0 ? super(RealDate.now() + ahead) : super(...given); }
        static now() { return RealDate.now() + ahead; }
      };`;
    const child = spawn(process.execPath, [`--import=${encodeURI(preload)}`, PROGRAM, "--ephemeral"], {
      env: { ...plainEnvironment, TMPDIR: temporary },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ready: Ready = JSON.parse(await firstLine(child));
    const client = clientOf(ready);
    const { body } = await client.get("/transactions?order=desc&limit=1");
    const newest = new Date(body.transactions[0].createdAt).getTime();
    const inAYear = Date.now() + 365 * 86_400_000;
    assert.ok(newest < inAYear && inAYear - newest < 5 * 86_400_000, body.transactions[0].createdAt);
    client.close();
    child.stdin.end();
    await once(child, "close");
    await removeFolder(temporary);
  });
});

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout);
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, "line");
  return line;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
