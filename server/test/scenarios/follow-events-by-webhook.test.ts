import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type MovableClock, plusMs, standingClock } from "../../src/kernel/clock.ts";
import { nextWebhookDueAt, runWebhookDeliveries, runWebhookFanOut } from "../../src/modules/webhooks/index.ts";
import { openReceiver, type Receiver } from "../../src/modules/webhooks/receivers.testkit.ts";
import { auditActions, countDeliveries } from "../kit/webhook-world.queries.ts";
import { openWebhookWorld, type WebhookWorld, WORLD_START } from "../kit/webhook-world.ts";

const HOUR_MS = 3_600_000;

async function pump({ service, sender }: WebhookWorld): Promise<void> {
  while ((await runWebhookFanOut(service)) > 0);
  while ((await runWebhookDeliveries(service, sender)) > 0);
}

const eventsAt = (receiver: Receiver) => receiver.requests.map((request) => JSON.parse(request.body));

async function worldWithEndpoint(t: TestContext, wanted: Readonly<Record<string, unknown>> = {}) {
  const clock = standingClock(WORLD_START);
  const world = await openWebhookWorld(t, { clock });
  let status = 200;
  const receiver = await openReceiver(t, (_request, response) => response.writeHead(status).end("seen"));
  const created = await world.call({ url: "/webhooks", body: { url: `${receiver.origin}/hooks`, ...wanted } });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  return { world, clock, receiver, endpoint: created.body, answer: (next: number) => void (status = next) };
}

describe("events", () => {
  it("are listed, filtered, paged and fetched, as webhooks deliver them", async (t) => {
    const { world, receiver } = await worldWithEndpoint(t);
    const first = await world.deposit(12_550n, { note: "rent" });
    await world.change(first, 2, "rent, November");
    const second = await world.deposit(100n);
    await pump(world);

    const all = await world.call({ url: "/api/v1/events" });
    assert.equal(all.status, 200);
    assert.deepEqual(all.body.page, {});
    // Order is kept per transaction; what was sent at the same time may arrive either way round.
    assert.deepEqual(all.body.events, eventsAt(receiver).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    const [created, updated] = all.body.events;
    assert.deepEqual({ ...created, id: "" }, {
      id: "",
      resourceType: "transaction",
      resourceId: first,
      operationType: "create",
      resourceVersion: 1,
      occurredAt: WORLD_START.toISOString(),
      changedPaths: ["amount", "bankDescription", "estimatedDeliveryDate", "note", "postedAt", "status"],
      mergePatch: {
        amount: 125.5,
        bankDescription: "Deposit from A customer",
        estimatedDeliveryDate: WORLD_START.toISOString(),
        note: "rent",
        postedAt: WORLD_START.toISOString(),
        status: "sent",
      },
      previousValues: null,
    });
    assert.deepEqual([updated.operationType, updated.resourceVersion, updated.mergePatch, updated.previousValues], ["update", 2, { note: "rent, November" }, { note: null }]);
    assert.deepEqual((await world.call({ url: `/events/${created.id}` })).body, created);

    const page = await world.call({ url: "/events?limit=2" });
    assert.deepEqual(page.body.page, { nextPage: updated.id });
    const rest = await world.call({ url: `/events?start_after=${updated.id}` });
    assert.deepEqual(rest.body.events.map((event: { resourceId: string }) => event.resourceId), [second]);
    assert.equal((await world.call({ url: `/events?resourceId=${first}&order=desc` })).body.events[0].id, updated.id);
    assert.equal((await world.call({ url: "/events?resourceType=checkingAccount" })).body.events.length, 0);

    assert.equal((await world.call({ url: "/events?resourceType=card" })).status, 400);
    assert.equal((await world.call({ url: `/events?start_after=${world.service.newId()}` })).body.errors.errorCode, "unknownCursor");
    assert.equal((await world.call({ url: `/events/${world.service.newId()}` })).status, 404);
    const stranger = await world.newToken(await world.newOrganization());
    assert.equal((await world.call({ url: `/events/${created.id}`, token: stranger })).status, 404);
    assert.equal((await world.call({ url: "/events", token: stranger })).body.events.length, 0);
  });
});

describe("webhook endpoints", () => {
  it("tell their secret once, and again only to the same idempotency key", async (t) => {
    const world = await openWebhookWorld(t);
    const body = { url: "https://example.com/hooks", eventTypes: ["transaction.updated"], filterPaths: ["status", "transaction.note"], idempotencyKey: "one" };
    const created = await world.call({ url: "/webhooks", body });
    assert.equal(created.status, 200);
    assert.match(created.body.secret, /^whsec_/);
    assert.equal(created.body.status, "active");
    assert.deepEqual(created.body.filterPaths, ["status", "transaction.note"]);
    const again = await world.call({ url: "/webhooks", body });
    assert.deepEqual(again.body, created.body);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal((await world.call({ url: "/webhooks", body: { ...body, url: "https://example.com/other" } })).status, 409);

    const { secret, ...rest } = created.body;
    assert.deepEqual((await world.call({ url: `/webhooks/${rest.id}` })).body, rest);
    const listed = await world.call({ url: "/webhooks" });
    assert.deepEqual(listed.body, { webhooks: [rest], page: {} });
    const audited = await auditActions(world.service.database, world.organizationId);
    assert.deepEqual(audited.map((row) => row.action).filter((action) => action.startsWith("webhook.")), ["webhook.create"]);
    assert.ok(audited.every((row) => !row.text.includes(secret)), "no secret in the audit log");
  });

  it("refuse what they cannot be, naming the field", async (t) => {
    const world = await openWebhookWorld(t, { config: { mode: "production" } });
    const refusals: readonly (readonly [unknown, string, string])[] = [
      [{}, "invalidRequest", "url"],
      [{ url: "http://example.com/" }, "webhookUrlNotAccepted", "url"],
      [{ url: "https://127.0.0.1/" }, "webhookUrlNotAccepted", "url"],
      [{ url: "https://example.com/", eventTypes: ["transaction.deleted"] }, "invalidRequest", "eventTypes.0"],
      [{ url: "https://example.com/", filterPaths: ["transaction.colour"] }, "invalidRequest", "filterPaths.0"],
      [{ url: "https://example.com/", eventTypes: null, events: ["transaction.created"] }, "invalidRequest", "events"],
      [{ url: "https://example.com/", secret: "mine" }, "invalidRequest", "secret"],
    ];
    for (const [body, code, path] of refusals) {
      const { status, body: answer } = await world.call({ url: "/webhooks", body });
      assert.deepEqual([status, answer.errors.errorCode, answer.errors.fields[0].path], [400, code, path], JSON.stringify(body));
    }
    const legacy = await world.call({ url: "/webhooks", body: { url: "https://example.com/", events: ["transaction.created"], eventTypes: undefined, filterPaths: [] } });
    assert.deepEqual([legacy.body.eventTypes, legacy.body.filterPaths], [["transaction.created"], null]);
  });

  it("number at most a hundred", async (t) => {
    const world = await openWebhookWorld(t);
    for (let index = 0; index < 95; index += 1) await world.call({ url: "/webhooks", body: { url: `https://example.com/${index}` } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => world.call({ url: "/webhooks", body: { url: `https://example.com/more-${index}` } })));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 5);
    assert.ok(answers.filter((answer) => answer.status !== 200).every((answer) => answer.body.errors.errorCode === "webhookLimitReached"));
    const { webhooks } = (await world.call({ url: "/webhooks" })).body;
    assert.equal((await world.call({ method: "DELETE", url: `/webhooks/${webhooks[0].id}` })).status, 204);
    assert.equal((await world.call({ url: "/webhooks", body: { url: "https://example.com/again" } })).status, 200);
  });

  it("are changed, paused, revived and deleted", async (t) => {
    const { world, receiver, endpoint, answer } = await worldWithEndpoint(t, { eventTypes: ["transaction.created"] });
    const url = `/webhooks/${endpoint.id}`;
    assert.equal((await world.call({ url, body: { status: "disabled" } })).status, 400);
    assert.deepEqual((await world.call({ url, body: { eventTypes: null } })).body.eventTypes, null);

    answer(500);
    await world.deposit(100n);
    await pump(world);
    assert.equal((await world.call({ url, body: { status: "paused" } })).body.status, "paused");
    await world.deposit(200n);
    await pump(world);
    assert.equal(receiver.requests.length, 1, "nothing is sent to a paused endpoint");
    answer(200);
    assert.equal((await world.call({ url, body: { status: "active" } })).body.status, "active");
    await pump(world);
    assert.deepEqual(eventsAt(receiver).map((event) => event.mergePatch.amount), [1, 1], "what waited is sent, what happened meanwhile is not");
    assert.deepEqual((await world.call({ url: `${url}/resend`, body: { from: WORLD_START.toISOString() } })).body, { count: 2 });
    await pump(world);
    assert.deepEqual(eventsAt(receiver).map((event) => event.mergePatch.amount).toSorted(), [1, 1, 1, 2]);

    answer(500);
    await world.deposit(300n);
    await pump(world);
    assert.equal((await world.call({ method: "DELETE", url })).status, 204);
    assert.equal((await countDeliveries(world.service.database, world.organizationId)).waiting, 0n);
    for (const gone of [{ url }, { url, body: { status: "active" } }, { url: `${url}/verify`, body: {} }, { method: "DELETE", url } as const]) {
      assert.equal((await world.call(gone)).status, 404);
    }
    assert.deepEqual((await world.call({ url: "/webhooks" })).body.webhooks, []);
    assert.deepEqual((await world.call({ url: "/webhooks?status=deleted,paused" })).body.webhooks.map((hook: { status: string }) => hook.status), ["deleted"]);
    assert.equal((await world.call({ url: "/webhooks?status=gone" })).status, 400);
    const actions = (await auditActions(world.service.database, world.organizationId)).map((row) => row.action).filter((action) => action.startsWith("webhook."));
    assert.deepEqual(actions, ["webhook.create", "webhook.update", "webhook.update", "webhook.update", "webhook.resend", "webhook.delete"]);
  });

  it("can be tried with a test event, also while paused", async (t) => {
    const { world, receiver, endpoint, answer } = await worldWithEndpoint(t);
    const url = `/webhooks/${endpoint.id}/verify`;
    await world.call({ url: `/webhooks/${endpoint.id}`, body: { status: "paused" } });
    assert.equal((await world.call({ method: "POST", url })).status, 204);
    assert.equal((await world.call({ url, body: { eventType: "savingsAccount.balance.updated" } })).status, 204);
    const [created, balance] = eventsAt(receiver);
    assert.deepEqual([created.resourceType, created.operationType], ["transaction", "create"]);
    assert.deepEqual([balance.resourceType, balance.operationType], ["savingsAccount", "update"]);
    assert.ok(receiver.requests.every((request) => request.headers["mercury-signature"] !== undefined));
    answer(503);
    const failed = await world.call({ url, body: {} });
    assert.equal(failed.status, 400);
    assert.deepEqual([failed.body.errors.errorCode, failed.body.errors.statusCode], ["webhookVerificationFailed", 503]);
    assert.equal((await world.call({ url, body: { eventType: "card.created" } })).status, 400);
    assert.equal((await world.call({ url: "/events" })).body.events.length, 0, "a test event exists nowhere else");
  });

  it("are out of reach for other organisations and for tokens without the scope", async (t) => {
    const { world, endpoint } = await worldWithEndpoint(t);
    const stranger = await world.newToken(await world.newOrganization());
    const paths = ["", "/verify", "/rotate-secret", "/resend"];
    const bodies: readonly unknown[] = [{ status: "paused" }, {}, {}, { from: WORLD_START.toISOString() }];
    for (const [index, path] of paths.entries()) {
      const { status, body } = await world.call({ url: `/webhooks/${endpoint.id}${path}`, body: bodies[index], token: stranger });
      assert.deepEqual([status, body.errors.errorCode], [404, "resourceNotFound"], path);
    }
    for (const path of ["", "/deliveries"]) assert.equal((await world.call({ url: `/webhooks/${endpoint.id}${path}`, token: stranger })).status, 404);
    const reader = await world.newToken(world.organizationId, { kind: "readOnly" });
    assert.equal((await world.call({ url: "/webhooks", token: reader })).status, 200);
    assert.equal((await world.call({ url: "/webhooks", body: { url: "https://example.com/" }, token: reader })).status, 403);
    const custom = await world.newToken(world.organizationId, { kind: "custom", scopes: ["fetchCategories"] });
    assert.equal((await world.call({ url: "/webhooks", token: custom })).status, 403);
    assert.equal((await world.call({ url: "/events", token: custom })).status, 200, "events need no scope");
  });
});

describe("deliveries", () => {
  it("are logged with every attempt, and listed by state", async (t) => {
    const { world, clock, endpoint, answer } = await worldWithEndpoint(t);
    answer(500);
    await world.deposit(100n);
    await pump(world);
    answer(200);
    await advance(world, clock, HOUR_MS);
    const url = `/webhooks/${endpoint.id}/deliveries`;
    const { deliveries, page } = (await world.call({ url })).body;
    assert.deepEqual(page, {});
    assert.equal(deliveries.length, 1);
    const [delivery] = deliveries;
    assert.deepEqual([delivery.state, delivery.purpose, delivery.nextAttemptAt, delivery.attempts.length], ["delivered", "event", null, 2]);
    assert.deepEqual(
      delivery.attempts.map(({ attempt, outcome, statusCode, reason, responseSnippet }: Record<string, unknown>) => ({ attempt, outcome, statusCode, reason, responseSnippet })),
      [
        { attempt: 1, outcome: "failed", statusCode: 500, reason: "httpStatus", responseSnippet: "seen" },
        { attempt: 2, outcome: "delivered", statusCode: 200, reason: null, responseSnippet: "seen" },
      ],
    );
    assert.equal((await world.call({ url: `${url}?state=waiting,abandoned` })).body.deliveries.length, 0);
    assert.equal((await world.call({ url: `${url}?state=delivered` })).body.deliveries.length, 1);
    assert.equal((await world.call({ url: `${url}?start_after=${endpoint.id}` })).body.errors.errorCode, "unknownCursor");
  });

  it("are repeated on request: one event or a range, once per key, as far as the filters want them", async (t) => {
    const { world, clock, receiver, endpoint } = await worldWithEndpoint(t, { eventTypes: ["transaction.created"] });
    const first = await world.deposit(100n);
    await world.change(first, 2, "not wanted");
    clock.set(plusMs(clock.now(), HOUR_MS));
    await world.deposit(200n);
    await pump(world);
    assert.equal(receiver.requests.length, 2);
    const url = `/webhooks/${endpoint.id}/resend`;
    const { events } = (await world.call({ url: "/events" })).body;
    const one = { eventId: events[0].id, idempotencyKey: "again" };
    assert.deepEqual((await world.call({ url, body: one })).body, { count: 1 });
    assert.deepEqual((await world.call({ url, body: one })).body, { count: 1 });
    assert.deepEqual((await world.call({ url, body: { eventId: events[0].id } })).body, { count: 0 }, "it waits already");
    await pump(world);
    const bodies = receiver.requests.map((request) => request.body);
    const sentFirst = bodies.filter((text) => text.includes(events[0].id));
    assert.deepEqual([bodies.length, sentFirst.length, bodies.lastIndexOf(sentFirst[0] ?? "")], [3, 2, 2], "sent again, the same bytes");
    assert.deepEqual((await world.call({ url, body: { eventId: events[1].id } })).body, { count: 0 });
    assert.deepEqual((await world.call({ url, body: { from: plusMs(WORLD_START, 1).toISOString(), to: plusMs(clock.now(), 1).toISOString() } })).body, { count: 1 });
    const bad = [{}, { eventId: events[0].id, from: WORLD_START.toISOString() }, { to: WORLD_START.toISOString() }, { from: clock.now().toISOString(), to: WORLD_START.toISOString() }];
    for (const body of bad) assert.equal((await world.call({ url, body })).status, 400, JSON.stringify(body));
    assert.equal((await world.call({ url, body: { eventId: world.service.newId() } })).status, 404);
  });

  it("one event that is always refused is given up after three days and harms no other", async (t) => {
    const clock = standingClock(WORLD_START);
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
      await advance(world, clock, HOUR_MS);
      assert.ok(receiver.requests.some((request) => request.body.includes(good)), `hour ${hour}: a good event arrives within the hour`);
    }
    const count = await countDeliveries(world.service.database, world.organizationId);
    assert.deepEqual(count, { waiting: 0n, delivered: 73n, abandoned: 1n });
    assert.equal((await world.call({ url: `/webhooks/${endpoint.id}` })).body.status, "active");
    const { deliveries } = (await world.call({ url: `/webhooks/${endpoint.id}/deliveries?state=abandoned` })).body;
    assert.ok(deliveries[0].attempts.length > 10);
  });
});

describe("balance events", () => {
  it("go only to endpoints that name them, one per account and version", async (t) => {
    const { world, receiver } = await worldWithEndpoint(t);
    const savings = await world.newAccount("savings");
    await world.deposit(100n);
    await pump(world);
    assert.equal((await world.call({ url: "/events?resourceType=checkingAccount" })).body.events.length, 0, "nobody asked");

    const listener = await openReceiver(t);
    const body = { url: listener.origin, eventTypes: ["checkingAccount.balance.updated"], filterPaths: ["checkingAccount.availableBalance"] };
    assert.equal((await world.call({ url: "/webhooks", body })).status, 200);
    await world.deposit(250n);
    await world.deposit(50n);
    await world.deposit(75n, { accountId: savings });
    await pump(world);
    const transaction = await world.deposit(1_000n);
    await pump(world);
    await world.change(transaction, 2, "no money moves");
    await pump(world);
    const heard = eventsAt(listener);
    assert.deepEqual(
      heard.map((event) => [event.resourceType, event.resourceId, event.operationType, event.resourceVersion, event.changedPaths, event.mergePatch, event.previousValues]),
      [
        ["checkingAccount", world.accountId, "update", 3, ["availableBalance", "currentBalance", "inFlightBalance"], { availableBalance: 4, currentBalance: 4, inFlightBalance: 0 }, null],
        ["checkingAccount", world.accountId, "update", 4, ["availableBalance", "currentBalance"], { availableBalance: 14, currentBalance: 14 }, { availableBalance: 4, currentBalance: 4 }],
      ],
    );
    assert.ok(eventsAt(receiver).every((event) => event.resourceType === "transaction"));
    assert.deepEqual((await world.call({ url: "/events?resourceType=checkingAccount" })).body.events, heard);
  });
});

/** Moves the clock as a sandbox does: to every instant at which something is due, then to the end. */
async function advance(world: WebhookWorld, clock: MovableClock, ms: number): Promise<void> {
  const end = plusMs(clock.now(), ms);
  for (let step = 0; step < 5_000; step += 1) {
    await pump(world);
    const next = await nextWebhookDueAt(world.service.database);
    if (next === undefined || next > end) break;
    if (next <= clock.now()) throw new Error("due now, and yet nothing was done");
    clock.set(next);
  }
  clock.set(end);
  await pump(world);
}
