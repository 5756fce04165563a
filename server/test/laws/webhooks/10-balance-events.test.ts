import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { manualClock } from "#kernel/clock/clock.ts";
import { runWebhookFanOut } from "#reports/webhooks";
import { openReceiver, type Receiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { advance, eventsAt, openWebhookWorld, type WebhookWorld, WORLD_START } from "../../kit/worlds/webhook-world.ts";

/**
 * Law 10 for balances: an endpoint that names balance events receives the changes of each balance in versions without
 * gaps, each continuing where the one before ended, although the fan-out is killed and the receiver fails.
 */
const ROUNDS = long ? 120 : 6;
const MINUTE_MS = 60_000;

interface BalanceEvent {
  readonly id: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceVersion: number;
  readonly mergePatch: Readonly<Record<string, number>>;
  readonly previousValues: Readonly<Record<string, number>> | null;
}

describe("law 10, balance events", () => {
  it("arrive in order and without gaps, and end at the account's balance", async (t) => {
    const random = seeded(testSeed("law 10, balances"));
    const clock = manualClock(WORLD_START);
    const world = await openWebhookWorld(t, { clock });
    const savings = await world.newAccount("savings");
    const accounts = [world.accountId, savings, await world.newAccount("treasury")];
    let status = 200;
    const answers: number[] = [];
    const named = await openReceiver(t, (_, response) => {
      response.writeHead(status).end();
      answers.push(status);
    });
    const others = await openReceiver(t);
    const names = ["checking", "savings", "treasury"].map((kind) => `${kind}Account.balance.updated`);
    await world.call({ url: "/webhooks", body: { url: named.origin, eventTypes: names } });
    await world.call({ url: "/webhooks", body: { url: others.origin } });

    const balances = new Map(accounts.map((accountId) => [accountId, 0n]));
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each account gets a deposit: without one, it has no events.
      const accountId = accounts[round] ?? accounts[Math.floor(random() * accounts.length)] ?? savings;
      for (let deposits = Math.ceil(random() * 3); deposits > 0; deposits -= 1) {
        const amount = BigInt(1 + Math.floor(random() * 1_000));
        await world.deposit(amount, { accountId });
        balances.set(accountId, (balances.get(accountId) ?? 0n) + amount);
      }
      if (random() < 0.4) await killTheFanOut(world);
      status = random() < 0.4 ? 500 : 200;
      if (random() < 0.7) await advance(world, clock, { ms: MINUTE_MS, random });
    }
    status = 200;
    await advance(world, clock, { ms: 24 * 60 * MINUTE_MS, random });

    const accepted = (accountId: string) =>
      acceptedBy(named, answers).filter((event) => event.resourceId === accountId);
    for (const [accountId, balance] of balances) assertContinuous(accepted(accountId), Number(balance) / 100);
    const listed = (await world.call({ url: "/events?resourceType=savingsAccount" })).body.events;
    assert.deepEqual(listed, accepted(savings), "GET /events lists the same events");
    assert.ok(eventsAt(others).every((event) => event.resourceType === "transaction"));
  });
});

/** A process that dies just before it commits what it has fanned out. */
async function killTheFanOut({ service }: WebhookWorld): Promise<void> {
  const { database } = service;
  const dying: typeof database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await work(tx);
        throw new Error("killed");
      }),
  };
  const ignore = () => undefined;
  const log = { info: ignore, warn: ignore, error: ignore, debug: ignore };
  await runWebhookFanOut({ ...service, database: dying, log }).catch(ignore);
}

/** The events that the receiver accepted, each once, in the order of their first acceptance. */
function acceptedBy(receiver: Receiver, answers: readonly number[]): readonly BalanceEvent[] {
  const accepted = eventsAt(receiver).filter((_, index) => answers[index] === 200);
  return [...new Map(accepted.toReversed().map((event) => [event.id, event])).values()].toReversed();
}

function assertContinuous(events: readonly BalanceEvent[], balance: number): void {
  assert.deepEqual(
    events.map((event) => event.resourceVersion),
    events.map((_, index) => index + 1),
  );
  const shown: Record<string, number> = {};
  for (const { previousValues, mergePatch, resourceVersion } of events) {
    for (const [name, value] of Object.entries(previousValues ?? {}))
      assert.equal(shown[name], value, `version ${resourceVersion} continues the one before`);
    Object.assign(shown, mergePatch);
  }
  assert.equal(shown["availableBalance"], balance);
}
