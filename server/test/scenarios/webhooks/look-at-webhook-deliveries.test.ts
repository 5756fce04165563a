import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { manualClock, plusMs } from "#kernel/clock/clock.ts";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { insertManyEvents } from "../../kit/scale/many-events.ts";
import { countDeliveries } from "../../kit/worlds/webhook-world.queries.ts";
import { advance, openWebhookWorld, openWorldWithEndpoint, pump, WORLD_START } from "../../kit/worlds/webhook-world.ts";

const HOUR_MS = 3_600_000;

describe("deliveries", () => {
  it("are logged with every attempt and listed by state", async (t) => {
    const { world, clock, endpoint, answer } = await openWorldWithEndpoint(t);
    answer(500);
    await world.deposit(100n);
    await pump(world);
    answer(200);
    await advance(world, clock, { ms: HOUR_MS });
    const url = `/webhooks/${endpoint.id}/deliveries`;
    const { deliveries, page } = (await world.call({ url })).body;
    assert.deepEqual(page, {});
    assert.equal(deliveries.length, 1);
    const [delivery] = deliveries;
    assert.deepEqual(
      [delivery.state, delivery.purpose, delivery.nextAttemptAt, delivery.attempts.length],
      ["delivered", "event", null, 2],
    );
    assert.deepEqual(
      delivery.attempts.map(({ attempt, outcome, statusCode, reason, responseSnippet }: Record<string, unknown>) => ({
        attempt,
        outcome,
        statusCode,
        reason,
        responseSnippet,
      })),
      [
        { attempt: 1, outcome: "failed", statusCode: 500, reason: "httpStatus", responseSnippet: "seen" },
        { attempt: 2, outcome: "delivered", statusCode: 200, reason: null, responseSnippet: "seen" },
      ],
    );
    const reader = await world.newToken(world.organizationId, { kind: "readOnly" });
    const read = (await world.call({ url, token: reader })).body.deliveries[0].attempts;
    assert.deepEqual(
      read.map(({ responseSnippet }: Record<string, unknown>) => responseSnippet),
      [null, null],
      "only users who may manage webhooks see the receivers' responses",
    );
    assert.equal((await world.call({ url: `${url}?state=waiting,abandoned` })).body.deliveries.length, 0);
    assert.equal((await world.call({ url: `${url}?state=delivered` })).body.deliveries.length, 1);
    assert.equal(
      (await world.call({ url: `${url}?start_after=${endpoint.id}` })).body.errors.errorCode,
      "unknownCursor",
    );
  });

  it("are resent on request: one event or a range, once per key, if the filters match", async (t) => {
    const { world, clock, receiver, endpoint } = await openWorldWithEndpoint(t, {
      eventTypes: ["transaction.created"],
    });
    const first = await world.deposit(100n);
    await world.change(first, 2, "not wanted");
    clock.set(plusMs(clock.now(), HOUR_MS));
    await world.deposit(200n);
    await pump(world);
    assert.equal(receiver.requests.length, 2);
    const url = `/webhooks/${endpoint.id}/resend`;
    const { events } = (await world.call({ url: "/events" })).body;
    const resendBody = { eventId: events[0].id, idempotencyKey: "again" };
    assert.deepEqual((await world.call({ url, body: resendBody })).body, { count: 1 });
    assert.deepEqual((await world.call({ url, body: resendBody })).body, { count: 1 });
    assert.deepEqual(
      (await world.call({ url, body: { eventId: events[0].id } })).body,
      { count: 0 },
      "it is already waiting",
    );
    await pump(world);
    const bodies = receiver.requests.map((request) => request.body);
    const sentFirst = bodies.filter((text) => text.includes(events[0].id));
    assert.deepEqual(
      [bodies.length, sentFirst.length, bodies.lastIndexOf(sentFirst[0] ?? "")],
      [3, 2, 2],
      "resent with the same bytes",
    );
    assert.deepEqual((await world.call({ url, body: { eventId: events[1].id } })).body, { count: 0 });
    assert.deepEqual(
      (
        await world.call({
          url,
          body: { from: plusMs(WORLD_START, 1).toISOString(), to: plusMs(clock.now(), 1).toISOString() },
        })
      ).body,
      { count: 1 },
    );
    const bad = [
      {},
      { eventId: events[0].id, from: WORLD_START.toISOString() },
      { to: WORLD_START.toISOString() },
      { from: clock.now().toISOString(), to: WORLD_START.toISOString() },
    ];
    for (const body of bad) assert.equal((await world.call({ url, body })).status, 400, JSON.stringify(body));
    assert.equal((await world.call({ url, body: { eventId: world.service.newId() } })).status, 404);
    const { service, organizationId } = world;
    await insertManyEvents(service, service.database, organizationId, { at: WORLD_START, count: 10_001 });
    const tooMany = await world.call({ url, body: { from: WORLD_START.toISOString() } });
    assert.deepEqual([tooMany.status, tooMany.body.errors.errorCode], [400, "resendRangeTooLarge"]);
  });

  it("give up after three days on an event that is always refused, without affecting others", async (t) => {
    const clock = manualClock(WORLD_START);
    const world = await openWebhookWorld(t, { clock });
    const receiver = await openReceiver(t, (_request, response) => {
      const poisoned = receiver.requests.at(-1)?.body.includes('"amount":6.66') === true;
      response.writeHead(poisoned ? 400 : 200).end();
    });
    const { body: endpoint } = await world.call({ url: "/webhooks", body: { url: receiver.origin } });
    await world.deposit(666n);
    for (let hour = 0; hour < 73; hour += 1) {
      const good = await world.deposit(100n);
      await pump(world);
      await advance(world, clock, { ms: HOUR_MS });
      assert.ok(
        receiver.requests.some((request) => request.body.includes(good)),
        `hour ${hour}: a good event arrives within the hour`,
      );
    }
    const count = await countDeliveries(world.service.database, world.organizationId);
    assert.deepEqual(count, { waiting: 0n, delivered: 73n, abandoned: 1n });
    assert.equal((await world.call({ url: `/webhooks/${endpoint.id}` })).body.status, "active");
    const { deliveries } = (await world.call({ url: `/webhooks/${endpoint.id}/deliveries?state=abandoned` })).body;
    assert.ok(deliveries[0].attempts.length > 10);
  });
});
