/** Assertions are active in production: the request fails, its transaction rolls back, and the service continues. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { asOwner, type FreshDatabase, freshDatabase } from "../../kit/databases/databases.ts";
import { removeFolder, type ServerProcess, startServer, temporaryFolder } from "../../kit/servers/server-process.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { apiClient } from "../../kit/service/client.ts";
import { bursar } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { setUpOverHttp } from "../../kit/service/set-up.ts";

const recipient = {
  name: "Lone Oak LLC",
  emails: [],
  electronicRoutingInfo: {
    accountNumber: "123456789",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
    address: { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
  },
};

// Triggers make the database misbehave here.
const skip = await onSingleServer("its tables have no triggers");

describe("a service in production whose database behaves incorrectly", { skip }, () => {
  let database: FreshDatabase;
  let dataDir: string;
  let server: ServerProcess;
  let client: ReturnType<typeof apiClient>;
  let pay: (key: string) => Promise<string>;
  before(async () => {
    database = await freshDatabase();
    dataDir = await temporaryFolder();
    const environment = {
      NODE_ENV: "production",
      BURSAR_MODE: "production",
      DATABASE_URL: database.url,
      BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      PUBLIC_URL: "https://pay.example.com",
    };
    server = await startServer({ dataDir, environment });
    await setUp(server);
    const command = async (args: readonly string[], input = "") => {
      const ran = await bursar([...args, "--json"], { dataDir, environment, input });
      assert.equal(ran.exitCode, 0, ran.errors);
      return JSON.parse(ran.output);
    };
    const opening = ["account", "open", "Operating", "--routing-number", "021000021", "--opening-balance", "2500"];
    const { accountId } = await command(opening, "4000012345\n");
    const { token } = await command(["token", "create", "--kind", "read-write", "--allow-ip", "127.0.0.1"]);
    client = apiClient(server.url, token);
    const { body: payee } = await client.post("/recipients", recipient);
    let amount = 10;
    pay = async (idempotencyKey) => {
      amount += 1;
      const body = { recipientId: payee.id, amount, paymentMethod: "ach", idempotencyKey };
      const paid = await client.post(`/account/${accountId}/transactions`, body);
      assert.equal(paid.status, 200, JSON.stringify(paid.body));
      return paid.body.id;
    };
  });
  after(async () => {
    client.close();
    await server.stop();
    await database.drop();
    await removeFolder(dataDir);
  });

  const statusOf = async (id: string) => (await client.get(`/transaction/${id}`)).body.status;
  const failures = (rule: string) =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes("type=AssertionFailure") && line.includes(rule));

  test("a write that changes no row fails the request and logs the rule; the next request succeeds", async () => {
    const rule = "every payment moved from the status its lock showed";
    const id = await pay("first");
    await asOwner(database, "create function skip() returns trigger language plpgsql as 'begin return null; end'");
    await asOwner(database, "create trigger skip before update on transactions for each row execute function skip()");
    const failed = await client.post(`/transaction/${id}/cancel`, { idempotencyKey: "cancel" });
    assert.deepEqual([failed.status, failed.body.errors.errorCode], [500, "internalError"]);
    assert.ok(!JSON.stringify(failed.body).includes(rule), "the response does not name the rule");
    await eventually("the failure is logged", () => failures(rule).length > 0);
    assert.equal(failures(rule).length, 1, server.output());

    assert.equal(await statusOf(id), "pending");
    assert.equal(await statusOf(await pay("second")), "pending", "the same process continues");

    await asOwner(database, "drop function skip() cascade");
    const cancelled = await client.post(`/transaction/${id}/cancel`, { idempotencyKey: "cancel" });
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, "cancelled"], "no rows remain");
  });

  test("does not release a hold that is one cent off", async () => {
    const rule = "the amount posted, released, or reversed is that of the earlier entry";
    const id = await pay("third");
    const hold = (change: string) =>
      asOwner(
        database,
        `update ledger_entries set amount_minor = amount_minor ${change} where transaction_id = '${id}' and effect = 'hold'`,
      );
    await hold("- 1");
    const failed = await client.post(`/transaction/${id}/cancel`, { idempotencyKey: "off" });
    assert.equal(failed.status, 500);
    await eventually("the failure is logged", () => failures(rule).length > 0);
    assert.equal(failures(rule).length, 1, server.output());
    assert.equal(await statusOf(id), "pending");
    await hold("+ 1");
    assert.equal((await client.post(`/transaction/${id}/cancel`, { idempotencyKey: "off" })).status, 200);
  });
});

async function setUp(server: ServerProcess): Promise<void> {
  const answer = await setUpOverHttp(server);
  assert.equal(answer.status, 201, await answer.text());
}
