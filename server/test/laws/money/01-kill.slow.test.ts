import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freshDatabase, putEmbeddedDatabase } from "../../kit/databases/databases.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { type ApiClient, apiClient } from "../../kit/service/client.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { freePort } from "../../kit/service/free-port.ts";
import { type Attempt, askAgain } from "../../kit/worlds/repeat-request.ts";

/**
 * Law 1: kill -9 the server under load. No acknowledged payment is lost or duplicated, and every account equals its
 * postings. Also the second half of law 2: the key reveals the outcome of an unacknowledged payment.
 */
const CLIENTS = 16;
/** Where the database is: on a server that continues, or on the service's own, which ends with it. */
const servers = ["a given server", "its own server"] as const;
const random = seeded(testSeed("law 1"));

let database: { readonly url: string; drop(): Promise<void> };
const folders: string[] = [];

before(async () => {
  database = await freshDatabase();
});
after(async () => {
  for (const folder of folders) await removeFolder(folder);
  await database.drop();
});

for (const kind of servers)
  test(`a service killed under load loses and duplicates nothing, on ${kind}`, { timeout: 600_000 }, async () => {
    const isGiven = kind === "a given server";
    const kills = long ? 50 : 1;
    const dataDir = await temporaryFolder();
    folders.push(dataDir);
    if (!isGiven) await putEmbeddedDatabase(dataDir);
    const port = await freePort();
    const environment = isGiven ? { DATABASE_URL: database.url } : {};
    const start = () => startServer({ dataDir, port, environment });

    let server = await start();
    const demo = await server.demo();
    const attempts: Attempt[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const load = startLoad(server, demo, attempts);
      // Each kill must lose nothing acknowledged, so wait until something is, even on a slow machine.
      await load.acknowledged;
      await sleep(random() * 700);
      await server.kill();
      await load.stopped();
      server = await start();
    }
    await settleUnknown(server, demo, attempts);
    await assertNothingLostOrDoubled(server, demo, attempts);
    await server.stop();
    const verified = await bursarHere(["ledger", "verify", "--json"], { dataDir, environment });
    assert.equal(verified.exitCode, 0, verified.output);
  });

interface Load {
  /** Resolves when the first payment gets its 200; rejects if the clients end without one. */
  readonly acknowledged: Promise<void>;
  stopped(): Promise<void>;
}

/** Clients that each send one payment after another until the connection breaks. */
function startLoad(server: ServerProcess, demo: Demo, attempts: Attempt[]): Load {
  const client = apiClient(server.url, demo.tokens.readWrite);
  const first = Promise.withResolvers<void>();
  const running = Array.from({ length: CLIENTS }, async () => {
    for (;;) {
      const attempt: Attempt = { body: nextPayment(demo, attempts.length), id: undefined };
      attempts.push(attempt);
      try {
        const answer = await client.post(`/account/${accountOf(demo)}/transactions`, attempt.body);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        attempt.id = answer.body.id;
        first.resolve();
      } catch (error) {
        if (!(error instanceof assert.AssertionError)) return;
        first.reject(error);
        throw error;
      }
    }
  });
  const ended = Promise.allSettled(running);
  ended.then(() => first.reject(new Error("no payment was acknowledged")));
  return {
    acknowledged: first.promise,
    stopped: async () => {
      const results = await ended;
      client.close();
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}

const accountOf = (demo: Demo): string => demo.accounts.find((account) => account.kind === "checking")?.id ?? "";

function nextPayment(demo: Demo, index: number): Record<string, unknown> {
  const payees = demo.recipients.filter((recipient) => recipient.methods.includes("ach"));
  const payee = payees[index % payees.length];
  // Amounts are unique, so the duplicate guard never applies.
  return { recipientId: payee?.id, amount: (index + 1) / 100, paymentMethod: "ach", idempotencyKey: `law-1-${index}` };
}

/** Retries every payment whose answer was lost. An acknowledged payment must return its first answer. */
async function settleUnknown(server: ServerProcess, demo: Demo, attempts: readonly Attempt[]): Promise<void> {
  const client = apiClient(server.url, demo.tokens.readWrite);
  await askAgain(client, accountOf(demo), attempts);
  client.close();
}

async function assertNothingLostOrDoubled(
  server: ServerProcess,
  demo: Demo,
  attempts: readonly Attempt[],
): Promise<void> {
  const client: ApiClient = apiClient(server.url, demo.tokens.readOnly);
  const stored = new Map<number, string[]>();
  const start = new Date(Date.now() - 3_600_000).toISOString();
  for (let after: string | undefined; ; ) {
    const page = await client.get(`/transactions?limit=1000&start=${start}${after ? `&start_after=${after}` : ""}`);
    assert.equal(page.status, 200);
    for (const row of page.body.transactions) {
      if (row.kind !== "outgoingPayment" || row.accountId !== accountOf(demo)) continue;
      stored.set(row.amount, [...(stored.get(row.amount) ?? []), row.id]);
    }
    after = page.body.page.nextPage;
    if (after === undefined) break;
  }
  client.close();
  for (const attempt of attempts) {
    assert.deepEqual(
      stored.get(-Number(attempt.body["amount"])),
      [attempt.id],
      `payment ${String(attempt.body["idempotencyKey"])} exists once`,
    );
  }
}
