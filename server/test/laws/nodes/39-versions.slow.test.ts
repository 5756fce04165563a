import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { version } from "#kernel/process/version.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import type { App } from "#main/app.ts";
import { migrationFolder } from "../../kit/migrations/migration-folder.ts";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { checksumOfAllTables } from "../../kit/service/traces.ts";

/**
 * Law 39, versions: during an upgrade, nodes of two versions serve one database. A migration that only adds disturbs
 * neither. After one that removes something, the older node refuses all work clearly, before it fails or does harm, and
 * clients that retry find the newer node. What cannot serve the schema does not start and changes nothing.
 */
const NEXT = "99.0.0";
const EXPANSION = "9001_expansion.sql";
const REMOVAL = "9002_removal.sql";

type Reply = Awaited<ReturnType<typeof inject>>;

const world = await openWorldOfFile();

describe("nodes of two versions (PostgreSQL server)", () => {
  let organization: TestOrganization;
  let newer: App;
  let older: App;
  /** The same version as `older`, and nobody asks it anything before it looks at the schema unasked. */
  let idle: App;
  const logged: unknown[] = [];

  before(async () => {
    newer = await world.anotherNode({ ownVersion: NEXT });
    const onError = (...line: unknown[]) => void logged.push(line.at(-1));
    older = await world.anotherNode({ onError });
    idle = await world.anotherNode({ onError });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
  });

  const pay = (node: App, index: number) =>
    inject(
      node,
      organization.token,
      payment(organization, {
        amount: index,
        paymentMethod: "realTimePayment",
        idempotencyKey: `versions-${index}`,
      }),
    );
  const readiness = async (node: App) => {
    const { statusCode, body } = await node.api.inject({ url: "/readyz" });
    return `${statusCode} ${JSON.parse(body).reasons?.join() ?? ""}`.trim();
  };
  const apply = async (name: string, text: string) => {
    const folder = await migrationFolder({ [name]: text });
    const { applied } = await migrate(world.owner(), { folder: folder.path }).finally(folder.remove);
    assert.deepEqual(applied, [name]);
  };
  const owner = (text: string) => world.owner().run({ text, values: [] });
  const workOf = async (node: App): Promise<number> => {
    let done = 0;
    for (const job of node.jobs) done += await job.run();
    return done;
  };

  test("a migration that adds something disturbs neither", async () => {
    await apply(EXPANSION, "alter table transactions add column test_label text;");
    for (const [index, node] of [older, newer].entries()) {
      assert.equal((await pay(node, index + 1)).status, 200);
      assert.equal(await readiness(node), "200");
    }
    assert.ok((await workOf(older)) > 0, "it works in the background, too");
    assert.deepEqual(logged, []);
  });

  test("after a removal, the older node answers 503 and works no more, and the newer serves on", async () => {
    const acknowledged = await pay(older, 3);
    assert.equal(acknowledged.status, 200);
    await apply(
      REMOVAL,
      `-- serves from: ${NEXT}\n\nalter table category_rules rename column position to test_position;`,
    );

    const needed = `it needs Bursar ${NEXT} or newer, and this is ${version()}. Deploy ${NEXT} or newer.`;
    const problem = `A newer version has changed the database: ${needed}`;
    assertPutOff(await inject(older, organization.token, { url: "/category-rules" }));
    assert.deepEqual(logged.splice(0), [problem], "it is no defect of this node, and the log says so once");
    assertPutOff(await pay(older, 4));
    assert.equal(await readiness(older), `503 ${problem}`);
    for (const url of ["/healthz", "/metrics"]) assert.equal((await older.api.inject({ url })).statusCode, 200, url);

    await idle.schemaWatch.job.run();
    assertPutOff(await pay(idle, 5));
    assert.equal(await workOf(idle), 0);
    assert.equal(await workOf(older), 0);
    assert.deepEqual(logged.splice(0), [problem]);

    assert.equal(await readiness(newer), "200");
    assert.equal((await pay(newer, 3)).body.id, acknowledged.body.id, "a client that retries gets its first answer");
    assert.equal((await pay(newer, 4)).status, 200);
    const handOver = newer.jobs.find(({ name }) => name === "hand-over");
    assert.ok(((await handOver?.run()) ?? 0) > 0, "there was work");
  });

  test("neither one that is too old nor one that is too new starts, and both change nothing", async () => {
    const addresses = world.addresses();
    const dataDir = await temporaryFolder();
    const before = await checksumOfAllTables(world.owner());
    const refused = async (says: RegExp, url: string) => {
      const environment = { DATABASE_URL: url, BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64") };
      const { exitCode, output, errors } = await bursarHere(["serve"], { dataDir, environment });
      assert.deepEqual([exitCode, output], [1, ""]);
      assert.match(errors, says);
      assert.equal(errors.trim().split("\n").length, 1, errors);
    };
    try {
      const tooOld = /^A newer version has changed the database: it needs Bursar 99\.0\.0 or newer, .* Deploy 99\.0\.0/;
      await refused(tooOld, addresses.url);
      await refused(tooOld, addresses.ownerUrl);
      assert.deepEqual(await checksumOfAllTables(world.owner()), before);

      // As if this version had one migration more.
      await owner("update schema_migrations set version = -2 where version = 2");
      const behind = await checksumOfAllTables(world.owner());
      await refused(
        /^The database has pending migrations \(0002_\w+\.sql\)\. Run bursar migrate first, as the owner of the tables\.$/m,
        addresses.url,
      );
      assert.deepEqual(await checksumOfAllTables(world.owner()), behind);
    } finally {
      await owner("update schema_migrations set version = 2 where version = -2");
      await removeFolder(dataDir);
    }
  });

  test("a node whose schema fits again serves again, without a restart", async () => {
    await owner("alter table category_rules rename column test_position to position");
    await owner("update schema_migrations set serves_from = null where version = 9002");
    assertPutOff(await pay(older, 5));
    await older.schemaWatch.job.run();
    assert.equal((await pay(older, 5)).status, 200);
    assert.equal(await readiness(older), "200");
  });
});

function assertPutOff({ status, body, headers }: Reply): void {
  assert.equal(`${status} ${body.errors?.errorCode}`, "503 serviceUnavailable");
  assert.ok(Number(headers["retry-after"]) >= 1, "with Retry-After");
}
