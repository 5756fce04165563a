import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { readConfig } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import type { Database } from "#kernel/sql/database.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { openService } from "#main/open-service.ts";
import { verifyLedger } from "#records/ledger/check";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { SERVING_ROLE } from "../../kit/databases/test-server.ts";
import { migrationFolder } from "../../kit/migrations/migration-folder.ts";
import { missingPgBouncer } from "../../kit/servers/pgbouncer.ts";
import { openPooledWorld, type PooledWorld } from "../../kit/servers/pooled-world.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import {
  countServerProcesses,
  SESSION_FACTS,
  type SessionFacts,
  sessionFacts,
  visibleOrganizations,
} from "../../kit/servers/server-sessions.queries.ts";
import { isClusterRun } from "../../kit/servers/single-server.ts";
import { inject, type TestOrganization } from "../../kit/service/full-app.ts";
import { roundsOf } from "../../kit/service/test-service.ts";

/**
 * Law 42: behind PgBouncer in transaction mode, where each transaction may get another session of the server, a
 * statement runs in its own scope, with its own text and settings, and leaves nothing for the next one (ADR 0060).
 */
const SERVER_CONNECTIONS = 2;
const SET = { statementTimeout: "30s", idleTimeout: "30s", jit: "off" };
const AT_ONCE = 10;
const skip = missingPgBouncer();
/** A Citus cluster has no row-level security (ADR 0066). */
const hasPolicies = !(await isClusterRun());

describe("behind PgBouncer in transaction mode", { skip }, () => {
  let pooled: PooledWorld;
  let organizations: readonly TestOrganization[];
  const opened: Database[] = [];

  before(async () => {
    pooled = await openPooledWorld(SERVER_CONNECTIONS, { query_wait_timeout: "60" });
    organizations = await Promise.all([1, 2, 3].map(() => pooled.world.newOrganization()));
  });
  after(async () => {
    for (const database of opened) await database.close();
    await pooled.close();
  });

  /** Another process of the service, perhaps of another version. */
  const openProcess = (url = pooled.url) => {
    const database = openPostgres({ url, poolSize: 5, sendsScope: true });
    opened.push(database);
    return database;
  };

  test("statements of several processes see their own organization and have their own text", async () => {
    const processes = [openProcess(), openProcess()];
    const rounds = roundsOf({ full: 2_000, ordinary: 100 });
    const pids = new Set<number>();
    const round = async (n: number) => {
      const version = n % processes.length;
      const database = processes[version] as Database;
      const { organizationId } = organizations[n % organizations.length] as TestOrganization;
      // Repeated often enough to be prepared. Each version has its own texts, and gives the names that the other gives.
      const repeated =
        version === 0 ? sql`select 0 as version, ${n}::int as n` : sql`select 1 as version, ${n}::int as n`;
      const check = async (db: Parameters<typeof sessionFacts>[0]) => {
        assert.deepEqual(await db.one(repeated), { version, n });
        if (hasPolicies) assert.deepEqual(await visibleOrganizations(db), [{ organization_id: organizationId }]);
        const { pid, ...facts } = await sessionFacts(db);
        pids.add(pid);
        assert.deepEqual(facts, { ...SET, scope: organizationId, preparedStatements: 0 });
      };
      await withinOrganization(organizationId, () => (n % 3 === 0 ? database.transaction(check) : check(database)));
    };
    let next = 0;
    const work = async () => {
      while (next < rounds) await round(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.equal(pids.size, SERVER_CONNECTIONS, "the processes shared the server's sessions");
    const { count } = await countServerProcesses(pooled.world.owner(), SERVING_ROLE);
    assert.ok(count <= SERVER_CONNECTIONS, `${count} connections to the server`);
    for (const database of hasPolicies ? processes : [])
      assert.deepEqual(await database.many(sql`select 1 from recipients`), [], "no scope, no rows");
  });

  test("nothing is left on a session of the server", async () => {
    const facts = async (client: pg.Client): Promise<SessionFacts> => (await client.query(SESSION_FACTS.text)).rows[0];
    const connect = async (connectionString: string) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    };
    const direct = await connect(pooled.world.addresses().url);
    const { pid: _, ...fresh } = await facts(direct);
    await direct.end();
    assert.equal(fresh.statementTimeout, "0", "what a new session has");
    const clients = await Promise.all([connect(pooled.url), connect(pooled.url)]);
    const pids = [];
    for (const client of clients) {
      await client.query("begin");
      const { pid, ...left } = await facts(client);
      assert.deepEqual(left, fresh);
      pids.push(pid);
    }
    for (const client of clients) await client.end();
    assert.equal(new Set(pids).size, SERVER_CONNECTIONS, "every session was looked at");
  });

  test("a parameter of DATABASE_URL that PgBouncer does not know is named", async () => {
    const dataDir = await temporaryFolder();
    const url = new URL(pooled.url);
    url.searchParams.set("options", "-c jit=on");
    const config = readConfig({ DATABASE_URL: url.toString(), BURSAR_DATA_DIR: dataDir });
    await assert.rejects(
      openService(config, createLog({ level: "silent" })),
      /refused the connection: unsupported startup parameter.*(options|jit).*\. Correct DATABASE_URL or the pooler's settings\./,
    );
    await removeFolder(dataDir);
  });

  test("migrations run through it, in a transaction and without one", async () => {
    const folder = await migrationFolder({
      "9001_pooled.sql":
        "create table pooled (organization_id uuid primary key);\ncomment on table pooled is 'Of a test.';\n",
      "9002_pooled_index.sql": `-- An index.\n-- transaction: none\n
create index concurrently if not exists pooled_index on pooled (organization_id);\n`,
    });
    const owner = openPostgres({ url: pooled.bouncer.through(pooled.world.addresses().ownerUrl), poolSize: 1 });
    opened.push(owner);
    const applied = ["9001_pooled.sql", "9002_pooled_index.sql"];
    assert.deepEqual((await migrate(owner, { folder: folder.path })).applied, applied);
    const valid = sql`select indisvalid as valid from pg_index where indexrelid = 'pooled_index'::regclass`;
    assert.deepEqual(await owner.many(valid), [{ valid: true }]);
    await folder.remove();
  });

  test("a connection to the server itself keeps its session's settings and prepared statements", async () => {
    const database = openProcess(pooled.world.addresses().url);
    for (let times = 1; times <= 6; times += 1) await database.one(sql`select ${times}::int as times`);
    const { pid: _, preparedStatements, ...facts } = await sessionFacts(database);
    assert.deepEqual(facts, { ...SET, scope: null });
    assert.ok(preparedStatements > 0);
  });

  test("a request that gets no server connection in time gets 503 and pays once when it is retried", async () => {
    const { world } = pooled;
    const [organization] = organizations as [TestOrganization];
    await organization.deposit(organization.accountId, 1_000_00n);
    const pay = () =>
      inject(world.app, organization.token, {
        url: `/account/${organization.accountId}/transactions`,
        body: { recipientId: organization.recipientId, amount: 5, paymentMethod: "ach", idempotencyKey: "busy" },
      });
    assert.equal((await countPayments(world.owner(), organization.organizationId)).payments, 0n);
    const release = await pooled.occupy(SERVER_CONNECTIONS);
    const startedAt = performance.now();
    const refused = await pay();
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [503, "serviceUnavailable"]);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    assert.ok(performance.now() - startedAt < 30_000, "long before PgBouncer's own limit of a minute");
    await release();
    assert.equal((await pay()).status, 200);
    assert.equal((await pay()).headers["idempotent-replayed"], "true");
    const counted = await countPayments(world.owner(), organization.organizationId);
    assert.deepEqual([counted.payments, counted.holds], [1n, 1n]);
    assert.deepEqual((await verifyLedger(world.owner(), organization.organizationId)).differences, []);
  });
});
