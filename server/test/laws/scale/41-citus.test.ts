import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { violatedConstraint } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { verifyAudit } from "#records/audit/trail";
import { verifyLedger } from "#records/ledger/check";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { asAdministrator, withDatabase } from "../../kit/databases/test-server.ts";
import { long } from "../../kit/faults/random.ts";
import {
  type CitusCluster,
  citusIsInstalled,
  INSTALL_CITUS,
  startCitusCluster,
} from "../../kit/servers/citus-cluster.ts";
import { placements, workerPortOf } from "../../kit/servers/cluster.queries.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { encodeValues } from "../../kit/statements/recorded-statement.ts";
import { fannedOut } from "../../kit/statements/routed-statements.ts";

/** Processes are killed here, not machines: what PostgreSQL wrote stays, whether or not it has reached the disk. */
const SAFE_FROM_CRASHES = { fsync: "off", full_page_writes: "off" };

/** Moves a part of every table, with all organizations in it, to another worker, while they are used. */
const MOVE = `
  select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, $2::text, $3::integer, 'force_logical')
    from citus_shards s
   where s.table_name = 'organizations'::regclass and s.shardid = get_shard_id_for_distribution_column('organizations', $1::uuid)`;

/** Law 41: on a Citus cluster, each organization is on one worker, and only its own worker matters to it. */
describe("a Citus cluster", { skip: citusIsInstalled() ? false : INSTALL_CITUS }, () => {
  let cluster: CitusCluster;
  let world: TestWorld;
  /** Organizations by worker: at least one on each. */
  const on = new Map<number, TestOrganization>();
  const portOf = (url: string) => Number(new URL(url).port);

  before(async () => {
    cluster = await startCitusCluster({ workers: 2, settings: SAFE_FROM_CRASHES });
    world = await openWorld({}, { server: cluster.url });
    while (on.size < cluster.workers.length) {
      const organization = await world.newOrganization();
      await organization.deposit(organization.accountId, 1_000_000_000_00n);
      on.set(await workerPortOf(world.owner(), organization.organizationId), organization);
    }
  });
  after(async () => {
    await world?.close();
    cluster?.stop();
  });

  const organizations = () => [...on.values()];
  const pay = (organization: TestOrganization, key: string, amount: number) =>
    inject(world.app, organization.token, payment(organization, { amount, idempotencyKey: key }));

  async function booksBalance(): Promise<void> {
    for (const { organizationId } of organizations()) {
      const report = await verifyLedger(world.service.database, organizationId);
      assert.deepEqual(report.differences, []);
      const audit = await verifyAudit(world.service, world.service.database, organizationId);
      assert.deepEqual(audit.problems, []);
    }
  }

  it("has every organization's rows of every table on one worker", async () => {
    const tables = await placements(world.owner());
    const ofOrganizations = tables.filter(
      (placement) => placement.of_organization && placement.table !== "rate_counts",
    );
    assert.ok(ofOrganizations.length > 100);
    assert.deepEqual(
      ofOrganizations.filter(({ method }) => method !== "h"),
      [],
    );
    assert.equal(new Set(ofOrganizations.map(({ group }) => group)).size, 1, "all are placed together");
    assert.deepEqual(
      tables.filter(({ method }) => method === null).map(({ table }) => table),
      [
        "rate_counts",
        "schema_migration_steps",
        "schema_migrations",
        "service_mode",
        "serving_roles",
        "sign_in_throttles",
      ],
    );
  });

  it("a statement of one organization that visits several workers is found in a run's records", async () => {
    const [organization] = organizations();
    const values = encodeValues([organization?.organizationId, new Date(), [organization?.accountId, null], 1]);
    const everywhere =
      "select count(*) from transactions where created_at < $2 and account_id = any ($3::uuid[]) and amount_minor > $4";
    const routed = `${everywhere} and organization_id = $1`;
    const unknown = "select from no_such_table";
    const found = await asAdministrator(world.addresses().ownerUrl, (client) =>
      fannedOut(client, [
        { scope: "organization", text: everywhere, values },
        { scope: "organization", text: routed, values },
        { scope: "every", text: everywhere, values },
        { scope: "organization", text: unknown, values: [] },
      ]),
    );
    assert.deepEqual(found, [
      { text: everywhere, tasks: 4 },
      { text: unknown, tasks: 0, error: 'relation "no_such_table" does not exist' },
    ]);
  });

  it("a constraint that a worker's row violates is recognized by its name", async () => {
    for (const { organizationId } of organizations()) {
      const again = sql`insert into organizations select * from organizations where organization_id = ${organizationId}`;
      await assert.rejects(world.owner().run(again), (error) => violatedConstraint(error) === "organizations_pkey");
    }
  });

  it("decides a payment on its worker, in one round trip", async () => {
    for (const [port, organization] of on) {
      const commands: string[] = [];
      const client = new pg.Client({ connectionString: world.addresses().url });
      client.on("notice", ({ message = "", detail = "" }) => {
        if (message.startsWith("issuing")) commands.push(`${message} ${detail}`);
      });
      await client.connect();
      await client.query("set citus.log_remote_commands = on");
      // As the service calls it, except for the values.
      await client.query(
        `select create_payments($1::uuid, '24 hours'::interval, null, array[$2]::uuid[], array[$3]::uuid[], array[$2]::uuid[], array[$4]::uuid[],
           '{100}'::bigint[], '{ach}'::text[], '{2026-11-20}'::timestamptz[], '{2026-11-21}'::timestamptz[], '{2026-11-20}'::timestamptz[],
           '{null}'::text[], '{null}'::text[], '{null}'::text[], array[$3]::uuid[], '{1}'::bigint[], '{null}'::uuid[], '{null}'::uuid[],
           '{null}'::uuid[], '{null}'::bigint[], null, array[$3]::uuid[], array[$3]::uuid[], '{null}'::text[], '{null}'::text[],
           decode(repeat('00', 32), 'hex'), true)`,
        [organization.organizationId, organization.accountId, randomUUID(), organization.recipientId],
      );
      await client.end();
      assert.equal(commands.length, 1, commands.join("\n"));
      assert.match(commands[0] ?? "", /create_payments/);
      assert.match(commands[0] ?? "", new RegExp(`:${port}\\b`));
    }
  });

  it("a worker that is down stops its own organizations, and only while it is down", async () => {
    const [down, up] = cluster.workers;
    assert.ok(down !== undefined && up !== undefined);
    const affected = on.get(portOf(down.url));
    const other = on.get(portOf(up.url));
    assert.ok(affected !== undefined && other !== undefined);
    await asAdministrator(down.url, (client) => client.query("checkpoint"));
    down.kill();
    try {
      const refused = await pay(affected, "while-down", 11);
      assert.equal(refused.status, 503, refused.text);
      assert.ok(Number(refused.headers["retry-after"]) > 0);
      assert.equal((await pay(other, "while-down", 11)).status, 200);
    } finally {
      await down.restart();
    }
    const paid = await untilPaid(affected, "while-down", 11);
    assert.equal(
      (await pay(affected, "while-down", 11)).body.id,
      paid.body.id,
      "one payment, however often it is retried",
    );
    await booksBalance();
  });

  async function untilPaid(organization: TestOrganization, key: string, amount: number) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await pay(organization, key, amount);
      if (answer.status === 200) return answer;
      assert.equal(answer.status, 503, answer.text);
      assert.ok(attempt < 600, "the service recovers automatically");
      await sleep(100);
    }
  }

  it("organizations move to a new worker while they pay, and nothing is lost or paid twice", {
    skip: long ? false : "it takes half a minute: npm test -- --long",
  }, async () => {
    const added = await cluster.startWorker();
    const { pathname } = new URL(world.addresses().ownerUrl);
    const name = pathname.slice(1);
    await asAdministrator(added.url, (client) => client.query(`create database ${name}`));
    await asAdministrator(withDatabase(added.url, name), (client) => client.query("create extension citus"));
    const to = { host: "127.0.0.1", port: portOf(added.url) };
    const before = await Promise.all(
      organizations().map((organization) => countPayments(world.owner(), organization.organizationId)),
    );
    let moving = true;
    const payAll = async (organization: TestOrganization): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let index = 0; moving || index < 50; index += 1)
        ids.push((await untilPaid(organization, `moving-${index}`, 20 + index)).body.id);
      return ids;
    };
    const paying = organizations().map(payAll);
    try {
      await asAdministrator(world.addresses().ownerUrl, async (client) => {
        await client.query("select citus_add_node($1, $2)", [to.host, to.port]);
        await client.query("select replicate_reference_tables()");
        for (const { organizationId } of organizations()) await client.query(MOVE, [organizationId, to.host, to.port]);
      });
    } finally {
      moving = false;
    }
    const paid = await Promise.all(paying);
    for (const [index, organization] of organizations().entries()) {
      assert.equal(await workerPortOf(world.owner(), organization.organizationId), to.port);
      const counted = await countPayments(world.owner(), organization.organizationId);
      const ids = new Set(paid[index]);
      assert.equal(ids.size, paid[index]?.length, "each key has its own payment");
      assert.equal(Number(counted.payments - (before[index]?.payments ?? 0n)), ids.size);
    }
    await booksBalance();
    await runJobs();
    await booksBalance();
  });

  /** Hands over, fans out, seals: background work finds its organizations on all workers. */
  async function runJobs(): Promise<void> {
    await runUntilIdle(world.app.jobs);
    const waiting = await world.service.database.one<{ rows: bigint }>(sql`select count(*) as rows from outbox`);
    assert.equal(waiting.rows, 0n);
  }
});
