import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { App } from "#main/app.ts";
import { type FaultyLink, openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/**
 * Law 39, a node cut off from the database: its packets disappear, so nothing says that the connection is gone. Its
 * requests get 503 with Retry-After after seconds, other nodes serve on, and it serves again without a restart. What
 * arrives at the database late is not done twice.
 */
const REQUESTS = 12;
/** Below the 35 seconds after which a statement is given up whatever the server says. */
const ANSWERED_MS_MAX = 25_000;

type Reply = Awaited<ReturnType<typeof inject>>;

describe("a node cut off from the database (PostgreSQL server)", () => {
  let world: TestWorld;
  let link: FaultyLink;
  let cutOff: App;
  let organization: TestOrganization;
  const errors = new Set<unknown>();

  before(async () => {
    world = await openWorld();
    const url = new URL(world.addresses().url);
    link = await openFaultyLink(Number(url.port || "5432"), url.hostname);
    [url.hostname, url.port] = ["127.0.0.1", `${link.port}`];
    // Its background work loses the database, too, and says so.
    cutOff = await world.anotherNode({
      url: url.toString(),
      work: true,
      onError: (...line: unknown[]) => void errors.add(line.at(-1)),
    });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
  });
  after(async () => {
    link.heal();
    await world.close();
    await link.close();
  });

  const pay = (node: App, index: number) =>
    inject(node, organization.token, payment(organization, { amount: index, idempotencyKey: `cut-off-${index}` }));
  const statusAt = async (node: App, url: string) => (await node.api.inject({ url })).statusCode;

  test("it answers 503 after seconds, others go on, and it recovers", { timeout: 180_000 }, async (t) => {
    const numbers = Array.from({ length: REQUESTS }, (_, index) => index + 1);
    // Connections and caches exist before the fault.
    assert.equal((await pay(cutOff, 100)).status, 200);

    link.hold();
    const startedAt = performance.now();
    const waiting = [
      ...numbers.map((index) => pay(cutOff, index)),
      inject(cutOff, organization.token, { url: "/transactions?limit=5" }),
    ];
    assert.equal((await pay(world.app, 101)).status, 200, "another node pays meanwhile");
    assert.equal(await statusAt(cutOff, "/healthz"), 200, "the process is alive, so nobody restarts it");
    const answers = await Promise.all(waiting);
    const tookMs = Math.round(performance.now() - startedAt);
    t.diagnostic(`503 after at most ${tookMs} ms`);
    for (const answer of answers) assertPutOff(answer);
    assert.ok(tookMs < ANSWERED_MS_MAX, `${tookMs} ms`);

    const [again, ready] = await Promise.all([pay(cutOff, 1), statusAt(cutOff, "/readyz")]);
    assertPutOff(again);
    assert.equal(ready, 503, "a proxy sends requests elsewhere");
    assert.equal(await statusAt(world.app, "/readyz"), 200);
    const outcome = await pay(world.app, 2);
    assert.equal(outcome.status, 200, "a client that retries gets its answer from another node");

    assert.deepEqual([...errors], ["background job failed"]);

    link.heal();
    await eventually("the node is ready again", async () => (await statusAt(cutOff, "/readyz")) === 200);
    const paid = await Promise.all(numbers.map((index) => pay(cutOff, index)));
    assert.deepEqual([...new Set(paid.map(({ status }) => status))], [200]);
    assert.equal(paid[1]?.body.id, outcome.body.id, "one payment per key, whichever node was asked");
    const list = await inject(world.app, organization.token, { url: "/transactions?limit=1000" });
    const amounts: number[] = list.body.transactions.map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(
      amounts.filter((amount) => amount < 0).sort((a, b) => b - a),
      [...numbers, 100, 101].map((index) => -index),
    );
  });
});

function assertPutOff({ status, body, headers }: Reply): void {
  assert.equal(`${status} ${body.errors?.errorCode}`, "503 serviceUnavailable");
  assert.ok(Number(headers["retry-after"]) >= 1, "with Retry-After");
}
