import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { findSetupCode } from "#administration/setup/setup.ts";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { apiClient } from "../../kit/service/client.ts";
import { bursar, bursarHere } from "../../kit/service/command.ts";
import { openWorld, type TestWorld } from "../../kit/service/full-app.ts";
import { setUpOverHttp } from "../../kit/service/set-up.ts";
import { browse } from "../../kit/worlds/people.ts";

/**
 * The first start of a service: it has no users, and the operator, who can read its output, creates the organization.
 */
describe("set up a service", () => {
  let world: TestWorld;
  beforeEach(async () => {
    world = await openWorld();
  });
  afterEach(() => world.close());

  const printed = async () =>
    (await findSetupCode({ ...world.service, machineClock: world.clock })) ?? assert.fail("a code is printed");
  const body = (code: string, more: object = {}) => ({
    code,
    organizationName: "Acme, Inc.",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "Ada@Example.com",
    password: "three herons above the weir",
    ...more,
  });
  const setUp = (code: string, more: object = {}, app = world.app) =>
    browse(app, { url: "/setup", body: body(code, more) });
  const isNeeded = async () => (await browse(world.app, { url: "/setup" })).body.needed;

  test("the printed code creates the organization and its administrator, once", async () => {
    assert.equal(await isNeeded(), true);
    const { code, expiresAt } = await printed();
    assert.match(code, /^[A-HJ-NP-Z2-9]{7}-[A-HJ-NP-Z2-9]{7}-[A-HJ-NP-Z2-9]{7}$/);
    assert.ok(expiresAt.getTime() - world.clock.now().getTime() <= DAY_MS + HOUR_MS);
    assert.equal((await setUp(code, { password: "password1234" })).body.errors.fields[0].path, "password");
    assert.equal((await setUp(code, { organizationName: " " })).body.errors.fields[0].path, "organizationName");
    assert.equal((await setUp(code, { email: "nobody" })).body.errors.fields[0].path, "email");
    assert.equal(await isNeeded(), true, "a refused attempt creates nothing");
    const done = await setUp(code.toLowerCase().replaceAll("-", " "));
    assert.equal(done.status, 201, done.text);
    const self = await browse(world.app, { url: "/session", cookie: done.cookie });
    assert.deepEqual(
      [self.body.user.email, self.body.user.role, self.body.organization.legalBusinessName],
      ["ada@example.com", "administrator", "Acme, Inc."],
    );
    assert.equal(await isNeeded(), false);
    assert.equal((await setUp(code)).code, "setupDone");
    assert.equal(await findSetupCode({ ...world.service, machineClock: world.clock }), undefined);
    const rows = await world.service.database.many<{ action: string }>({
      text: "select action from audit_log order by audit_id",
      values: [],
    });
    assert.deepEqual(
      rows.map(({ action }) => action),
      ["organization.create", "user.create", "session.create"],
    );
  });

  test("any process accepts the code; of many concurrent attempts, one succeeds", async () => {
    const { code } = await printed();
    const apps = [world.app, await world.anotherNode()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        setUp(code, { email: `ada-${at}@example.com` }, apps[at % apps.length] ?? world.app),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 1, statuses.join());
    for (const answer of answers.filter(({ status }) => status !== 201))
      assert.ok(["setupDone", "tooManySignIns"].includes(answer.code ?? ""), answer.text);
  });

  test("refuses a wrong code, another service's, or yesterday's, and limits guessing", async () => {
    const { code } = await printed();
    const other = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
    assert.equal((await setUp(other)).code, "setupCodeRefused");
    assert.equal((await setUp("x")).code, "setupCodeRefused");
    world.clock.set(plusMs(world.clock.now(), DAY_MS + HOUR_MS));
    assert.equal((await setUp(code)).code, "setupCodeRefused");
    const fresh = (await printed()).code;
    // The hours at the front can be changed, but not the hash after them.
    assert.equal((await setUp(fresh.slice(0, 5) + code.slice(5))).code, "setupCodeRefused");
    for (let count = 0; count < 3; count += 1) assert.equal((await setUp("y")).code, "setupCodeRefused");
    assert.equal((await setUp(fresh)).code, "tooManySignIns");
    assert.equal(await isNeeded(), true);
  });

  test("refuses a setup from another site's page", async () => {
    const { code } = await printed();
    const headers = { origin: "https://evil.example" };
    const forged = await browse(world.app, { url: "/setup", body: body(code), headers });
    assert.equal(forged.code, "crossOriginRefused");
  });
});

describe("a service started in production", () => {
  let database: FreshDatabase;
  let dataDir: string;
  let environment: Readonly<Record<string, string>>;
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    database = await freshDatabase();
    dataDir = await temporaryFolder();
    environment = {
      BURSAR_MODE: "production",
      DATABASE_URL: database.url,
      BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      PUBLIC_URL: "https://pay.example.com",
    };
    server = undefined;
  });
  afterEach(async () => {
    await server?.stop();
    await database.drop();
    await removeFolder(dataDir);
  });

  test("prints the code and where to use it, until it is used", async () => {
    server = await startServer({ dataDir, environment });
    const answer = await setUpOverHttp(server);
    assert.equal(answer.status, 201, `${await answer.text()}\n${server.output()}`);
    assert.match(
      answer.headers.get("set-cookie") ?? "",
      /^__Host-bursar_session=\S{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict(, |$)/,
    );
    await server.stop();
    server = await startServer({ dataDir, environment });
    await server.stop();
    assert.ok(!server.output().includes("with this code"), server.output());
  });

  test("a new organization opens an account, funds it, and pays a recipient", async () => {
    server = await startServer({ dataDir, environment });
    const signedIn = await setUpOverHttp(server);
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const command = async (args: readonly string[], input?: string) => {
      const options = { dataDir, environment };
      const ran = await (input === undefined
        ? bursarHere([...args, "--json"], options)
        : bursar([...args, "--json"], { ...options, input }));
      assert.equal(ran.exitCode, 0, ran.errors);
      return JSON.parse(ran.output);
    };
    const { accountId, openingTransactionId } = await command(
      ["account", "open", "Operating", "--routing-number", "021000021", "--opening-balance", "2500"],
      "4000012345\n",
    );
    const { token } = await command(["token", "create", "--kind", "read-write", "--allow-ip", "127.0.0.1"]);
    const client = apiClient(server.url, token);
    const recipient = await client.post("/recipients", {
      name: "Lone Oak LLC",
      emails: [],
      electronicRoutingInfo: {
        accountNumber: "123456789",
        routingNumber: "021000021",
        electronicAccountType: "businessChecking",
        address: { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
      },
    });
    const instruction = {
      recipientId: recipient.body.id,
      amount: 1_000,
      paymentMethod: "ach",
      idempotencyKey: "first",
    };
    const paid = await client.post(`/account/${accountId}/transactions`, instruction);
    assert.equal(paid.status, 200, JSON.stringify([recipient.body, paid.body]));

    // What the administrator sees.
    const seen = async (path: string) =>
      JSON.parse(await (await fetch(`${server?.url}${path}`, { headers: { cookie } })).text());
    const account = await seen(`/account/${accountId}`);
    assert.deepEqual(
      [account.name, account.accountNumber, account.currentBalance, account.availableBalance],
      ["Operating", "••••2345", 2_500, 1_500],
    );
    const { transactions } = await seen("/transactions");
    const shown = transactions.map((transaction: Record<string, unknown>) => [
      transaction["id"],
      transaction["kind"],
      transaction["amount"],
      transaction["status"],
      transaction["bankDescription"],
    ]);
    assert.deepEqual(shown, [
      [openingTransactionId, "externalTransfer", 2_500, "sent", "Opening balance"],
      [paid.body.id, "outgoingPayment", -1_000, "pending", "ACH payment to Lone Oak LLC"],
    ]);
    const { entries } = await seen("/audit");
    const acts = entries.map(
      (entry: { action: string; actor: { type: string } }) => `${entry.action} ${entry.actor.type}`,
    );
    for (const act of ["account.open operator", "deposit.create operator"])
      assert.ok(acts.includes(act), `${act} is among ${acts.join(", ")}`);
    client.close();
  });
});
