import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { RecipientId, TransactionId } from "#kernel/values/ids.ts";
import {
  enlarged,
  paymentStatus,
  type Redirection,
  redirect,
  redirections,
  renamed,
  rewrites,
  unsealing,
} from "../../kit/faults/redirections.queries.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { recordingRail } from "../../kit/service/recording-rail.ts";
import { type ApprovedTerms, type Insider, openApprovedTerms } from "../../kit/worlds/approved-terms.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const address = { address1: "1 Attacker Ave", city: "Boston", region: "MA", postalCode: "02108", country: "US" };
const attackerDetails = {
  electronicRoutingInfo: {
    accountNumber: "666666666666",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  },
  checkInfo: { address },
};

const world = await openWorldOfFile();

/**
 * Laws 24 and 25: someone who can write to the database, but has no key, cannot redirect a payment. Edited details and
 * details of another recipient never reach the bank: the payment is blocked, and the operator is alerted.
 */
describe("redirected bank details", () => {
  let terms: ApprovedTerms;
  let ada: Insider;
  let ben: Insider;
  let of: Redirection;
  beforeEach(async () => {
    terms = await openApprovedTerms(world);
    const { organizationId, recipientId, newRecipient } = terms.organization;
    [ada, ben] = [await terms.insider(), await terms.insider()];
    const otherId: RecipientId = await newRecipient("Globex");
    of = { organizationId, recipientId, otherId };
    await setSettings(world, organizationId, { confirmBankDetailChanges: true });
    assert.equal((await terms.edit(ada, attackerDetails)).status, 200);
  });

  const pay = async (paymentMethod: string): Promise<TransactionId> => {
    const paid = await inject(world.app, terms.organization.token, payment(terms.organization, { paymentMethod }));
    assert.equal(paid.status, 200, paid.text);
    return paid.body.id;
  };
  const mustBeBlocked = async (transactionId: TransactionId) => {
    assert.equal(await terms.handOver(), 1, "the operator is alerted");
    assert.deepEqual(terms.received(), []);
    const { status } = await paymentStatus(world.service.database, of.organizationId, transactionId);
    assert.equal(status, "blocked");
  };

  for (const [what, statements] of Object.entries(redirections))
    for (const method of ["ach", "check"]) {
      test(`${what}, after the payment (${method})`, async () => {
        const transactionId = await pay(method);
        await redirect(world.owner(), statements(of));
        await mustBeBlocked(transactionId);
      });

      test(`${what}, before the payment (${method})`, async () => {
        const requestId = await terms.ask({ paymentMethod: method });
        await redirect(world.owner(), statements(of));
        // A changed recipient is not even shown; a changed version does not verify.
        assert.match(await terms.approve(requestId, ben), /^(rowNotProven|bankDetailsUnverified)$/);
        await mustBeBlocked(await pay(method));
      });
    }

  for (const [what, statements] of Object.entries(rewrites))
    test(`a pending payment is ${what}`, async () => {
      const transactionId = await pay("ach");
      await redirect(world.owner(), statements(of));
      await mustBeBlocked(transactionId);
    });

  test("holds a pending payment whose amount was raised, and sends the others", async () => {
    const changed = await pay("ach");
    await redirect(world.owner(), enlarged(of));
    const other = await inject(world.app, terms.organization.token, payment(terms.organization, { amount: 2.5 }));
    assert.equal(other.status, 200, other.text);
    assert.equal(await terms.handOver(), 1, "the operator is alerted");
    const received = terms.received().map(({ instructionId }) => instructionId);
    assert.deepEqual(received, [other.body.id]);
    assert.equal((await paymentStatus(world.service.database, of.organizationId, changed)).status, "pending");
    assert.equal(await terms.handOver(), 0);
  });

  test("holds a payment whose handover was interrupted by a crash until its details verify again", async () => {
    const transactionId = await pay("ach");
    const dead = { ...recordingRail(), submit: () => Promise.reject(new Error("the process died")) };
    await terms.handOver(dead).catch(() => undefined);
    await redirect(world.owner(), renamed(of, "Mallory"));
    // The job pauses briefly after a failure.
    await setTimeout(400);
    for (const minutes of [1, 10]) {
      world.clock.set(plusMs(world.clock.now(), minutes * MINUTE_MS));
      assert.equal(await terms.handOver(), 1);
      assert.deepEqual(terms.received(), []);
    }
    const { status } = await paymentStatus(world.service.database, of.organizationId, transactionId);
    assert.equal(status, "pending");
    await redirect(world.owner(), renamed(of, "Globex"));
    world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
    assert.equal(await terms.handOver(), 0);
    assert.deepEqual(
      terms.received().map(({ instructionId }) => instructionId),
      [transactionId],
    );
  });

  test("details that do not verify can be replaced, but not renamed or confirmed", async () => {
    const edited = redirections["another routing number or address"]?.(of) ?? [];
    await redirect(world.owner(), edited);
    const [{ changeId }] = await terms.changes(ben);
    // This process still has the original details cached; another process reads the changed ones.
    const node = await world.anotherNode();
    if (node === undefined) return;
    const token = await terms.organization.newToken();
    await setSettings(world, of.organizationId, { confirmBankDetailChanges: false });
    const call = (body: object) => inject(node, token, { url: terms.url, body });
    assert.equal((await call({ name: "Globex Corp" })).body.errors.errorCode, "bankDetailsUnverified");
    const confirmed = await node.api.inject({
      method: "POST",
      url: `${terms.url}/changes/${changeId}/confirm`,
      headers: { cookie: ben.cookie, "sec-fetch-site": "same-origin" },
    });
    assert.equal(confirmed.json().errors.errorCode, "bankDetailsUnverified", confirmed.body);
    const wire = { accountNumber: "5556667778", routingNumber: "021000021", address };
    assert.equal((await call({ ...attackerDetails, domesticWireRoutingInfo: wire })).status, 200);
    await pay("ach");
    assert.equal(await terms.handOver(), 0);
    assert.equal(terms.received()[0]?.routing.accountNumber, attackerDetails.electronicRoutingInfo.accountNumber);
  });

  test("the database rejects details without a seal", async () => {
    await assert.rejects(redirect(world.owner(), [unsealing(of)]), /null value in column "seal"/);
  });
});
