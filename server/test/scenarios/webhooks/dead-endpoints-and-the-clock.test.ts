import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { createWebhookCourier, runWebhookFanOut } from "#reports/webhooks";
import { advanceTo } from "../../kit/service/advance-to.ts";
import { freePort } from "../../kit/service/free-port.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { openWorldWithEndpoint } from "../../kit/worlds/webhook-world.ts";

const PAYMENTS = 1_000;
/** Before an endpoint counts as down, its first attempts are made together; then it is probed. */
const FIRST_ATTEMPTS_MAX = 16;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** A developer's sandbox whose receivers have been switched off. */
describe("the sandbox clock and endpoints that are down", () => {
  let endpointIds: readonly string[];

  before(async () => {
    await organization.deposit(organization.accountId, 10_000_000n);
    // Nothing listens there.
    const url = `http://127.0.0.1:${await freePort()}/`;
    endpointIds = await Promise.all([url, `${url}other`].map(newEndpoint));
    await pay(world.service, organization, { count: PAYMENTS, amountMinor: 100n });
    while ((await acrossOrganizations(() => runWebhookFanOut(world.service))) > 0);
  });

  async function newEndpoint(url: string): Promise<string> {
    const created = await inject(world.app, organization.token, { url: "/webhooks", body: { url } });
    assert.equal(created.status, 200, created.text);
    return created.body.id;
  }
  const post = (body: object) => inject(world.app, organization.token, { url: "/sandbox/clock/advance", body });
  const attempts = async () =>
    (
      await world.service.database.many<{ attempts: bigint }>(sql`
        select count(a.attempt) as attempts from webhook_deliveries d
          left join webhook_attempts a using (organization_id, delivery_id)
         where d.organization_id = ${organization.organizationId} group by d.endpoint_id`)
    ).map((row) => Number(row.attempts));

  test("a day passes in a few stops, and each endpoint is asked a few times, not once per event", async () => {
    const to = plusMs(world.clock.now(), DAY_MS).toISOString();
    const { now, steps } = await advanceTo(post, to);
    assert.equal(now, to);
    assert.ok(steps < 60, `${steps} stops`);
    const asked = await attempts();
    assert.equal(asked.length, endpointIds.length);
    for (const times of asked) assert.ok(times > 0 && times <= FIRST_ATTEMPTS_MAX + 2, `asked ${times} times`);
    const { settled } = await world.service.database.one<{ settled: bigint }>(sql`
      select count(*) as settled from transactions
       where organization_id = ${organization.organizationId} and kind = 'outgoingPayment' and status = 'pending'`);
    assert.equal(settled, BigInt(PAYMENTS), "nothing settled before its time");
  });

  test("a month passes; after three days of silence, the endpoints are disabled at that time", async () => {
    const failing = await world.service.database.many<{ failing_since: Date }>(sql`
      select failing_since from webhook_endpoints where organization_id = ${organization.organizationId} order by endpoint_id`);
    const to = plusMs(world.clock.now(), 30 * DAY_MS).toISOString();
    const { now } = await advanceTo(post, to);
    assert.equal(now, to);
    const rows = await world.service.database.many<{ status: string; updated_at: Date; failing_since: Date }>(sql`
      select status, updated_at, failing_since from webhook_endpoints
       where organization_id = ${organization.organizationId} order by endpoint_id`);
    assert.deepEqual(
      rows.map(({ status }) => status),
      endpointIds.map(() => "disabled"),
    );
    for (const [index, { updated_at: at }] of rows.entries()) {
      const end = plusMs(failing[index]?.failing_since ?? at, 3 * DAY_MS);
      assert.ok(Math.abs(at.getTime() - end.getTime()) < MINUTE_MS, `disabled at ${at.toISOString()}`);
    }
    for (const asked of await attempts()) assert.ok(asked <= FIRST_ATTEMPTS_MAX + 4, `asked ${asked} times`);
    const { sent } = await world.service.database.one<{ sent: bigint }>(sql`
      select count(*) as sent from transactions
       where organization_id = ${organization.organizationId} and kind = 'outgoingPayment' and status = 'sent'`);
    assert.equal(sent, BigInt(PAYMENTS));
  });
});

describe("an endpoint that has answered quickly", () => {
  test("has many deliveries claimed, eight sent at a time; when it fails, the others are free at once", async (t) => {
    const { world, clock, receiver, answer } = await openWorldWithEndpoint(t);
    const courier = createWebhookCourier(world.service, world.sender);
    const deliver = async () => {
      while ((await courier.run()) > 0);
      await courier.finish();
    };
    await world.deposit(100n);
    await runWebhookFanOut(world.service);
    await deliver();
    assert.equal(receiver.requests.length, 1);
    for (let count = 0; count < 40; count += 1) await world.deposit(100n);
    await runWebhookFanOut(world.service);
    answer(500);
    await courier.run();
    await courier.finish();
    assert.ok(receiver.requests.length <= 1 + 8, `${receiver.requests.length} attempts`);
    const { claimed } = await world.service.database.one<{ claimed: bigint }>(sql`
      select count(*) as claimed from webhook_deliveries where claimed_until > statement_timestamp()`);
    assert.equal(claimed, 0n, "another process may send what this one did not");
    answer(200);
    clock.set(plusMs(clock.now(), 10 * MINUTE_MS));
    await deliver();
    const arrived = new Set(receiver.requests.map(({ body }) => JSON.parse(body).resourceId));
    assert.equal(arrived.size, 1 + 40);
  });
});
