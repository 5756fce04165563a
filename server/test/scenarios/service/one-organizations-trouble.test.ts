/** Faulty data of one organization does not affect the payments and events of others. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS, plusMs } from "../../../src/kernel/clock/clock.ts";
import { runBankAnswers, runHandOver } from "../../../src/modules/payments/index.ts";
import { runWebhookFanOut } from "../../../src/modules/webhooks/index.ts";
import { hideEvents, restoreEvents, setHeld } from "../../kit/faults/trouble.queries.ts";
import { confirmingRail } from "../../kit/service/confirming-rail.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { storyKinds } from "../../kit/service/test-service.ts";

/** Longer than the pause after a failure. */
const REST_MS = 400;

for (const kind of storyKinds)
  describe(`one organization's faulty data (${kind})`, () => {
    let world: TestWorld;
    let troubled: TestOrganization;
    let sound: TestOrganization;
    before(async () => {
      world = await openWorld(kind);
      troubled = await world.newOrganization();
      sound = await world.newOrganization();
      for (const one of [troubled, sound]) await one.deposit(one.accountId, 1_000_00n);
    });
    after(() => world.close());

    const pay = async (organization: TestOrganization, accountId = organization.accountId) => {
      const wire = { ...payment(organization, { amount: 10, paymentMethod: "domesticWire" }) };
      const sent = await inject(world.app, organization.token, { ...wire, url: `/account/${accountId}/transactions` });
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
      return async () =>
        (await inject(world.app, organization.token, { url: `/transaction/${sent.body.id}` })).body.status;
    };

    test("an account with wrong books delays only its own payments, until it is corrected", async () => {
      const rail = confirmingRail();
      const healthy = await troubled.newAccount("Payroll");
      await troubled.deposit(healthy, 1_000_00n);
      const stuck = await pay(troubled);
      await runHandOver(world.service, rail);
      world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
      const [beside, elsewhere] = [await pay(troubled, healthy), await pay(sound)];
      await runHandOver(world.service, rail);
      const held = await setHeld(world.service.database, troubled.organizationId, troubled.accountId, 0n);

      world.clock.set(plusMs(world.clock.now(), DAY_MS));
      await runBankAnswers(world.service, rail);
      assert.deepEqual([await stuck(), await beside(), await elsewhere()], ["pending", "sent", "sent"]);

      await setHeld(world.service.database, troubled.organizationId, troubled.accountId, held);
      await sleep(REST_MS);
      await runBankAnswers(world.service, rail);
      assert.equal(await stuck(), "sent");
    });

    test("events that cannot be published do not delay other organizations' webhooks", async () => {
      const deliveries = async (organization: TestOrganization, endpointId: string) =>
        (await inject(world.app, organization.token, { url: `/webhooks/${endpointId}/deliveries` })).body.deliveries
          .length;
      const endpointOf = async (organization: TestOrganization): Promise<string> =>
        (await inject(world.app, organization.token, { url: "/webhooks", body: { url: "http://127.0.0.1:1025/" } })).body
          .id;
      while ((await runWebhookFanOut(world.service)) > 0);
      const endpoints = [await endpointOf(troubled), await endpointOf(sound)] as const;
      await troubled.deposit(troubled.accountId, 1_00n);
      await hideEvents(world.owner(), troubled.organizationId);
      await sound.deposit(sound.accountId, 1_00n);

      await runWebhookFanOut(world.service);
      assert.equal(await deliveries(sound, endpoints[1]), 1);
      await restoreEvents(world.owner(), troubled.organizationId);
      await sleep(REST_MS);
      await runWebhookFanOut(world.service);
      assert.equal(await deliveries(troubled, endpoints[0]), 1);
    });
  });
