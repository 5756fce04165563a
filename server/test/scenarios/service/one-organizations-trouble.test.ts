/** Faulty data of one organization does not affect the payments and events of others. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import { failingJobs } from "#kernel/work/failing-jobs.ts";
import { runBankAnswers, runHandOver } from "#payments/payments";
import { runWebhookFanOut } from "#reports/webhooks";
import { hideTransactions, restoreTransactions, setHeld } from "../../kit/faults/trouble.queries.ts";
import { confirmingRail } from "../../kit/service/confirming-rail.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const orphan = "018f3c1e-0000-7000-8000-00000000000a";
const otherOrphan = "018f3c1e-0000-7000-8000-00000000000b";
/** Longer than the pause after a failure. */
const REST_MS = 400;

const world = await openWorldOfFile();

describe("one organization's faulty data", () => {
  let troubled: TestOrganization;
  let sound: TestOrganization;
  before(async () => {
    troubled = await world.newOrganization();
    sound = await world.newOrganization();
    for (const organization of [troubled, sound]) await organization.deposit(organization.accountId, 1_000_00n);
  });

  const pay = async (organization: TestOrganization, accountId = organization.accountId) => {
    const wire = { ...payment(organization, { amount: 10, paymentMethod: "domesticWire" }) };
    const sent = await inject(world.app, organization.token, { ...wire, url: `/account/${accountId}/transactions` });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    return async () =>
      (await inject(world.app, organization.token, { url: `/transaction/${sent.body.id}` })).body.status;
  };

  test("an account with wrong books delays only its own payments, until it is corrected", async () => {
    const rail = confirmingRail(world.service);
    const healthy = await troubled.newAccount("Payroll");
    await troubled.deposit(healthy, 1_000_00n);
    const stuck = await pay(troubled);
    await runHandOver(world.service, rail);
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    const [beside, elsewhere] = [await pay(troubled, healthy), await pay(sound)];
    await runHandOver(world.service, rail);
    const held = await setHeld(world.service.database, troubled.organizationId, troubled.accountId, 0n);

    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    await runBankAnswers(world.service);
    assert.deepEqual([await stuck(), await beside(), await elsewhere()], ["pending", "sent", "sent"]);

    await setHeld(world.service.database, troubled.organizationId, troubled.accountId, held);
    await sleep(REST_MS);
    await runBankAnswers(world.service);
    assert.equal(await stuck(), "sent");
  });

  test("a queued payment that does not exist delays no other payment of its organization", async () => {
    const rail = confirmingRail(world.service);
    const { organizationId } = troubled;
    const status = await pay(troubled);
    await world.owner().run(sql`
        update rail_queue set transaction_ids = ${uuidArray([orphan])}::uuid[] || transaction_ids
         where organization_id = ${organizationId}`);
    await world.owner().run(sql`
        insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
        values (${organizationId}, ${otherOrphan}, 'waiting', ${world.clock.now()})`);
    // Over the weekend, when no wire leaves.
    world.clock.set(plusMs(world.clock.now(), 3 * DAY_MS));
    await runHandOver(world.service, rail);
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    await runBankAnswers(world.service);
    assert.equal(await status(), "sent");
    assert.deepEqual(failingJobs(world.service), [], "what was not queued by the service is set aside");
  });

  test("work that keeps failing shows in /readyz, in the metrics, and on Home of administrators until it succeeds", async () => {
    const rail = confirmingRail(world.service);
    const { organizationId } = troubled;
    const admin = await newPerson(world, organizationId, { role: "administrator", email: "ada@troubled.example" });
    const viewer = await newPerson(world, organizationId, { role: "viewer", email: "vic@troubled.example" });
    const seenBy = async (person: TestPerson) =>
      (await browse(world.app, { url: "/overview", cookie: await signedIn(world.app, person) })).body.failingJobs;
    const shown = async () => {
      const warnings = (await inject(world.app, "", { url: "/readyz" })).body.warnings ?? [];
      const metrics = (await inject(world.app, "", { url: "/metrics" })).text;
      return [
        warnings.filter((warning: string) =>
          warning.includes(`bank-answers has failed for organization ${organizationId}`),
        ).length,
        /^bursar_failing_jobs\{work="bank-answers"\} 1$/m.test(metrics),
        (await seenBy(admin))?.map(({ job }: { job: string }) => job),
      ];
    };
    assert.deepEqual(await shown(), [0, false, []]);
    await pay(troubled);
    await runHandOver(world.service, rail);
    const held = await setHeld(world.service.database, organizationId, troubled.accountId, 0n);
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    await runHandOver(world.service, rail);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await runBankAnswers(world.service);
      await sleep(REST_MS * 2 ** attempt);
    }
    assert.deepEqual(await shown(), [1, true, ["bank-answers"]]);
    assert.equal(await seenBy(viewer), null, "only those who manage the organization");

    await setHeld(world.service.database, organizationId, troubled.accountId, held);
    await runBankAnswers(world.service);
    assert.deepEqual(await shown(), [0, false, []]);
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
    await hideTransactions(world.owner(), troubled.organizationId);
    await sound.deposit(sound.accountId, 1_00n);

    await runWebhookFanOut(world.service);
    assert.equal(await deliveries(sound, endpoints[1]), 1);
    await restoreTransactions(world.owner(), troubled.organizationId);
    await sleep(REST_MS);
    await runWebhookFanOut(world.service);
    assert.equal(await deliveries(troubled, endpoints[0]), 1);
  });
});
