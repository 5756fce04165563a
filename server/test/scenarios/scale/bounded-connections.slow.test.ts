import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";
import { long } from "../../kit/faults/random.ts";
import { missingPgBouncer, startPgBouncer } from "../../kit/servers/pgbouncer.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { countServerProcesses } from "../../kit/servers/server-sessions.queries.ts";
import { type Answer, apiClient } from "../../kit/service/client.ts";

/** The bounds of connections.md, counted at the server while more requests run than there are connections. */
const POOL_SIZE = 3;
const SERVER_CONNECTIONS = 2;
const CLIENTS = 16;
const PAYMENTS = long ? 1_000 : 80;

describe("the number of connections to the server", () => {
  let database: FreshDatabase;
  let owner: Database;
  let dataDir: string;
  const running: ServerProcess[] = [];

  before(async () => {
    // Processes of one service have the same keys, so they share a folder.
    dataDir = await temporaryFolder();
    database = await freshDatabase();
    owner = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  });
  after(async () => {
    for (const server of running) await server.kill();
    await owner.close();
    await database.drop();
    await removeFolder(dataDir);
  });

  const start = async (url: string, roles: string): Promise<ServerProcess> => {
    const environment = { DATABASE_URL: url, BURSAR_ROLES: roles, BURSAR_POOL_SIZE: `${POOL_SIZE}` };
    const server = await startServer({ dataDir, environment });
    running.push(server);
    return server;
  };

  /** The most connections of the serving role at once, while processes start, serve, and end. */
  async function mostDuring(work: () => Promise<void>): Promise<number> {
    let isOver = false;
    const working = work();
    const note = () => {
      isOver = true;
    };
    working.then(note, note);
    let most = 0;
    for (; !isOver; await sleep(5)) most = Math.max(most, (await countServerProcesses(owner, SERVING_ROLE)).count);
    await working;
    return most;
  }

  /** A busy machine may keep a request waiting for a connection so long that it has to be retried. */
  async function answered(ask: () => Promise<Answer>): Promise<void> {
    for (;;) {
      const { status, body } = await ask();
      if (status === 200) return;
      assert.equal(status, 503, JSON.stringify(body));
      await sleep(100);
    }
  }

  async function load(server: ServerProcess, prefix: string, firstCents: number): Promise<void> {
    const demo = await server.demo();
    const client = apiClient(server.url, demo.tokens.readWrite);
    const account = demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
    const payees = demo.recipients.filter(({ methods }) => methods.includes("ach"));
    let sent = 0;
    const pay = async () => {
      while (sent < PAYMENTS) {
        sent += 1;
        const key = `${prefix}-${sent}`;
        const body = {
          recipientId: payees[sent % payees.length]?.id,
          amount: (firstCents + sent) / 100,
          paymentMethod: "ach",
        };
        await answered(() =>
          client.post(`/account/${account}/transactions`, { ...body, externalMemo: prefix, idempotencyKey: key }),
        );
        await answered(() => client.get("/transactions?limit=50"));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, pay));
    client.close();
  }

  test("is at most the sum of BURSAR_POOL_SIZE, plus one while a process starts", async () => {
    const most = await mostDuring(async () => {
      const api = await start(database.url, "api");
      const worker = await start(database.url, "worker");
      await load(api, "direct", 0);
      assert.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
    });
    assert.ok(most > POOL_SIZE, `${most}: both processes were busy`);
    assert.ok(most <= 2 * POOL_SIZE + 1, `${most} connections`);
  });

  test("is at most PgBouncer's pool behind PgBouncer, however many processes there are", {
    skip: long ? missingPgBouncer() : "only with --long; law 42 counts in every run",
  }, async () => {
    const bouncer = await startPgBouncer({
      urls: [database.url],
      settings: { default_pool_size: `${SERVER_CONNECTIONS}`, query_wait_timeout: "30" },
    });
    const most = await mostDuring(async () => {
      const api = await start(bouncer.through(database.url), "api");
      const worker = await start(bouncer.through(database.url), "worker");
      await load(api, "pooled", PAYMENTS);
      assert.deepEqual(await Promise.all([api.stop(), worker.stop()]), [0, 0]);
    });
    await bouncer.stop();
    assert.equal(most, SERVER_CONNECTIONS);
  });
});
