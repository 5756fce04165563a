import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { missingInstalledServer } from "../../kit/databases/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/databases/postgres-server.ts";
import { long, onlyLong } from "../../kit/faults/random.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { addStandby, eventuallyOn, onServer } from "../../kit/servers/standby.ts";
import { type ApiClient, apiClient } from "../../kit/service/client.ts";
import { eventually } from "../../kit/service/eventually.ts";

/**
 * Law 40: a list that is read from a replica shows everything that was committed before the request, on any node, also
 * while the replica lags, is gone, or was promoted. As the serving role, so row-level security applies there, too.
 * Needs an installed PostgreSQL server, for its pg_basebackup.
 */
const ROUNDS = long ? 200 : 10;
const CLIENTS = 4;
let primary: PostgresServer;
let replica: PostgresServer;
let database: FreshDatabase;
const folders: string[] = [];
const nodes: ServerProcess[] = [];

const skip = onlyLong("it takes half a minute") || missingInstalledServer();

if (skip === false)
  before(async () => {
    primary = await startPostgresServer({ installed: true });
    database = await freshDatabase({ server: primary.url });
    replica = await addStandby(primary, "replica1");
  });
if (skip === false)
  after(async () => {
    for (const node of nodes) await node.kill();
    replica.stop();
    primary.stop();
    for (const folder of folders) await removeFolder(folder);
  });

async function startNode(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const dataDir = await temporaryFolder();
  folders.push(dataDir);
  const node = await startServer({ dataDir, environment: { DATABASE_URL: database.url, ...environment } });
  nodes.push(node);
  return node;
}

/** The value of a counter of the node. */
async function counter(node: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${node.url}/metrics`)).text();
  const line = text.split("\n").find((candidate) => candidate.startsWith(name));
  return Number(line?.split(" ").at(-1) ?? 0);
}

let paid = 0;
/** Pays on one node, and expects the payment in the list of another at once. */
async function payAndList(payer: ApiClient, reader: ApiClient, demo: Demo): Promise<void> {
  const account = demo.accounts.find(({ kind }) => kind === "checking")?.id;
  const recipientId = demo.recipients.find(({ methods }) => methods.includes("ach"))?.id;
  paid += 1;
  const payment = await payer.post(`/account/${account}/transactions`, {
    recipientId,
    amount: paid / 100,
    paymentMethod: "ach",
    idempotencyKey: `listed-${paid}`,
  });
  assert.equal(payment.status, 200, JSON.stringify(payment.body));
  const list = await reader.get("/transactions?order=desc&limit=100");
  assert.equal(list.status, 200, JSON.stringify(list.body));
  const ids: readonly string[] = list.body.transactions.map(({ id }: { id: string }) => id);
  assert.ok(ids.includes(payment.body.id), "the list shows what was paid before");
}

test("lists of a replica are never older than the request", { skip, timeout: 600_000 }, async () => {
  const payer = await startNode({});
  const replicaUrl = new URL(database.url);
  replicaUrl.port = String(replica.port);
  const masterKeyFile = `${payer.dataDir}/master.key`;
  const reader = await startNode({
    DATABASE_REPLICA_URL: replicaUrl.toString(),
    BURSAR_MASTER_KEY_FILE: masterKeyFile,
    BURSAR_ROLES: "api",
  });
  const demo = await payer.demo();
  const [paying, listing] = [payer, reader].map(({ url }) => apiClient(url, demo.tokens.readWrite));
  assert.ok(paying && listing);
  const once = () => payAndList(paying, listing, demo);

  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let round = 0; round < ROUNDS; round += 1) await once();
    }),
  );
  await eventually("the replica is used", async () => {
    await once();
    return (await counter(reader, "bursar_replica_reads_total")) > 0;
  });
  const unscoped = await onServer({ url: replicaUrl.toString() }, "select transaction_id from transactions limit 1");
  assert.deepEqual(unscoped, [], "row-level security applies on the replica");

  await onServer(replica, "select pg_wal_replay_pause()");
  await eventuallyOn(replica, "select pg_get_wal_replay_pause_state() = 'paused' as done");
  for (let round = 0; round < 3; round += 1) await once();
  assert.ok((await counter(reader, 'bursar_replica_fallbacks_total{reason="lag"}')) > 0);
  await onServer(replica, "select pg_wal_replay_resume()");

  replica.kill();
  await sleep(1_100);
  await once();
  assert.ok((await counter(reader, 'bursar_replica_fallbacks_total{reason="gone"}')) > 0);
  await replica.restart();
  const before = await counter(reader, "bursar_replica_reads_total");
  await eventually("the replica is used again", async () => {
    await once();
    return (await counter(reader, "bursar_replica_reads_total")) > before;
  });

  replica.promote();
  await sleep(1_100);
  for (let round = 0; round < 3; round += 1) await once();
  assert.ok((await counter(reader, 'bursar_replica_fallbacks_total{reason="otherHistory"}')) > 0);
  paying.close();
  listing.close();
  for (const node of nodes.splice(0)) assert.equal(await node.stop(), 0);
});
