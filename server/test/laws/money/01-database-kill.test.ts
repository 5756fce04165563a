import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "#kernel/sql/postgres.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/databases/postgres-server.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { removeFolder, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { type Answer, apiClient } from "../../kit/service/client.ts";

/**
 * Law 1, the database's side: PostgreSQL is killed under load. While it is down, the service stays up and answers 503
 * with Retry-After; it recovers automatically; nothing acknowledged is lost or duplicated.
 */
const CLIENTS = 16;
let postgres: PostgresServer;
let dataDir: string;

before(async () => {
  postgres = await startPostgresServer();
  dataDir = await temporaryFolder();
});
after(async () => {
  postgres.stop();
  await removeFolder(dataDir);
});

test("a database killed under load loses and duplicates nothing", { timeout: 600_000 }, async () => {
  const random = seeded(testSeed("law 1, database"));
  const kills = long ? 20 : 2;
  const server = await startServer({ dataDir, environment: { DATABASE_URL: postgres.url } });
  const demo = await server.demo();
  const account = demo.accounts.find((candidate) => candidate.kind === "checking")?.id ?? "";
  const payees = demo.recipients.filter((recipient) => recipient.methods.includes("ach"));
  const client = apiClient(server.url, demo.tokens.readWrite);
  const database = openPostgres({ url: postgres.url, poolSize: 2 });
  const before = await countPayments(database, demo.organizationId as OrganizationId);

  let sent = 0;
  let refusedWhileAway = 0;
  let running = true;
  // Each client retries each payment until it succeeds, as an SDK would: with the same key, after Retry-After.
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (running) {
      sent += 1;
      const index = sent;
      const body = {
        recipientId: payees[index % payees.length]?.id,
        amount: index / 100,
        paymentMethod: "ach",
        idempotencyKey: `away-${index}`,
      };
      for (let answer: Answer | undefined; answer?.status !== 200; ) {
        answer = await client.post(`/account/${account}/transactions`, body);
        if (answer.status === 200) break;
        assert.deepEqual(
          [answer.status, answer.body.errors.errorCode],
          [503, "serviceUnavailable"],
          JSON.stringify(answer.body),
        );
        assert.ok(Number(answer.headers["retry-after"]) >= 1);
        refusedWhileAway += 1;
        await sleep(100);
      }
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(300 + random() * 700);
    postgres.kill();
    await sleep(200);
    const ready = await fetch(`${server.url}/readyz`);
    assert.equal(ready.status, 503, "not ready while the database is down");
    await ready.body?.cancel();
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200, "but alive");
    await postgres.restart();
  }
  running = false;
  await Promise.all(clients);
  client.close();

  const after = await countPayments(database, demo.organizationId as OrganizationId);
  assert.equal(after.payments - before.payments, BigInt(sent), "every payment exists once");
  assert.ok(refusedWhileAway > 0, "the database was down while payments were sent");
  const report = await verifyLedger(database, demo.organizationId as OrganizationId);
  assert.deepEqual(report.differences, []);
  await database.close();
  assert.equal(await server.stop(), 0);
});
