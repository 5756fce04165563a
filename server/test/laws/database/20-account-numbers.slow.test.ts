import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findEmbeddedBeside } from "#kernel/embedded/open-embedded.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { putEmbeddedDatabase } from "../../kit/databases/databases.ts";
import { byteColumns, damageOne, notSealed } from "../../kit/databases/sealed-columns.queries.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import {
  type Demo,
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../kit/servers/server-process.ts";
import { type ApiClient, apiClient } from "../../kit/service/client.ts";
import { bursar } from "../../kit/service/command.ts";
import { roundsOf } from "../../kit/service/test-service.ts";

/**
 * Law 20: known account numbers are entered through the API; then every file of the data folder (including the database,
 * its WAL, and its log), all output, and everything sent is searched for them. Keys rotate while the service runs.
 */

describe("account numbers", { timeout: 300_000 }, () => {
  const random = seeded(testSeed("law 20"));
  const count = roundsOf({ full: 500, ordinary: 16 });
  // Long enough not to occur by chance among IDs and amounts.
  const numbers = Array.from(
    { length: count },
    () => `77${Array.from({ length: 13 }, () => Math.floor(random() * 10)).join("")}`,
  );
  const received: string[] = [];
  let receiver: Server;
  let dataDir: string;
  let server: ServerProcess;
  let demo: Demo;
  let client: ApiClient;
  const environment = { BURSAR_LOG_LEVEL: "debug" };

  before(async () => {
    receiver = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        received.push(JSON.stringify(request.headers) + body);
        response.end();
      });
    }).listen(0, "127.0.0.1");
    dataDir = await temporaryFolder();
    await putEmbeddedDatabase(dataDir);
    server = await startServer({ dataDir, environment });
    demo = await server.demo();
    client = apiClient(server.url, demo.tokens.readWrite);
  });
  after(async () => {
    client.close();
    await server.stop();
    receiver.close();
    await removeFolder(dataDir);
  });

  const ids: string[] = [];
  const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
  const account = () => demo.accounts.find((candidate) => candidate.kind === "checking")?.id ?? "";

  async function addRecipient(index: number, entered: object): Promise<string> {
    const created = await client.post("/recipients", {
      name: `Payee ${index}`,
      emails: [],
      idempotencyKey: `payee-${index}`,
      ...entered,
    });
    assert.equal(created.status, 200, JSON.stringify(created.body));
    return created.body.id;
  }

  /** The recipient enters the number on the invite page, first mistyped, and also as part of an IBAN. */
  async function answerInvite(index: number, entered: object): Promise<string> {
    const invited = await client.post("/recipients/invites", {
      name: `Payee ${index}`,
      contactEmail: "payee@example.com",
      paymentMethods: ["ach", "domesticWire", "internationalWire"],
      requireTaxDocument: false,
      sendEmail: false,
    });
    const iban = ibanAround(numbers[index] ?? "");
    const answer = (given: string) =>
      client.post(`/invites/${invited.body.id}`, {
        ...entered,
        internationalWireRoutingInfo: { iban: given, swiftCode: "COBADEFF", bankName: "Commerzbank" },
      });
    const mistyped = await answer(`${iban}1`);
    assert.equal(mistyped.status, 400);
    assert.ok(!JSON.stringify(mistyped.body).includes(numbers[index] ?? "-"));
    assert.equal((await answer(iban)).status, 204);
    return (await client.get(`/recipients/invites/${invited.body.id}`)).body.recipientId;
  }

  test("are stored, used, changed, refused, paid to, and sent by webhook", async () => {
    const { port } = receiver.address() as AddressInfo;
    assert.equal((await client.post("/webhooks", { url: `http://127.0.0.1:${port}/` })).status, 200);
    for (const [index, accountNumber] of numbers.entries()) {
      const details = { accountNumber, routingNumber: "021000021", address };
      const entered =
        index % 2
          ? { domesticWireRoutingInfo: details }
          : { electronicRoutingInfo: { ...details, electronicAccountType: "personalChecking" } };
      const recipientId = await (index % 3 === 1 ? answerInvite : addRecipient)(index, entered);
      ids.push(recipientId);
      const paymentMethod = index % 2 ? "domesticWire" : index % 4 ? "ach" : "realTimePayment";
      const paid = await client.post(`/account/${account()}/transactions`, {
        recipientId,
        amount: (100 + index) / 100,
        paymentMethod,
      });
      assert.equal(paid.status, 200, JSON.stringify(paid.body));
    }
    // Where the number is refused, it must not be returned or logged.
    const [number] = numbers;
    const refusals = [
      await client.post("/recipients", {
        name: "x",
        emails: [],
        electronicRoutingInfo: {
          accountNumber: number,
          routingNumber: "021000022",
          electronicAccountType: "personalChecking",
          address,
        },
      }),
      await client.post("/recipients", {
        name: "x",
        emails: [],
        electronicRoutingInfo: {
          accountNumber: `${number}-${number}`,
          routingNumber: "021000021",
          electronicAccountType: "personalChecking",
          address,
        },
      }),
      await client.post(`/recipient/${ids[0]}`, {
        domesticWireRoutingInfo: {
          accountNumber: number,
          routingNumber: "021000021",
          address: { ...address, country: number },
        },
      }),
      await client.post("/recipients", { name: "x", emails: [], idempotencyKey: "payee-0" }),
    ];
    for (const refusal of refusals) {
      assert.ok(refusal.status === 400 || refusal.status === 409, JSON.stringify(refusal.body));
      assert.ok(!JSON.stringify(refusal.body).includes(number ?? "-"), JSON.stringify(refusal.body));
    }
    assert.equal((await client.post("/sandbox/clock/advance", { hours: long ? 120 : 48 })).status, 200);
    assert.equal((await client.get(`/transactions?limit=1000`)).status, 200);
  });

  test("are returned only to tokens that may read recipients", async () => {
    const whole = await client.get(`/recipient/${ids[0]}`);
    assert.equal(whole.body.electronicRoutingInfo.accountNumber, numbers[0]);
    const reader = apiClient(server.url, demo.tokens.requestOnly);
    assert.ok(!JSON.stringify((await reader.get("/transactions?limit=1000")).body).includes(numbers[0] ?? "-"));
    reader.close();
  });

  let rotatedColumns: readonly string[];

  test("keys rotate while the service runs", async () => {
    let asked = 0;
    let rotating = true;
    const asking = (async () => {
      while (rotating) {
        const index = asked % ids.length;
        const answer = await client.get(`/recipient/${ids[index]}`);
        const info = answer.body.electronicRoutingInfo ?? answer.body.domesticWireRoutingInfo;
        assert.equal(answer.status, 200);
        assert.equal(info.accountNumber, numbers[index]);
        asked += 1;
        await sleep(20);
      }
    })();
    const rotated = await bursar(["key", "rotate", "--json"], { dataDir, environment });
    rotating = false;
    await asking;
    assert.equal(rotated.exitCode, 0, rotated.output + rotated.errors);
    assert.ok(asked > 0);
    rotatedColumns = JSON.parse(rotated.output).organizations[0].columns.map(
      ({ column }: { column: string }) => column,
    );
    for (const [index, id] of ids.entries()) {
      const { body } = await client.get(`/recipient/${id}`);
      assert.equal((body.electronicRoutingInfo ?? body.domesticWireRoutingInfo).accountNumber, numbers[index]);
    }
    const replay = await client.post("/recipients", {
      name: "Payee 0",
      emails: [],
      idempotencyKey: "payee-0",
      electronicRoutingInfo: {
        accountNumber: numbers[0],
        routingNumber: "021000021",
        address,
        electronicAccountType: "personalChecking",
      },
    });
    assert.equal(replay.headers["idempotent-replayed"], "true", "stored responses can be decrypted with the new key");
  });

  test("a value that cannot be read is reported, with exit code 1", async () => {
    const beside = await findEmbeddedBeside(dataDir);
    const connection = openPostgres({ url: beside?.url ?? "", poolSize: 1 });
    const columns = (await byteColumns(connection)).map(({ name }) => name);
    assert.deepEqual(
      [...rotatedColumns, ...Object.keys(notSealed)].sort(),
      columns.sort(),
      "the command knows them all",
    );
    await damageOne(connection, demo.organizationId as OrganizationId, "accounts.account_number");
    await connection.close();
    await beside?.close();
    const rotated = await bursar(["key", "rotate"], { dataDir, environment });
    assert.equal(rotated.exitCode, 1);
    assert.match(rotated.output, /COULD NOT BE READ[\s\S]*1 value in accounts\.account_number/);
  });

  test("never appear in files, the WAL, the output, or webhooks", async () => {
    // Which flushes the database to its files.
    await server.stop();
    let searched = 0;
    for (const path of await filesBelow(dataDir)) {
      const content = await readFile(path, "latin1").catch(() => "");
      searched += content.length;
      const found = numbers.find((number) => content.includes(number));
      assert.equal(found, undefined, `${path} contains an account number`);
    }
    assert.ok(searched > 10_000_000, `only ${searched} bytes were searched`);
    assert.ok(received.length > numbers.length, "webhooks arrived");
    const sentText = server.output() + received.join("\n");
    assert.equal(
      numbers.find((number) => sentText.includes(number)),
      undefined,
    );
  });
});

/** A German IBAN that ends with the fifteen-digit number (ISO 13616: the remainder modulo 97 is 1). */
function ibanAround(number: string): string {
  const domestic = `370${number}`;
  const checkDigits = 98n - (BigInt(`${domestic}131400`) % 97n);
  return `DE${String(checkDigits).padStart(2, "0")}${domestic}`;
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = names.map((name) => join(folder, name));
  const kinds = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_, index) => kinds[index]?.isFile());
}
