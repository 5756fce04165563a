import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedFolderOf } from "#kernel/embedded/open-embedded.ts";
import { putEmbeddedDatabase } from "../../kit/databases/databases.ts";
import { type PostgresServer, startPostgresServer } from "../../kit/databases/postgres-server.ts";
import { long } from "../../kit/faults/random.ts";
import { mountSmallDisk, type SmallDisk, withoutRoot } from "../../kit/faults/small-disk.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { type Answer, apiClient } from "../../kit/service/client.ts";
import { bursar } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { type Attempt, askAgain } from "../../kit/worlds/repeat-request.ts";

/**
 * The database's disk is full, twice: first no table can grow, and then not even the write-ahead log, which stops a
 * PostgreSQL server. Payments get 503 with Retry-After meanwhile; no acknowledged payment is lost, and each deferred
 * one is made once when retried with its key.
 */
const CLIENTS = 8;
const DISK_MEGABYTES = 224;
/** Less than the next log segment (16 MB), and more than the tables need until the current segment is full. */
const ROOM_FOR_TABLES_MEGABYTES = 14;
/**
 * This many 503s in a row, without an accepted payment, show that the disk is full and not only short of a page once.
 */
const FULL_AFTER = 60;
/** Every tenth acknowledged payment is retried with its key; all of them must be in the list. */
const REPLAYED_EACH = 10;
/** Keeps the whole log, as for a disconnected standby, so that it grows until the disk is full. */
const settings = { max_wal_size: "32MB", min_wal_size: "32MB", wal_keep_size: "1GB", shared_buffers: "32MB" };

const cleanUp: (() => unknown)[] = [];
after(async () => {
  const failures: unknown[] = [];
  for (const step of cleanUp.reverse()) await Promise.try(step).catch((error: unknown) => failures.push(error));
  assert.deepEqual(failures, [], "everything is stopped and unmounted");
});

test("a full disk of a given server loses no acknowledged payment", {
  skip: withoutRoot,
  timeout: 300_000,
}, async () => {
  const disk = newDisk();
  const postgres = await startPostgresOn(disk);
  const dataDir = await temporaryFolder();
  cleanUp.push(() => removeFolder(dataDir));
  const environment = { DATABASE_URL: postgres.url };
  const server = await serverOf({ dataDir, environment });
  const load = await startLoad(server);

  await load.accepted(100);
  disk.fill();
  await load.full();
  await assertAnswersWhileFull(server, load);
  disk.makeSpace();
  if (!(await listens(postgres.url))) await postgres.restart();
  await load.accepted(100);
  await assertStored(server, load);

  disk.fill({ leaveMegabytes: ROOM_FOR_TABLES_MEGABYTES });
  await eventually("PostgreSQL ends when it cannot write its log", async () => !(await listens(postgres.url)));
  await load.full();
  await assertAnswersWhileFull(server, load);
  disk.makeSpace();
  await postgres.restart();
  await load.accepted(100);

  await load.stop();
  await assertAllPaidOnce(server, load);
  assert.equal(await server.stop(), 0, "it is the process that was started first");
  await assertBooksAgree({ dataDir, environment });
});

test("a full disk of the service's own server loses no acknowledged payment", {
  skip: long ? withoutRoot : "with --long",
  timeout: 300_000,
}, async () => {
  const disk = newDisk();
  const dataDir = join(disk.path, "data");
  await mkdir(dataDir);
  await putEmbeddedDatabase(dataDir);
  // Keeps the whole log, too.
  await appendFile(join(embeddedFolderOf(dataDir), "postgresql.conf"), `wal_keep_size = ${settings.wal_keep_size}\n`);
  const server = await serverOf({ dataDir });
  const load = await startLoad(server);

  await load.accepted(100);
  disk.fill();
  await load.full();
  await assertAnswersWhileFull(server, load);
  disk.makeSpace();
  await load.accepted(100);
  await assertStored(server, load);

  const restarts = () => server.output().split("is started again").length;
  const before = restarts();
  disk.fill({ leaveMegabytes: ROOM_FOR_TABLES_MEGABYTES });
  await eventually("PostgreSQL ends when it cannot write its log", () => restarts() > before);
  await load.full();
  await assertAnswersWhileFull(server, load);
  disk.makeSpace();
  // The service starts its server again.
  await load.accepted(100);

  await load.stop();
  await assertAllPaidOnce(server, load);
  assert.equal(await server.stop(), 0, "it is the process that was started first");
  await assertBooksAgree({ dataDir });
});

function newDisk(): SmallDisk {
  const disk = mountSmallDisk({ sizeMegabytes: DISK_MEGABYTES });
  cleanUp.push(disk.remove);
  return disk;
}

async function startPostgresOn(disk: SmallDisk): Promise<PostgresServer> {
  const usual = process.env["TMPDIR"];
  // It creates its folder there before its first asynchronous call.
  process.env["TMPDIR"] = disk.path;
  const starting = startPostgresServer({ settings });
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
  const postgres = await starting;
  cleanUp.push(postgres.stop);
  assert.equal(readdirSync(disk.path).length, 1, "PostgreSQL stores its files on the small disk");
  return postgres;
}

async function serverOf(options: Parameters<typeof startServer>[0]): Promise<ServerProcess> {
  const server = await startServer(options);
  cleanUp.push(server.kill);
  return server;
}

const listens = (databaseUrl: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(databaseUrl);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => resolve(false));
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

/** An attempted payment and its terms. */
interface PaymentOfCents extends Attempt {
  readonly cents: number;
}

interface Load {
  readonly demo: Demo;
  readonly account: string;
  readonly attempts: readonly PaymentOfCents[];
  /** Resolves when this many more payments were accepted. */
  accepted(more: number): Promise<void>;
  /** Resolves when payments are deferred and none is accepted. */
  full(): Promise<void>;
  /** Stops sending and waits for the answers. Fails if an answer is wrong or missing. */
  stop(): Promise<void>;
}

/** Clients that each send new payments one after another, each with a new key, until they are stopped. */
async function startLoad(server: ServerProcess): Promise<Load> {
  const demo = await server.demo();
  const account = demo.accounts.find((candidate) => candidate.kind === "checking")?.id ?? "";
  const client = apiClient(server.url, demo.tokens.readWrite);
  const attempts: PaymentOfCents[] = [];
  let running = true;
  let accepted = 0;
  let putOffInARow = 0;

  const sendOne = async (): Promise<void> => {
    const attempt = nextAttempt(demo, attempts.length);
    attempts.push(attempt);
    const answer = await client.post(`/account/${account}/transactions`, attempt.body);
    if (answer.status === 200) {
      attempt.id = answer.body.id;
      accepted += 1;
      putOffInARow = 0;
      return;
    }
    assertPutOff(answer);
    putOffInARow += 1;
    await sleep(20);
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (running) await sendOne();
  });
  let broken = false;
  const ended = Promise.all(clients).catch((error: unknown) => {
    broken = true;
    throw error;
  });
  ended.catch(() => undefined);
  // A client that got a wrong answer also ends the test's waiting.
  const until = async (what: string, holds: () => boolean): Promise<void> => {
    await eventually(what, () => broken || holds());
    if (broken) await ended;
  };
  const full = () => putOffInARow >= FULL_AFTER;
  return {
    demo,
    account,
    attempts,
    accepted: (more) => {
      const goal = accepted + more;
      return until(`${more} more payments accepted`, () => accepted >= goal);
    },
    full: () => until("payments deferred", full),
    stop: async () => {
      running = false;
      await ended;
      client.close();
    },
  };
}

function nextAttempt(demo: Demo, index: number): PaymentOfCents {
  const payees = demo.recipients.filter((recipient) => recipient.methods.includes("ach"));
  const payee = payees[index % payees.length];
  // Each recipient gets different amounts, so the duplicate guard never applies; small ones, so the funds suffice.
  const cents = 1 + Math.floor(index / payees.length);
  return {
    body: {
      recipientId: payee?.id,
      amount: cents / 100,
      paymentMethod: "ach",
      idempotencyKey: `disk-full-${index}`,
    },
    cents,
    id: undefined,
  };
}

function assertPutOff(answer: Answer): void {
  assert.deepEqual(
    [answer.status, answer.body.errors?.errorCode],
    [503, "serviceUnavailable"],
    JSON.stringify(answer.body),
  );
  assert.ok(Number(answer.headers["retry-after"]) >= 1, "with Retry-After");
  assert.equal(answer.body.message, answer.body.errors.message);
  assert.equal(answer.body.errors.requestId, answer.headers["x-request-id"]);
}

/** The process is alive; reads return correct data or, like payments, 503. */
async function assertAnswersWhileFull(server: ServerProcess, load: Load): Promise<void> {
  const health = await fetch(`${server.url}/healthz`);
  assert.equal(health.status, 200, "alive");
  await health.body?.cancel();
  const client = apiClient(server.url, load.demo.tokens.readWrite);
  const paid = load.attempts.find((attempt) => attempt.id !== undefined);
  assert.ok(paid);
  const stored = await client.get(`/account/${load.account}/transaction/${paid.id}`);
  if (stored.status === 200) assert.deepEqual([stored.body.id, stored.body.amount], [paid.id, -paid.cents / 100]);
  else assertPutOff(stored);
  const replay = await client.post(`/account/${load.account}/transactions`, paid.body);
  if (replay.status === 200) assert.equal(replay.body.id, paid.id, "its key returns the existing payment");
  else assertPutOff(replay);
  for (const path of ["/transactions?limit=10", "/accounts", "/recipients?limit=10"]) {
    const answer = await client.get(path);
    if (answer.status !== 200) assertPutOff(answer);
  }
  client.close();
}

/** Every payment acknowledged so far is in the list of transactions, with its amount. */
async function assertStored(server: ServerProcess, load: Load): Promise<void> {
  const acknowledged = load.attempts.filter((attempt) => attempt.id !== undefined);
  const stored = await storedPayments(server, load);
  for (const { id = "", cents, body } of acknowledged)
    assert.equal(stored.get(id), -cents / 100, `payment ${String(body["idempotencyKey"])} exists`);
}

/**
 * Retries the keys: acknowledged payments get their first answer, the others are paid now, and no payment exists twice.
 */
async function assertAllPaidOnce(server: ServerProcess, load: Load): Promise<void> {
  await assertStored(server, load);
  const putOff = load.attempts.filter((attempt) => attempt.id === undefined).length;
  assert.ok(putOff >= FULL_AFTER, "payments were deferred");
  const client = apiClient(server.url, load.demo.tokens.readWrite);
  const repeated = load.attempts.filter(({ id }, index) => id === undefined || index % REPLAYED_EACH === 0);
  await askAgain(client, load.account, repeated);
  client.close();
  const expected = new Map(load.attempts.map(({ id, cents }) => [id, -cents / 100]));
  assert.equal(expected.size, load.attempts.length, "each key has its own payment");
  assert.deepEqual(new Map([...(await storedPayments(server, load))].sort()), new Map([...expected].sort()));
}

/** Amounts by ID of the payments to the load's recipients; only the ID identifies a key's payment. */
async function storedPayments(server: ServerProcess, { demo, account }: Load): Promise<Map<string, number>> {
  const client = apiClient(server.url, demo.tokens.readOnly);
  const start = new Date(Date.now() - 3_600_000).toISOString();
  const stored = new Map<string, number>();
  for (let next: string | undefined = ""; next !== undefined; ) {
    const page = await client.get(`/transactions?limit=1000&start=${start}${next ? `&start_after=${next}` : ""}`);
    assert.equal(page.status, 200, JSON.stringify(page.body));
    for (const row of page.body.transactions)
      if (row.kind === "outgoingPayment" && row.accountId === account) stored.set(row.id, row.amount);
    next = page.body.page.nextPage;
  }
  client.close();
  return stored;
}

async function assertBooksAgree(options: Parameters<typeof bursar>[1]): Promise<void> {
  for (const books of ["ledger", "audit"]) {
    const verified = await bursar([books, "verify", "--json"], options);
    assert.equal(verified.exitCode, 0, `${books}: ${verified.output}${verified.errors}`);
  }
}
