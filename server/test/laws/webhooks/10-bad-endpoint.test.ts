import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { present } from "#kernel/assert.ts";
import { systemClock } from "#kernel/clock/clock.ts";
import { startWorkers } from "#kernel/work/worker.ts";
import { createWebhookCourier, runWebhookFanOut } from "#reports/webhooks";
import { openReceiver, type Receiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { long } from "../../kit/faults/random.ts";
import { openWebhookWorld } from "../../kit/worlds/webhook-world.ts";

const GOOD_ENDPOINTS = 20;
/** Far longer than deliveries take, even on a busy machine. */
const DRAIN_MS = 180_000;
/** A bad endpoint that delays others does so every time; other work of the machine can slow one of the worlds once. */
const MEASUREMENTS = 4;

/**
 * The second half of law 10: one bad endpoint does not delay the good ones. A second world without a bad endpoint runs at
 * the same time. A busy machine slows both worlds; a bad endpoint could slow only one.
 */
describe("law 10: one bad endpoint among twenty good ones", () => {
  for (const [name, misbehave] of badReceivers()) {
    it(`${name}: the good ones get 95 of 100 events within a second, or as soon as without it`, async (t) => {
      const groups = [await openGroup(t, misbehave), await openGroup(t, undefined)] as const;
      const slow: string[] = [];
      for (let measurement = 0; measurement < MEASUREMENTS && slow.length === measurement; measurement += 1) {
        const [withBad, without] = await measure(groups);
        if (withBad >= Math.max(1_000, 2 * without)) slow.push(`${withBad} ms, and ${without} ms without the bad one`);
      }
      for (const group of groups) await group.stop();
      assert.ok(slow.length < MEASUREMENTS, `p95 is ${slow.join("; ")}`);
      assert.ok(groups[0].attemptsAtBad() > 0, "the bad one was tried");
    });
  }
});

type Group = Awaited<ReturnType<typeof openGroup>>;

/** The p95 of the delays in both worlds, of new events. */
async function measure(groups: readonly [Group, Group]): Promise<readonly [number, number]> {
  for (const group of groups) group.begin();
  const rounds = long ? 600 : 15;
  for (let round = 0; round < rounds; round += 1) {
    for (const group of groups) await group.deposit();
    await sleep(100);
  }
  const limit = performance.now() + DRAIN_MS;
  while (groups.some((group) => !group.isComplete()) && performance.now() < limit) await sleep(50);
  for (const group of groups) assert.ok(group.isComplete(), "every good endpoint got every event");
  return [groups[0].p95(), groups[1].p95()];
}

/** A world with its own workers, twenty good endpoints, and a bad one if given. */
async function openGroup(t: TestContext, misbehave: Misbehavior | undefined) {
  const world = await openWebhookWorld(t, { clock: systemClock });
  const bad = misbehave && (await openReceiver(t, misbehave));
  const good = await Promise.all(Array.from({ length: GOOD_ENDPOINTS }, () => openTimedReceiver(t)));
  for (const receiver of [...(bad ? [bad] : []), ...good.map((endpoint) => endpoint.receiver)])
    assert.equal((await world.call({ url: "/webhooks", body: { url: receiver.origin } })).status, 200);
  const courier = createWebhookCourier(world.service, world.sender);
  const workers = startWorkers(
    [
      { name: "fan-out", everyMs: 250, run: () => runWebhookFanOut(world.service) },
      { name: "courier", everyMs: 250, run: courier.run },
    ],
    world.service.log,
  );
  const committedAtMs = new Map<string, number>();
  const delays = (): readonly number[] =>
    good.flatMap(({ receivedAtMs }) =>
      [...committedAtMs].map(([id, at]) => (receivedAtMs.get(id) ?? Number.POSITIVE_INFINITY) - at),
    );
  return {
    begin: () => committedAtMs.clear(),
    deposit: async () => {
      committedAtMs.set(await world.deposit(100n), performance.now());
      workers.nudge();
    },
    isComplete: () => delays().every(Number.isFinite),
    p95: () => Math.round(present(delays().toSorted((a, b) => a - b)[Math.floor(delays().length * 0.95)], "a delay")),
    attemptsAtBad: () => bad?.requests.length ?? 0,
    stop: async () => {
      await workers.stop();
      await courier.finish();
    },
  };
}

type Misbehavior = Parameters<typeof openReceiver>[1];

function badReceivers(): readonly (readonly [string, Misbehavior])[] {
  return [
    ["one that never answers", () => undefined],
    ["one that answers 500 at once", (_request, response) => void response.writeHead(500).end()],
    [
      "one that answers after four seconds",
      (_request, response) => void setTimeout(() => response.end("late"), 4_000).unref(),
    ],
  ];
}

async function openTimedReceiver(t: TestContext) {
  const receivedAtMs = new Map<string, number>();
  const receiver: Receiver = await openReceiver(t, (_request, response) => {
    const { resourceId } = JSON.parse(receiver.requests.at(-1)?.body ?? "{}");
    receivedAtMs.set(resourceId, performance.now());
    response.end();
  });
  return { receiver, receivedAtMs };
}
