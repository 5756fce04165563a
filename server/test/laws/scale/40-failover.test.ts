import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { findPaid } from "../../kit/databases/paid.queries.ts";
import { missingInstalledServer } from "../../kit/databases/postgres-binaries.ts";
import type { PostgresServer } from "../../kit/databases/postgres-server.ts";
import { onlyLong, seeded, testSeed } from "../../kit/faults/random.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import {
  addStandby,
  onServer,
  type Pair,
  severalServers,
  startPair,
  waitForStandbys,
} from "../../kit/servers/standby.ts";
import { type Answer, type ApiClient, apiClient } from "../../kit/service/client.ts";

/**
 * Law 40: the primary is killed under load, and its synchronous standby is promoted. No acknowledged payment is lost or
 * duplicated, and the service recovers within 30 s. The old primary then comes back with its old data, first
 * in DATABASE_URL and accepting writes: nothing is written to it, and what only it has is not acknowledged. Needs an
 * installed PostgreSQL server, for its pg_basebackup.
 */
const RECOVERY_MS = 30_000;
const CLIENTS = 8;
const ROUNDS = 10;

/** Clients that repeat each payment with the same key until it is acknowledged. */
function payingClients(client: ApiClient, demo: Demo, run: string) {
  const account = demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
  const payees = demo.recipients.filter(({ methods }) => methods.includes("ach"));
  const paid = new Map<number, string>();
  let sent = 0;
  let refused = 0;
  let running = true;
  const pay = async (cents: number): Promise<void> => {
    const body = {
      recipientId: payees[cents % payees.length]?.id,
      amount: cents / 100,
      paymentMethod: "ach",
      idempotencyKey: `${run}-${cents}`,
    };
    for (;;) {
      const answer: Answer = await client.post(`/account/${account}/transactions`, body);
      if (answer.status === 200) return void paid.set(cents, answer.body.id);
      assert.equal(answer.status, 503, JSON.stringify(answer.body));
      assert.ok(Number(answer.headers["retry-after"]) >= 1);
      refused += 1;
      await sleep(50);
    }
  };
  const all = Array.from({ length: CLIENTS }, async () => {
    while (running) {
      sent += 1;
      await pay(sent);
      await sleep(10);
    }
  });
  return {
    paid,
    sent: () => sent,
    refused: () => refused,
    more: async (count: number) => {
      const target = paid.size + count;
      while (paid.size < target) await Promise.race([sleep(10), Promise.all(all)]);
    },
    stop: async () => {
      running = false;
      await Promise.all(all);
    },
  };
}

let pair: Pair;
let dataDir: string;
let server: ServerProcess | undefined;
const extra: PostgresServer[] = [];
const skip = onlyLong("it takes half a minute") || missingInstalledServer();
if (skip === false)
  before(async () => {
    pair = await startPair();
    dataDir = await temporaryFolder();
  });
if (skip === false)
  after(async () => {
    await server?.kill();
    for (const standby of extra) standby.stop();
    pair.stop();
    await removeFolder(dataDir);
  });

const readiness = async ({ url }: ServerProcess): Promise<{ status: number; body: string }> => {
  const ready = await fetch(`${url}/readyz`);
  return { status: ready.status, body: await ready.text() };
};

test("a failover loses and duplicates nothing, and the old primary stays unused", {
  skip,
  timeout: 900_000,
}, async () => {
  const random = seeded(testSeed("law 40"));
  let { primary, standby } = pair;
  const node = await startServer({ dataDir, environment: { DATABASE_URL: pair.url } });
  server = node;
  const demo = await node.demo();
  const organizationId = demo.organizationId as OrganizationId;
  const client = apiClient(node.url, demo.tokens.readWrite);
  const first = openPostgres({ url: pair.url, poolSize: 1, undeclared: "every" });
  const before = await countPayments(first, organizationId);
  await first.close();
  const clients = payingClients(client, demo, "failover");
  for (let round = 0; round < ROUNDS; round += 1) {
    await clients.more(50);
    await sleep(random() * 500);
    primary.kill();
    await sleep(100 + random() * 200);
    assert.equal((await readiness(node)).status, 503);
    standby.promote();
    const promotedAt = performance.now();
    await clients.more(20);
    assert.ok(performance.now() - promotedAt < RECOVERY_MS);
    assert.equal((await readiness(node)).status, 200);

    // The old primary is the first server of the URL.
    await primary.restart();
    const position =
      "select pg_current_wal_flush_lsn()::text as lsn, count(*) as payments from transactions group by 1";
    const [revived] = await onServer<{ payments: string }>(primary, position);
    await clients.more(50);
    assert.deepEqual(
      await onServer(primary, "select usename from pg_stat_activity where application_name = 'bursar'"),
      [],
    );
    assert.equal((await onServer<{ payments: string }>(primary, position))[0]?.payments, revived?.payments);
    if (round + 1 === ROUNDS) break;
    // The next round needs a new standby. It takes the place of the old primary.
    primary.stop();
    const next = await addStandby(standby, "standby1", { port: primary.port });
    extra.push(next);
    await waitForStandbys(standby, "standby1");
    [primary, standby] = [standby, next];
  }
  await clients.stop();
  client.close();

  const database = openPostgres({ url: severalServers(primary, standby), poolSize: 1, undeclared: "every" });
  const after = await countPayments(database, organizationId);
  assert.equal(after.payments - before.payments, BigInt(clients.sent()), "every payment exists once");
  const stored = await findPaid(database, organizationId, [...clients.paid.values()]);
  assert.equal(stored.length, clients.paid.size, "every acknowledged payment is there, under its ID");
  assert.ok(clients.refused() > 0, "payments were sent while no server accepted them");
  assert.deepEqual((await acrossOrganizations(() => verifyLedger(database, organizationId))).differences, []);
  // It was opened now, so it remembers no promotion.
  assert.equal(database.connectionHealth?.().outdatedServers, 1, "a new process also recognizes the old primary");
  await database.close();
  assert.equal(await node.stop(), 0);
});
