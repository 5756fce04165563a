import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { eventsAt, openWorldWithEndpoint, pump, WORLD_START } from "../../kit/worlds/webhook-world.ts";

describe("events", () => {
  it("are listed, filtered, paged, and fetched in the form that webhooks deliver", async (t) => {
    const { world, receiver } = await openWorldWithEndpoint(t);
    const first = await world.deposit(12_550n, { note: "rent" });
    await world.change(first, 2, "rent, November");
    const second = await world.deposit(100n);
    await pump(world);

    const all = await world.call({ url: "/api/v1/events" });
    assert.equal(all.status, 200);
    assert.deepEqual(all.body.page, {});
    // Order is kept per transaction; events sent at the same time may arrive in either order.
    assert.deepEqual(
      all.body.events,
      eventsAt(receiver).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const [created, updated] = all.body.events;
    assert.deepEqual(
      { ...created, id: "" },
      {
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
      },
    );
    assert.deepEqual(
      [updated.operationType, updated.resourceVersion, updated.mergePatch, updated.previousValues],
      ["update", 2, { note: "rent, November" }, { note: null }],
    );
    assert.deepEqual((await world.call({ url: `/events/${created.id}` })).body, created);

    const page = await world.call({ url: "/events?limit=2" });
    assert.deepEqual(page.body.page, { nextPage: updated.id });
    const rest = await world.call({ url: `/events?start_after=${updated.id}` });
    assert.deepEqual(
      rest.body.events.map((event: { resourceId: string }) => event.resourceId),
      [second],
    );
    assert.equal((await world.call({ url: `/events?resourceId=${first}&order=desc` })).body.events[0].id, updated.id);
    assert.equal((await world.call({ url: "/events?resourceType=checkingAccount" })).body.events.length, 0);

    assert.equal((await world.call({ url: "/events?resourceType=card" })).status, 400);
    assert.equal(
      (await world.call({ url: `/events?start_after=${world.service.newId()}` })).body.errors.errorCode,
      "unknownCursor",
    );
    assert.equal((await world.call({ url: `/events/${world.service.newId()}` })).status, 404);
    const stranger = await world.newToken(await world.newOrganization());
    assert.equal((await world.call({ url: `/events/${created.id}`, token: stranger })).status, 404);
    assert.equal((await world.call({ url: "/events", token: stranger })).body.events.length, 0);
  });
});

describe("balance events", () => {
  it("go only to endpoints that subscribe to them, one per change, in versions without gaps", async (t) => {
    const { world, receiver } = await openWorldWithEndpoint(t);
    const savings = await world.newAccount("savings");
    await world.deposit(100n);
    await pump(world);
    assert.equal(
      (await world.call({ url: "/events?resourceType=checkingAccount" })).body.events.length,
      0,
      "nobody asked",
    );

    const listener = await openReceiver(t);
    const body = {
      url: listener.origin,
      eventTypes: ["checkingAccount.balance.updated"],
      filterPaths: ["checkingAccount.availableBalance"],
    };
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
      heard.map((event) => [
        event.resourceType,
        event.resourceId,
        event.operationType,
        event.resourceVersion,
        event.changedPaths,
        event.mergePatch,
        event.previousValues,
      ]),
      [
        [
          "checkingAccount",
          world.accountId,
          "update",
          1,
          ["availableBalance", "currentBalance", "inFlightBalance"],
          { availableBalance: 4, currentBalance: 4, inFlightBalance: 0 },
          null,
        ],
        [
          "checkingAccount",
          world.accountId,
          "update",
          2,
          ["availableBalance", "currentBalance"],
          { availableBalance: 14, currentBalance: 14 },
          { availableBalance: 4, currentBalance: 4 },
        ],
      ],
    );
    assert.ok(eventsAt(receiver).every((event) => event.resourceType === "transaction"));
    assert.deepEqual((await world.call({ url: "/events?resourceType=checkingAccount" })).body.events, heard);
  });
});
