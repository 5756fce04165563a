import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { missingInstalledServer } from "../../kit/databases/postgres-binaries.ts";
import type { PostgresServer } from "../../kit/databases/postgres-server.ts";
import { onlyLong } from "../../kit/faults/random.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { eventuallyOn, onServer, type Pair, startPair, waitForStandbys } from "../../kit/servers/standby.ts";
import { type Answer, apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";

/**
 * Law 40: what no standby has is not acknowledged. PostgreSQL commits locally and then waits for the standby; if that
 * wait is canceled, it even reports a success. The client gets 503 in bounded time, and the same key gets the outcome
 * once a standby has it. Needs an installed PostgreSQL server, for its pg_basebackup.
 */
const BOUND_MS = 20_000;
/** A replay that does not wait takes milliseconds. */
const LONG_ENOUGH_MS = 3_000;
let pair: Pair;
let dataDir: string;
let server: ServerProcess | undefined;

const skip = onlyLong("it takes half a minute") || missingInstalledServer();

if (skip === false)
  before(async () => {
    pair = await startPair();
    dataDir = await temporaryFolder();
  });
if (skip === false)
  after(async () => {
    await server?.kill();
    pair.stop();
    await removeFolder(dataDir);
  });

/** The standby is gone: only one of another name would do. */
async function loseStandby(primary: PostgresServer): Promise<void> {
  await onServer(primary, "alter system set synchronous_standby_names = 'nobody'");
  await onServer(primary, "select pg_reload_conf()");
  await eventuallyOn(primary, "select current_setting('synchronous_standby_names') = 'nobody' as done");
}

const WAITING = "from pg_stat_activity where wait_event = 'SyncRep'";
/** Ends the waits of all commits, as an operator would who looks for what is stuck, until the call has an answer. */
async function cancelWaits(primary: PostgresServer, call: Promise<Answer>): Promise<Answer> {
  const answered = call.then(() => true);
  for (;;) {
    if ((await Promise.race([answered, sleep(200)])) === true) return call;
    await onServer(primary, `select pg_cancel_backend(pid) ${WAITING}`);
  }
}

test("a commit that no standby confirms is not acknowledged, also by a replay", {
  skip,
  timeout: 300_000,
}, async () => {
  const { primary } = pair;
  const node = await startServer({ dataDir, environment: { DATABASE_URL: pair.url } });
  server = node;
  const demo = await node.demo();
  const client = apiClient(node.url, demo.tokens.readWrite);
  const accountId = demo.accounts.find(({ kind }) => kind === "checking")?.id;
  const recipientId = demo.recipients.find(({ methods }) => methods.includes("ach"))?.id;
  const pay = (): Promise<Answer> =>
    client.post(`/account/${accountId}/transactions`, {
      recipientId,
      amount: 1.01,
      paymentMethod: "ach",
      idempotencyKey: "unconfirmed-payment",
    });
  const invite = (): Promise<Answer> =>
    client.post("/recipients", { name: "Unconfirmed, Inc.", emails: [], idempotencyKey: "unconfirmed-recipient" });

  await loseStandby(primary);
  const startedAt = performance.now();
  const waiting = await pay();
  assert.equal(waiting.status, 503);
  assert.ok(Number(waiting.headers["retry-after"]) >= 1);
  assert.ok(performance.now() - startedAt < BOUND_MS, "the wait is bounded");
  const ready = await fetch(`${node.url}/readyz`);
  assert.deepEqual(await ready.json(), {
    status: "notReady",
    reasons: ["Commits wait for a synchronous standby that does not answer."],
  });
  assert.match(await (await fetch(`${node.url}/metrics`)).text(), /^bursar_database_commits_unconfirmed [1-9]/m);

  // PostgreSQL reports a success to a canceled wait. The recipient is visible now, and still on one server only.
  assert.equal((await cancelWaits(primary, invite())).status, 503, "a canceled wait is no success");
  assert.deepEqual(await onServer(primary, "select name from recipients where name like 'Unconfirmed%'"), [
    { name: "Unconfirmed, Inc." },
  ]);
  const replay = invite();
  const early = await Promise.race([replay, sleep(LONG_ENOUGH_MS)]);
  assert.equal(early, undefined, "a replay of what no standby has is not acknowledged");

  await waitForStandbys(primary, "standby1");
  assert.equal((await replay).status, 200, "but it is, once the standby has it");
  const answers: Answer[] = [];
  await eventually("the payment is acknowledged", async () => {
    answers.push(await pay());
    return answers.at(-1)?.status === 200;
  });
  assert.equal((await pay()).body.id, answers.at(-1)?.body.id);
  const payments = "select 1 as one from transactions where kind = 'outgoingPayment' and amount_minor = -101";
  assert.equal((await onServer(primary, payments)).length, 1, "the payment exists once");
  await eventually("ready again", async () => (await fetch(`${node.url}/readyz`)).status === 200);
  client.close();
  assert.equal(await node.stop(), 0);
});
