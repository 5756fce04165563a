import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { auditActions, countDeliveries } from "../../kit/worlds/webhook-world.queries.ts";
import {
  eventsAt,
  openWebhookWorld,
  openWorldWithEndpoint,
  pump,
  WORLD_START,
} from "../../kit/worlds/webhook-world.ts";

describe("webhook endpoints", () => {
  it("show their secret once: a replay omits it", async (t) => {
    const world = await openWebhookWorld(t);
    const body = {
      url: "https://example.com/hooks",
      eventTypes: ["transaction.updated"],
      filterPaths: ["status", "transaction.note"],
      idempotencyKey: "one",
    };
    const created = await world.call({ url: "/webhooks", body });
    assert.equal(created.status, 200);
    assert.match(created.body.secret, /^whsec_/);
    assert.equal(created.body.status, "active");
    assert.deepEqual(created.body.filterPaths, ["status", "transaction.note"]);
    const again = await world.call({ url: "/webhooks", body });
    const { secret: _, ...withoutSecret } = created.body;
    assert.deepEqual(again.body, withoutSecret);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(
      (await world.call({ url: "/webhooks", body: { ...body, url: "https://example.com/other" } })).status,
      409,
    );

    const { secret, ...rest } = created.body;
    assert.deepEqual((await world.call({ url: `/webhooks/${rest.id}` })).body, rest);
    const listed = await world.call({ url: "/webhooks" });
    assert.deepEqual(listed.body, { webhooks: [rest], page: {} });
    const audited = await auditActions(world.service.database, world.organizationId);
    assert.deepEqual(
      audited.map((row) => row.action).filter((action) => action.startsWith("webhook.")),
      ["webhook.create"],
    );
    assert.ok(
      audited.every((row) => !row.text.includes(secret)),
      "no secret in the audit log",
    );
  });

  it("refuse invalid input, naming the field", async (t) => {
    const world = await openWebhookWorld(t, { config: { mode: "production" } });
    const refusals: readonly (readonly [unknown, string, string])[] = [
      [{}, "invalidRequest", "url"],
      [{ url: "http://example.com/" }, "webhookUrlNotAccepted", "url"],
      [{ url: "https://127.0.0.1/" }, "webhookUrlNotAccepted", "url"],
      [{ url: "https://example.com/", eventTypes: ["transaction.deleted"] }, "invalidRequest", "eventTypes.0"],
      [{ url: "https://example.com/", filterPaths: ["transaction.color"] }, "invalidRequest", "filterPaths.0"],
      [{ url: "https://example.com/", eventTypes: null, events: ["transaction.created"] }, "invalidRequest", "events"],
      [{ url: "https://example.com/", secret: "mine" }, "invalidRequest", "secret"],
    ];
    for (const [body, code, path] of refusals) {
      const { status, body: answer } = await world.call({ url: "/webhooks", body });
      assert.deepEqual(
        [status, answer.errors.errorCode, answer.errors.fields[0].path],
        [400, code, path],
        JSON.stringify(body),
      );
    }
    const legacy = await world.call({
      url: "/webhooks",
      body: { url: "https://example.com/", events: ["transaction.created"], eventTypes: undefined, filterPaths: [] },
    });
    assert.deepEqual([legacy.body.eventTypes, legacy.body.filterPaths], [["transaction.created"], null]);
  });

  it("are limited to a hundred", async (t) => {
    const world = await openWebhookWorld(t);
    for (let index = 0; index < 95; index += 1)
      await world.call({ url: "/webhooks", body: { url: `https://example.com/${index}` } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.call({ url: "/webhooks", body: { url: `https://example.com/more-${index}` } }),
      ),
    );
    assert.equal(answers.filter((answer) => answer.status === 200).length, 5);
    assert.ok(
      answers
        .filter((answer) => answer.status !== 200)
        .every((answer) => answer.body.errors.errorCode === "webhookLimitReached"),
    );
    const { webhooks } = (await world.call({ url: "/webhooks" })).body;
    assert.equal((await world.call({ method: "DELETE", url: `/webhooks/${webhooks[0].id}` })).status, 204);
    assert.equal((await world.call({ url: "/webhooks", body: { url: "https://example.com/again" } })).status, 200);
  });

  it("are changed, paused, resumed, and deleted", async (t) => {
    const { world, receiver, endpoint, answer } = await openWorldWithEndpoint(t, {
      eventTypes: ["transaction.created"],
    });
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
    assert.deepEqual(
      eventsAt(receiver).map((event) => event.mergePatch.amount),
      [1, 1],
      "waiting events are sent, but not those created meanwhile",
    );
    assert.deepEqual((await world.call({ url: `${url}/resend`, body: { from: WORLD_START.toISOString() } })).body, {
      count: 2,
    });
    await pump(world);
    assert.deepEqual(
      eventsAt(receiver)
        .map((event) => event.mergePatch.amount)
        .toSorted(),
      [1, 1, 1, 2],
    );

    answer(500);
    await world.deposit(300n);
    await pump(world);
    assert.equal((await world.call({ method: "DELETE", url })).status, 204);
    assert.equal((await countDeliveries(world.service.database, world.organizationId)).waiting, 0n);
    for (const gone of [
      { url },
      { url, body: { status: "active" } },
      { url: `${url}/verify`, body: {} },
      { method: "DELETE", url } as const,
    ]) {
      assert.equal((await world.call(gone)).status, 404);
    }
    assert.deepEqual((await world.call({ url: "/webhooks" })).body.webhooks, []);
    assert.deepEqual(
      (await world.call({ url: "/webhooks?status=deleted,paused" })).body.webhooks.map(
        (hook: { status: string }) => hook.status,
      ),
      ["deleted"],
    );
    assert.equal((await world.call({ url: "/webhooks?status=gone" })).status, 400);
    const actions = (await auditActions(world.service.database, world.organizationId))
      .map((row) => row.action)
      .filter((action) => action.startsWith("webhook."));
    assert.deepEqual(actions, [
      "webhook.create",
      "webhook.update",
      "webhook.update",
      "webhook.update",
      "webhook.resend",
      "webhook.delete",
    ]);
  });

  it("can be tested with a test event, even while paused", async (t) => {
    const { world, receiver, endpoint, answer } = await openWorldWithEndpoint(t);
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
    assert.equal((await world.call({ url: "/events" })).body.events.length, 0, "a test event is not listed anywhere");
  });

  it("are inaccessible to other organizations and to tokens without the scope", async (t) => {
    const { world, endpoint } = await openWorldWithEndpoint(t);
    const stranger = await world.newToken(await world.newOrganization());
    const paths = ["", "/verify", "/rotate-secret", "/resend"];
    const bodies: readonly unknown[] = [{ status: "paused" }, {}, {}, { from: WORLD_START.toISOString() }];
    for (const [index, path] of paths.entries()) {
      const { status, body } = await world.call({
        url: `/webhooks/${endpoint.id}${path}`,
        body: bodies[index],
        token: stranger,
      });
      assert.deepEqual([status, body.errors.errorCode], [404, "resourceNotFound"], path);
    }
    for (const path of ["", "/deliveries"])
      assert.equal((await world.call({ url: `/webhooks/${endpoint.id}${path}`, token: stranger })).status, 404);
    const reader = await world.newToken(world.organizationId, { kind: "readOnly" });
    assert.equal((await world.call({ url: "/webhooks", token: reader })).status, 200);
    assert.equal(
      (await world.call({ url: "/webhooks", body: { url: "https://example.com/" }, token: reader })).status,
      403,
    );
    const custom = await world.newToken(world.organizationId, { kind: "custom", scopes: ["fetchCategories"] });
    assert.equal((await world.call({ url: "/webhooks", token: custom })).status, 403);
    assert.equal((await world.call({ url: "/events", token: custom })).status, 200, "events need no scope");
  });
});
