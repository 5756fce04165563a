import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type MovableClock, manualClock } from "#kernel/clock/clock.ts";
import { hostileUrls, resolveHostileName } from "#reports/webhooks/sender/hostile-urls.testkit.ts";
import { openReceiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { advance, openWebhookWorld, type WebhookWorld, WORLD_START } from "../../kit/worlds/webhook-world.ts";

/**
 * Law 12, end to end: an endpoint is created with each hostile URL, changed to it, and tested with `verify`, and events
 * are delivered and retried. Sockets on every address of this machine must see no connection.
 * modules/5-reports/webhooks/sender/guarded-sender.hostile.test.ts attacks the sender alone.
 */
const everywhere = (t: TestContext) =>
  openReceiver(t, undefined, { host: "::" }).catch(() => openReceiver(t, undefined, { host: "0.0.0.0" }));

describe("law 12: hostile webhook URLs, by the API and the courier", () => {
  it("in production mode, no URL causes a connection, with either scheme", async (t) => {
    const clock = manualClock(WORLD_START);
    const world = await openWebhookWorld(t, {
      clock,
      config: { mode: "production" },
      sender: { resolveAddresses: resolveHostileName, timeoutMs: 1_000 },
    });
    const receiver = await everywhere(t);
    const urls = hostileUrls.flatMap(({ url }) => {
      const filled = url.replaceAll("PORT", String(receiver.port));
      return [filled, filled.replace(/^http:/, "https:")];
    });
    assert.ok(new Set(urls).size >= 80);
    const spare = (await world.call({ url: "/webhooks", body: { url: "https://8.8.8.8/" } })).body.id;
    await world.call({ url: `/webhooks/${spare}`, body: { status: "paused" } });
    const created: string[] = [];
    let refused = 0;
    for (const url of new Set(urls)) {
      const answer = await world.call({ url: "/webhooks", body: { url } });
      const changed = await world.call({ url: `/webhooks/${spare}`, body: { url } });
      assert.equal(changed.status, answer.status, `${url}: creating and changing agree`);
      if (answer.status === 200) created.push(String(answer.body.id));
      else {
        assert.deepEqual([answer.status, answer.body.errors.errorCode], [400, "webhookUrlNotAccepted"], url);
        refused += 1;
      }
    }
    // Host names are accepted because their addresses can change; the courier checks each connection.
    assert.ok(created.length >= 10 && refused >= 60, `${created.length} created, ${refused} refused`);
    for (const id of created) {
      const verified = await world.call({ url: `/webhooks/${id}/verify`, body: {} });
      assert.deepEqual([verified.status, verified.body.errors.reason], [400, "privateAddress"]);
    }
    await deliverForHours(world, clock, 2);
    for (const id of created) {
      const { deliveries } = (await world.call({ url: `/webhooks/${id}/deliveries` })).body;
      assert.equal(deliveries.length, 1);
      assert.ok(deliveries[0].attempts.length > 3);
      assert.ok(
        deliveries[0].attempts.every(
          (attempt: { outcome: string; reason: string }) =>
            attempt.outcome === "refused" && attempt.reason === "privateAddress",
        ),
      );
    }
    assert.equal(receiver.connections(), 0);
  });

  it("a URL accepted in sandbox mode is not called once the service runs in production mode", async (t) => {
    const clock = manualClock(WORLD_START);
    const receiver = await everywhere(t);
    // A production service's sender with routes that still accept the URL, as after a change of mode.
    const world = await openWebhookWorld(t, { clock, sender: { allowHttp: false, allowLoopback: false } });
    assert.equal(
      (await world.call({ url: "/webhooks", body: { url: `http://127.0.0.1:${receiver.port}/` } })).status,
      200,
    );
    await deliverForHours(world, clock, 1);
    assert.equal(receiver.connections(), 0);
  });

  it("does not follow a redirect to this machine or trust a name whose addresses change", async (t) => {
    const clock = manualClock(WORLD_START);
    const victim = await everywhere(t);
    const redirector = await openReceiver(t, (_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${victim.port}/` }).end(),
    );
    let asked = 0;
    const rebinding = async () => {
      asked += 1;
      return asked === 1 ? ["8.8.8.8"] : ["10.0.0.1"];
    };
    const world = await openWebhookWorld(t, { clock, sender: { resolveAddresses: rebinding, timeoutMs: 500 } });
    await world.call({ url: "/webhooks", body: { url: redirector.origin } });
    await world.call({ url: "/webhooks", body: { url: `http://rebinding.example:${victim.port}/` } });
    await deliverForHours(world, clock, 1);
    assert.ok(redirector.requests.length > 3, "the redirecting server is called");
    assert.ok(asked > 1, "the name was resolved again at each attempt");
    assert.equal(victim.connections(), 0);
  });
});

async function deliverForHours(world: WebhookWorld, clock: MovableClock, hours: number): Promise<void> {
  await world.deposit(100n);
  await advance(world, clock, { ms: hours * 3_600_000 });
}
