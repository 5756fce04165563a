import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { type Receiver, startReceiver } from "./webhooks.ts";

const SECRET = "whsec_c2VjcmV0";
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  receiver.accept(SECRET);
});
afterEach(() => receiver.close());

const event = (id: string, more: object = {}) => ({
  id,
  resourceType: "transaction",
  resourceId: "tx",
  operationType: "update",
  mergePatch: { status: "sent" },
  ...more,
});

interface Delivery {
  readonly secret?: string;
  readonly at?: number;
}

async function deliver(content: object, { secret = SECRET, at = Date.now() }: Delivery = {}): Promise<number> {
  const body = JSON.stringify(content);
  const seconds = Math.floor(at / 1_000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = { "mercury-signature": `t=${seconds},v1=${signature}` };
  return (await fetch(receiver.url, { method: "POST", body, headers })).status;
}

const { next, clear, received } = {
  next: (...given: Parameters<Receiver["webhooks"]["next"]>) => receiver.webhooks.next(...given),
  clear: () => receiver.webhooks.clear(),
  received: () => receiver.webhooks.received(),
};
const ids = () => received().map(({ id }) => id);

test("returns each event once, whether it came before or comes after", async () => {
  assert.equal(await deliver(event("a")), 204);
  const first = await next("transaction.updated");
  const second = next("transaction.updated");
  await deliver(event("b"));
  assert.deepEqual([first.id, (await second).id], ["a", "b"]);
  await assert.rejects(next("transaction.updated", { timeoutMs: 20 }), /was delivered within 20 ms/);
});

test("counts a delivery that is repeated once", async () => {
  for (const _attempt of [1, 2]) assert.equal(await deliver(event("a")), 204);
  assert.deepEqual(ids(), ["a"]);
});

test("finds the event that has the members, or of which the function says so", async () => {
  await deliver(event("a", { mergePatch: { status: "pending" } }));
  await deliver(event("b", { resourceId: "other", mergePatch: { status: "sent", note: null } }));
  const sent = await next("transaction.updated", { where: { mergePatch: { status: "sent" } } });
  const pending = await next("transaction.updated", { where: ({ resourceId }) => resourceId === "tx" });
  assert.deepEqual([sent.id, pending.id], ["b", "a"]);
});

test("tells creations, updates, and balances apart", async () => {
  await deliver(event("a", { operationType: "create" }));
  await deliver(event("b", { resourceType: "checkingAccount" }));
  assert.equal((await next("transaction.created")).id, "a");
  assert.equal((await next("checkingAccount.balance.updated")).id, "b");
});

test("says what was delivered instead, and what is usually missing", async () => {
  await deliver(event("a"));
  const error = await next("transaction.created", { where: { resourceId: "mine" }, timeoutMs: 20 }).catch(String);
  assert.match(String(error), /No transaction\.created where \{"resourceId":"mine"\} was delivered within 20 ms/);
  assert.match(String(error), /transaction\.updated tx \{"status":"sent"\}/);
  assert.match(String(error), /bursar\.clock\.advance/);
});

for (const [what, how] of [
  ["signed with another secret", { secret: "whsec_b3RoZXI=" }],
  ["signed ten minutes ago", { at: Date.now() - 600_000 }],
  ["signed in ten minutes", { at: Date.now() + 600_000 }],
] as const)
  test(`refuses a delivery that is ${what}, and says so`, async () => {
    assert.equal(await deliver(event("a"), how), 400);
    await assert.rejects(next("transaction.updated", { timeoutMs: 20 }), /1 deliveries had no valid signature/);
    assert.deepEqual(ids(), []);
  });

test("refuses a delivery without a signature", async () => {
  assert.equal((await fetch(receiver.url, { method: "POST", body: JSON.stringify(event("a")) })).status, 400);
});

test("after a reset, what was delivered before is gone, and waiting tests fail", async () => {
  await deliver(event("a"));
  const waits = next("transaction.created");
  receiver.ignore();
  await assert.rejects(waits, /The service was reset/);
  assert.equal(await deliver(event("late")), 204, "it is not sent again");
  clear();
  receiver.accept("whsec_bmV3");
  assert.equal(await deliver(event("old")), 400);
  assert.equal(await deliver(event("new"), { secret: "whsec_bmV3" }), 204);
  assert.deepEqual(ids(), ["new"]);
});

test("waiting tests fail when the service is stopped", async () => {
  const waits = next("transaction.created");
  await receiver.close();
  await assert.rejects(waits, /The service was stopped/);
  receiver = await startReceiver();
});

test("without an endpoint, there is nothing to wait for", async () => {
  const other = await startReceiver();
  await assert.rejects(other.webhooks.next("transaction.created"), /webhooks: false/);
  await other.close();
});
