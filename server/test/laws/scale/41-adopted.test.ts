import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { DoctorFinding } from "#administration/doctor/finding.ts";
import { findUndistributed } from "#kernel/sql/citus/distribute.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { singleMaker } from "../../kit/databases/database-maker.ts";
import { QUICK_SETTINGS } from "../../kit/databases/postgres-server.ts";
import { asAdministrator, withDatabase } from "../../kit/databases/test-server.ts";
import { long } from "../../kit/faults/random.ts";
import {
  type CitusCluster,
  citusIsInstalled,
  INSTALL_CITUS,
  startCitusCluster,
} from "../../kit/servers/citus-cluster.ts";
import { leftBehind, placements, workerPortOf } from "../../kit/servers/cluster.queries.ts";
import { formCluster } from "../../kit/servers/cluster-databases.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { isClusterRun } from "../../kit/servers/single-server.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/** Fewer than connections, which the doctor should notice. */
const SETTINGS = { ...QUICK_SETTINGS, max_prepared_transactions: "100" };
const PAYMENTS = 10;

/** The servers and their empty tables take most of ten seconds of processor time. */
const skip = !citusIsInstalled()
  ? INSTALL_CITUS
  : long || (await isClusterRun())
    ? false
    : "it takes ten seconds: npm test -- --long, or --citus";

/** Law 41: a database that one server had becomes a cluster's with all of its rows, and payments go on. */
describe("a single server that becomes the coordinator of a Citus cluster", { skip }, () => {
  let cluster: CitusCluster;
  let world: TestWorld;
  let dataDir: string;
  const organizations: TestOrganization[] = [];

  before(async () => {
    dataDir = await temporaryFolder();
    cluster = await startCitusCluster({ workers: 2, settings: SETTINGS, formed: false });
    world = await openWorld({}, { server: cluster.url });
    for (let count = 0; count < 3; count += 1) {
      const organization = await world.newOrganization();
      await organization.deposit(organization.accountId, 1_000_00n);
      organizations.push(organization);
    }
  });
  after(async () => {
    await world?.close();
    cluster?.stop();
    await removeFolder(dataDir);
  });

  const pay = (app: TestWorld["app"], organization: TestOrganization, index: number) =>
    inject(app, organization.token, payment(organization, { amount: 1 + index, idempotencyKey: `payment-${index}` }));
  const bursar = (...args: readonly string[]) =>
    bursarHere(args, {
      dataDir,
      environment: {
        DATABASE_URL: world.addresses().ownerUrl,
        BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
        BURSAR_LOG_LEVEL: "silent",
      },
    });
  const doctorSays = async (): Promise<ReadonlyMap<string, DoctorFinding>> => {
    const findings: readonly DoctorFinding[] = JSON.parse((await bursar("doctor", "--json")).output);
    return new Map(findings.map((finding) => [finding.check, finding]));
  };
  const countAll = () =>
    Promise.all(organizations.map((organization) => countPayments(world.owner(), organization.organizationId)));

  it("keeps every payment, its keys, its audit chain, and nothing on the coordinator", async () => {
    const ids = new Map<string, string>();
    for (const organization of organizations)
      for (let index = 0; index < PAYMENTS; index += 1) {
        const paid = await pay(world.app, organization, index);
        assert.equal(paid.status, 200, paid.text);
        ids.set(`${organization.organizationId} ${index}`, paid.body.id);
      }
    // Half of the work is done by the single server, and half by the cluster.
    for (const job of world.app.jobs.slice(0, world.app.jobs.length / 2)) await runUntilIdle([job]);
    const before = await countAll();
    const { ownerUrl } = world.addresses();
    assert.equal((await doctorSays()).has("cluster"), false, "a single server");

    await asAdministrator(ownerUrl, (client) => client.query("create extension citus"));
    assert.match((await doctorSays()).get("cluster")?.found ?? "", /no worker/);
    const name = new URL(ownerUrl).pathname.slice(1);
    for (const worker of cluster.workers) await singleMaker(worker.url).create(name);
    await formCluster([ownerUrl, ...cluster.workers.map(({ url }) => withDatabase(url, name))]);
    assert.match((await doctorSays()).get("cluster")?.found ?? "", /tables and \d+ functions are not on the workers/);
    const pending = await findUndistributed(world.owner());
    const ofOrganizations = (await placements(world.owner())).filter((placement) => placement.of_organization);
    for (const { table } of ofOrganizations)
      if (table !== "rate_counts") assert.ok(pending.tables.includes(table), table);
    assert.ok(pending.withPolicies.length > 100 && pending.functions.length > 1);

    // Two processes that start at the same time.
    for (const migrated of await Promise.all([bursar("migrate"), bursar("migrate")]))
      assert.equal(migrated.exitCode, 0, migrated.errors);
    assert.deepEqual(await findUndistributed(world.owner()), { withPolicies: [], tables: [], functions: [] });
    assert.deepEqual(await leftBehind(world.owner()), { policies: 0, protected: 0, bytes: 0n });

    const node = await world.anotherNode();
    for (const organization of organizations) {
      const { organizationId } = organization;
      const port = await workerPortOf(world.owner(), organizationId);
      assert.ok(cluster.workers.some(({ url }) => new URL(url).port === `${port}`));
      for (let index = 0; index < PAYMENTS; index += 1) {
        const again = await pay(node, organization, index);
        assert.equal(again.body.id, ids.get(`${organizationId} ${index}`), "the same key is the same payment");
      }
    }
    assert.deepEqual(await countAll(), before);
    for (const organization of organizations) assert.equal((await pay(node, organization, PAYMENTS)).status, 200);
    await runUntilIdle(node.jobs);
    for (const check of ["ledger", "audit"]) {
      const verified = await bursar(check, "verify");
      assert.equal(verified.exitCode, 0, verified.output + verified.errors);
    }
  });

  it("has a doctor who examines the workers, too", async () => {
    const [first, second] = cluster.workers.map(({ url }) => `worker 127.0.0.1:${new URL(url).port}`);
    const healthy = await doctorSays();
    assert.equal(healthy.get("cluster")?.level, "ok");
    assert.match(healthy.get("cluster")?.found ?? "", /4 parts on .* \(2\), .* \(2\)\.$/);
    assert.equal(healthy.get("prepared transactions of the coordinator")?.level, "warning");
    for (const worker of [first, second]) {
      assert.match(healthy.get(`durability of ${worker}`)?.found ?? "", /fsync, .* are off/);
      for (const lacking of ["standby", "archive", "prepared transactions"])
        assert.equal(healthy.get(`${lacking} of ${worker}`)?.level, "warning", lacking);
    }
    cluster.workers[0]?.stop();
    const ill = await doctorSays();
    assert.equal(ill.get(first ?? "")?.level, "critical");
    assert.ok(ill.has(`standby of ${second}`), "the others are examined");
  });
});
