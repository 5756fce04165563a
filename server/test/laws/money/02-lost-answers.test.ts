import assert from "node:assert/strict";
import { Agent, request as httpRequest } from "node:http";
import { before, describe, test } from "node:test";
import { countPayments } from "../../kit/databases/count.queries.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 2: the answer is lost after the commit; a retry with the same key results in exactly one payment. */

describe("a response lost in transit", () => {
  let address: string;
  const random = seeded(testSeed("law 2"));
  before(async () => {
    await organization.deposit(organization.accountId, 10_000_000_00n);
    address = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
  });

  test("the retry returns the answer, and there is one payment per key", { timeout: 300_000 }, async () => {
    const losses = long ? 500 : 20;
    for (let index = 0; index < losses; index += 1) {
      const body = { ...payment(organization).body, amount: (index + 1) / 100, idempotencyKey: `lost-${index}` };
      await sendAndHangUp(`${address}${payment(organization).url}`, body);
      // The connection is lost; the payment may be decided, in progress, or never have arrived.
      const retry = await send(`${address}${payment(organization).url}`, body);
      const again = await send(`${address}${payment(organization).url}`, body);
      assert.equal(retry.status, 200, retry.text);
      assert.equal(again.text, retry.text);
      assert.equal(again.replayed, "true");
    }
    const { payments, keys } = await countPayments(world.service.database, organization.organizationId);
    assert.deepEqual({ payments, keys }, { payments: BigInt(losses), keys: BigInt(losses) });
  });

  const options = () => ({
    method: "POST",
    agent: new Agent({ keepAlive: false }),
    headers: { authorization: `Bearer ${organization.token}`, "content-type": "application/json" },
  });

  function sendAndHangUp(url: string, body: unknown): Promise<void> {
    return new Promise((resolve) => {
      const outgoing = httpRequest(url, options());
      outgoing.on("error", () => undefined);
      outgoing.on("close", () => resolve());
      // Resolves at the answer's first byte, or earlier if the socket is destroyed at once.
      outgoing.on("response", (response) => response.destroy());
      outgoing.end(JSON.stringify(body), () => {
        if (random() < 0.5) setTimeout(() => outgoing.destroy(), random() * 6);
      });
    });
  }

  function send(url: string, body: unknown): Promise<{ status: number; text: string; replayed: unknown }> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(url, options(), (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text, replayed: response.headers["idempotent-replayed"] }),
        );
      });
      outgoing.on("error", reject);
      outgoing.end(JSON.stringify(body));
    });
  }
});
