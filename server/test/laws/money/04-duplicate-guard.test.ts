import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { App } from "#main/app.ts";
import { PERIOD_MS } from "#payments/payments/send/guard-digest.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Law 4: the same recipient, account, amount, and method within 24 hours is refused, even with another key. */

describe("the duplicate guard", () => {
  let nodes: readonly App[];
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000_00n);
    nodes = [world.app, await world.anotherNode()];
  });

  test("accepts exactly one of 50 concurrent payments with different keys", async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          inject(
            nodes[index % nodes.length] ?? world.app,
            organization.token,
            payment(organization, { amount: 50 + round, idempotencyKey: `guard-${round}-${index}` }),
          ),
        ),
      );
      const accepted = answers.filter((answer) => answer.status === 200);
      assert.equal(accepted.length, 1);
      for (const answer of answers.filter((candidate) => candidate.status !== 200)) {
        assert.equal(answer.status, 400);
        assert.equal(answer.body.errors.errorCode, "duplicatePayment");
        assert.equal(answer.body.errors.transactionId, accepted[0]?.body.id);
      }
    }
  });

  test("refuses a duplicate 23:59:59 later and accepts one 24:00:01 later", async () => {
    const call = payment(organization, { amount: 61 });
    const start = world.clock.now();
    assert.equal((await inject(world.app, organization.token, call)).status, 200);
    world.clock.set(plusMs(start, DAY_MS - SECOND_MS));
    assert.equal((await inject(world.app, organization.token, call)).body.errors?.errorCode, "duplicatePayment");
    world.clock.set(plusMs(start, DAY_MS + SECOND_MS));
    assert.equal((await inject(world.app, organization.token, call)).status, 200);
  });

  test("does the same across two periods of the guard's index", async () => {
    const boundary = new Date(Math.ceil(world.clock.now().getTime() / PERIOD_MS) * PERIOD_MS);
    const call = payment(organization, { amount: 64 });
    world.clock.set(plusMs(boundary, -SECOND_MS));
    const first = await inject(world.app, organization.token, call);
    assert.equal(first.status, 200);
    for (const later of [SECOND_MS, DAY_MS - 2 * SECOND_MS]) {
      world.clock.set(plusMs(boundary, later));
      const { body } = await inject(world.app, organization.token, call);
      assert.equal(body.errors?.errorCode, "duplicatePayment");
      assert.equal(body.errors.transactionId, first.body.id);
    }
    world.clock.set(plusMs(boundary, DAY_MS));
    assert.equal((await inject(world.app, organization.token, call)).status, 200);
  });

  test("accepts a payment that differs in any part", async () => {
    const otherRecipient = await organization.newRecipient("Hooli");
    const otherAccount = await organization.newAccount("Second");
    await organization.deposit(otherAccount, 1_000_00n);
    const calls = [
      payment(organization, { amount: 62 }),
      payment(organization, { amount: 62.01 }),
      payment(organization, { amount: 62, paymentMethod: "check" }),
      payment(organization, { amount: 62, recipientId: otherRecipient }),
      { ...payment(organization, { amount: 62 }), url: `/account/${otherAccount}/transactions` },
    ];
    for (const call of calls) assert.equal((await inject(world.app, organization.token, call)).status, 200);
    for (const call of calls)
      assert.equal((await inject(world.app, organization.token, call)).body.errors?.errorCode, "duplicatePayment");
  });

  test("does not count a payment that was never paid", async () => {
    const call = payment(organization, { amount: 63 });
    const first = await inject(world.app, organization.token, call);
    assert.equal(
      (await inject(world.app, organization.token, { method: "POST", url: `/transaction/${first.body.id}/cancel` }))
        .body.status,
      "cancelled",
    );
    assert.equal((await inject(world.app, organization.token, call)).status, 200);
  });
});
