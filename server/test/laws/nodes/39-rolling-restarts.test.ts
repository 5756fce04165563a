import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { paymentsOf } from "../../kit/databases/payments-by-amount.queries.ts";
import { onlyLong } from "../../kit/faults/random.ts";
import { findProxy, type ProxyKind, type RunningProxy, startProxy } from "../../kit/servers/proxies.ts";
import { type ClientLog, startRetryingClients } from "../../kit/servers/retrying-clients.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { freePort } from "../../kit/service/free-port.ts";

/**
 * Law 39, nodes: two API nodes and a worker behind a proxy with the documented configuration. While nodes are restarted
 * in turn, and killed, clients that retry with the same key see no error, and no payment is lost or made twice.
 */
const DRAIN_SECONDS = 3;

let database: FreshDatabase;
let dataDir: string;
let nodes: ServerProcess[];
/** Does the background work. */
let worker: ServerProcess | undefined;
let demo: Demo;

const environment = () => ({
  DATABASE_URL: database.url,
  BURSAR_DRAIN_SECONDS: String(DRAIN_SECONDS),
  TRUSTED_PROXIES: "127.0.0.1",
});
const startNode = (port: number) =>
  startServer({ dataDir, port, environment: { ...environment(), BURSAR_ROLES: "api" } });
const startWorker = () => startServer({ dataDir, environment: { ...environment(), BURSAR_ROLES: "worker" } });

const skip = onlyLong("it takes a minute");

if (skip === false)
  before(async () => {
    database = await freshDatabase();
    dataDir = await temporaryFolder();
    nodes = [await startNode(await freePort())];
    demo = await first().demo();
    nodes.push(await startNode(await freePort()));
    worker = await startWorker();
  });
if (skip === false)
  after(async () => {
    await Promise.all([...nodes, worker].map((node) => node?.kill()));
    await removeFolder(dataDir);
    await database.drop();
  });

/** More payments than a long run makes, each a cent more than the one before. */
const CENTS_BETWEEN_RUNS = 20_000;
const DEPOSIT_DOLLARS = 5_000_000;

async function depositEnough(): Promise<void> {
  const client = apiClient(first().url, demo.tokens.readWrite);
  const accountId = demo.accounts.find(({ kind }) => kind === "checking")?.id;
  const deposited = await client.post(`/sandbox/accounts/${accountId}/deposit`, { amount: DEPOSIT_DOLLARS });
  client.close();
  assert.equal(deposited.status, 200, JSON.stringify(deposited.body));
}

const first = (): ServerProcess => nodes[0] as ServerProcess;
const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port);

/** Every acknowledged payment exists once, and nothing else does. */
async function assertExactlyOnce({ paid, failures }: ClientLog, since: Date): Promise<void> {
  assert.deepEqual(failures, [], "clients that retry see no error");
  const owner = openPostgres({ url: database.ownerUrl, poolSize: 1 });
  const accountId = demo.accounts.find(({ kind }) => kind === "checking")?.id ?? "";
  const stored = await paymentsOf(owner, demo.organizationId, accountId, since);
  await owner.close();
  assert.deepEqual(
    stored.map(({ transaction_id: id, cents }) => `${cents} ${id}`).sort(),
    [...paid].map(([cents, id]) => `${cents} ${id}`).sort(),
  );
}

/** Nodes see the client's real address, whatever it sends. */
async function assertGuarded(proxy: RunningProxy, run: number): Promise<void> {
  for (const path of ["/readyz", "/metrics"]) assert.equal((await fetch(`${proxy.url}${path}`)).status, 404);
  const client = apiClient(proxy.url, demo.tokens.readWrite);
  const forged = await client.post(
    `/account/${demo.accounts[0]?.id}/transactions`,
    {
      recipientId: demo.recipients[0]?.id,
      amount: 12_345.67 + run,
      paymentMethod: "ach",
      idempotencyKey: `forged-${run}`,
    },
    { "x-forwarded-for": "203.0.113.9" },
  );
  client.close();
  assert.equal(forged.status, 200, "the demo's token is allowed on this machine only");
}

/** Kills all nodes, and starts them again. */
async function assertUnavailable(proxy: RunningProxy): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  // Until the proxy has noticed, it may only close a connection.
  let answer: Response | undefined;
  await eventually("the proxy answers 503", async () => {
    answer = await fetch(`${proxy.url}/accounts`).catch(() => undefined);
    return answer?.status === 503;
  });
  assert.equal(answer?.headers.get("retry-after"), "2");
  assert.match((await answer?.text()) ?? "", /"errorCode":"serviceUnavailable"/);
  for (const [index, node] of nodes.entries()) nodes[index] = await startNode(portOf(node));
}

const kinds: readonly ProxyKind[] = ["haproxy", "nginx"];
for (const [run, kind] of kinds.entries()) {
  // Installs the proxy where it is missing.
  const found = skip === false ? findProxy(kind) : { skip };
  test(`nodes restart and die behind ${kind}`, { skip: found.skip, timeout: 300_000 }, async (t) => {
    assert.ok(found.skip === false);
    const proxy: RunningProxy = await startProxy(kind, found.path, [first().url, (nodes[1] as ServerProcess).url]);
    t.after(() => proxy.stop());
    await depositEnough();
    const since = new Date();
    const clients = startRetryingClients(proxy.url, demo, { centsFrom: run * CENTS_BETWEEN_RUNS });
    await clients.more(20);

    await t.test("a rolling restart: each node drains, exits with 0, and no reply is lost", async () => {
      const retriedBefore = clients.log.retried.length;
      for (const [index, node] of nodes.entries()) {
        const startedAt = performance.now();
        assert.equal(await node.stop(), 0, node.output());
        assert.ok(performance.now() - startedAt < (DRAIN_SECONDS + 30) * 1_000, "shutdown is bounded");
        nodes[index] = await startNode(portOf(node));
        await clients.more(20);
      }
      // A stopping node may refuse, but it never breaks a connection on which a request was sent.
      const seen = clients.log.retried.slice(retriedBefore);
      assert.deepEqual(
        seen.filter((what) => what !== "503"),
        [],
      );
    });

    await t.test("killed nodes and workers", async () => {
      for (let round = 0; round < 10; round += 1) {
        const index = (round + 1) % nodes.length;
        const node = nodes[index] as ServerProcess;
        await node.kill();
        await clients.more(20);
        nodes[index] = await startNode(portOf(node));
        await clients.more(20);
        await worker?.kill();
        worker = await startWorker();
      }
    });

    const log = await clients.stop();
    t.diagnostic(
      `${log.paid.size} payments; retried: ${log.retried.join(" ") || "nothing"}; slowest ${log.slowestMs} ms`,
    );
    await assertExactlyOnce(log, since);
    const verified = await bursarHere(["ledger", "verify"], { dataDir, environment: environment() });
    assert.equal(verified.exitCode, 0, verified.output);

    await t.test("operators' routes and forged addresses do not pass the proxy", () => assertGuarded(proxy, run));
    await t.test("without any node, clients get 503 with Retry-After", () => assertUnavailable(proxy));
  });
}
