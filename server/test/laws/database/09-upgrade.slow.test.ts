import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { readReleases } from "../../../../tools/migrations/releases.ts";
import { emptyDatabase } from "../../kit/databases/databases.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";
import { long } from "../../kit/faults/random.ts";
import { SAFE_MIGRATIONS } from "../../kit/migrations/safe-migrations.ts";
import { checkingOf, type PaidOnce, startUpgradeLoad } from "../../kit/migrations/upgrade-load.ts";
import { nextVersion, releasedVersion, thisVersion, type VersionTree } from "../../kit/migrations/version-tree.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { bursar, bursarHere } from "../../kit/service/command.ts";
import { freePort } from "../../kit/service/free-port.ts";

/**
 * Law 9, second half: an upgrade under load loses nothing. Each release serves with its demo data while the present
 * version, with a migration of each kind on top, migrates; it keeps serving; then its nodes are replaced one by one.
 */
const listed = readReleases(join(import.meta.dirname, "../../../.."));
/** Before the first release, the present files stand in for it. The ordinary run upgrades from the last release only. */
const releases = listed.length === 0 ? [undefined] : long ? listed : listed.slice(-1);
const NEXT = "99.0.0";

const skip = long || listed.length > 0 ? false : "it takes half a minute: npm test -- --long";

for (const release of releases)
  describe(`an upgrade from ${release?.version ?? "this version"} under load`, { skip, timeout: 600_000 }, () => {
    const previous = release === undefined ? thisVersion() : releasedVersion(release.commit);
    if (previous === undefined) {
      it("is not tested", (t) =>
        t.skip(`this clone lacks ${release?.commit}: fetch its history (git fetch --unshallow)`));
      return;
    }
    const next = nextVersion(NEXT, SAFE_MIGRATIONS);
    let world: World;
    before(async () => {
      world = await openWorld();
    });
    after(async () => {
      await world.close();
      previous.remove();
      next.remove();
    });

    it("is invisible to clients that retry, and loses and doubles nothing", async () => {
      const granted = await world.command(previous, ["migrate", "--grant-to", SERVING_ROLE]);
      assert.equal(granted.exitCode, 0, granted.errors);
      const first = await world.start(previous, 0);
      const demo = await first.demo();
      const nodes = [first, await world.start(previous, 1)];
      const request = await requestPayment(first.url, demo);
      await world.keepCopies();

      const load = startUpgradeLoad(
        nodes.map(({ url }) => url),
        demo,
      );
      await load.more(30);
      const migrated = await world.command(next, ["migrate"]);
      assert.equal(migrated.exitCode, 0, migrated.errors);
      assert.match(migrated.output, /9002_labels\.sql/);
      // The previous version serves the new schema.
      await load.more(30);
      assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
      for (const [index, node] of nodes.entries()) {
        assert.equal(await node.stop(), 0, node.output());
        nodes[index] = await world.start(next, index);
        await load.more(20);
      }
      await load.stop();

      const [node] = nodes;
      assert.ok(node);
      await assertPaidOnce(node.url, demo, load.payments);
      assert.deepEqual(await requestPayment(node.url, demo), request, "the first response of an older key");
      assert.deepEqual(await world.changedCopies(), []);
      for (const check of ["ledger", "audit"]) {
        const verified = await world.verify(check);
        assert.equal(verified.exitCode, 0, verified.output + verified.errors);
      }
      assert.deepEqual(
        await world.ask("select count(*)::int as rows from transactions where test_rank is distinct from 7"),
        [{ rows: 0 }],
      );

      // And back: the previous version starts on the new schema, and continues until something it needs is removed.
      await node.stop();
      const older = await world.start(previous, 0);
      assert.deepEqual(await requestPayment(older.url, demo), request);
      await world.ask(`update schema_migrations set serves_from = '${NEXT}' where version = 9003`);
      const ready = await fetch(`${older.url}/readyz`);
      assert.equal(ready.status, 503);
      assert.match(await ready.text(), /it needs Bursar 99\.0\.0 or newer/);
      await older.stop();
      await assert.rejects(
        world.start(previous, 0),
        /A newer version has changed the database.*Deploy 99\.0\.0 or newer/,
      );
    });
  });

/** A request for a payment: its response is stored, unlike that of a payment, which is rebuilt. */
async function requestPayment(url: string, demo: Demo): Promise<unknown> {
  const client = apiClient(url, demo.tokens.requestOnly);
  const answer = await client.post(`/account/${checkingOf(demo)}/request-send-money`, {
    recipientId: demo.recipients.find(({ methods }) => methods.includes("ach"))?.id,
    amount: 4321.09,
    paymentMethod: "ach",
    idempotencyKey: "requested-before-the-upgrade",
  });
  client.close();
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** Each acknowledged payment exists once, and its key returns the first response. */
async function assertPaidOnce(url: string, demo: Demo, payments: readonly PaidOnce[]): Promise<void> {
  const client = apiClient(url, demo.tokens.readWrite);
  for (const { body, response } of payments) {
    const again = await client.post(`/account/${checkingOf(demo)}/transactions`, body);
    assert.deepEqual(again.body, response);
  }
  const sent = new Map<number, number>();
  const start = new Date(Date.now() - 3_600_000).toISOString();
  for (let after_: string | undefined; ; ) {
    const page = await client.get(`/transactions?limit=1000&start=${start}${after_ ? `&start_after=${after_}` : ""}`);
    assert.equal(page.status, 200);
    for (const { id, amount } of page.body.transactions)
      if (payments.some(({ response }) => response.id === id || amount === response.amount))
        sent.set(amount, (sent.get(amount) ?? 0) + 1);
    after_ = page.body.page.nextPage;
    if (after_ === undefined) break;
  }
  client.close();
  assert.deepEqual(
    [...sent].filter(([, count]) => count !== 1),
    [],
    "amounts that were paid more than once",
  );
  assert.equal(sent.size, payments.length, "every payment is listed");
}

/** Tables of which a row never changes. */
const APPEND_ONLY = ["ledger_entries", "events", "audit_log", "audit_seals", "recipient_routings"];

interface World {
  command(tree: VersionTree, args: readonly string[]): ReturnType<typeof bursar>;
  /** `bursar ledger verify` and `bursar audit verify`. */
  verify(check: string): ReturnType<typeof bursarHere>;
  start(tree: VersionTree, index: number): Promise<ServerProcess>;
  /** Keeps the rows of tables that only grow. */
  keepCopies(): Promise<void>;
  /** The tables that lack a row that was kept. */
  changedCopies(): Promise<readonly string[]>;
  ask(statement: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** An empty database, and a folder and ports for two nodes. */
async function openWorld(): Promise<World> {
  const fresh = await emptyDatabase();
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  await owner.connect();
  // Several processes share the folder of attachments and of the master key.
  const dataDir = await temporaryFolder();
  const ports = [await freePort(), await freePort()];
  const running = new Set<ServerProcess>();
  const ask = async (statement: string) => (await owner.query(statement)).rows;
  return {
    ask,
    command: (tree, args) =>
      bursar(args, {
        launcher: tree.launcher,
        dataDir,
        environment: { DATABASE_URL: fresh.ownerUrl, BURSAR_LOG_LEVEL: "silent" },
      }),
    verify: (check) => bursarHere([check, "verify"], { dataDir, environment: { DATABASE_URL: fresh.ownerUrl } }),
    start: async (tree, index) => {
      const node = await startServer({
        launcher: tree.launcher,
        dataDir,
        port: ports[index] ?? 0,
        environment: { DATABASE_URL: fresh.url, PUBLIC_URL: "http://localhost:8080" },
      });
      running.add(node);
      return node;
    },
    keepCopies: async () => {
      await ask("create schema kept");
      for (const table of APPEND_ONLY) await ask(`create table kept.${table} as table ${table}`);
    },
    changedCopies: async () => {
      const changed: string[] = [];
      for (const table of APPEND_ONLY) {
        const columns = (await owner.query(`select * from kept.${table} limit 0`)).fields
          .map((field) => field.name)
          .join(", ");
        const { rows } = await owner.query(`table kept.${table} except all select ${columns} from ${table} limit 1`);
        const { rowCount: kept } = await owner.query(`select from kept.${table} limit 1`);
        if (rows.length > 0 || !kept) changed.push(table);
      }
      return changed;
    },
    close: async () => {
      for (const node of running) await node.kill();
      await owner.end();
      await fresh.drop();
      await removeFolder(dataDir);
    },
  };
}
