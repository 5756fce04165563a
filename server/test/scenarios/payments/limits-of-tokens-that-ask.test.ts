/** A token's limits also apply to the payments it requests. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("a token with limits requests payments", () => {
  let approver: UserId;
  let token: string;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
    approver = await newUser(world.service, organization);
    token = await organization.newToken({ limits: { perPaymentMinor: 60_00n, perDayMinor: 100_00n } });
  });

  const ask = (amount: number, preview = false) => {
    const { url, body } = paymentRequest(organization, { amount });
    return inject(world.app, token, { url: preview ? `${url}/preview` : url, body });
  };
  const limitOf = async (asking: ReturnType<typeof ask>) => (await asking).body.errors.limit;
  const codeOf = async (asking: ReturnType<typeof ask>) => (await asking).body.errors?.errorCode ?? "asked";

  test("per payment", async () => {
    assert.equal(await codeOf(ask(60.01)), "paymentLimitExceeded");
    assert.equal(await codeOf(ask(60.01, true)), "paymentLimitExceeded");
    assert.equal(await limitOf(ask(60.01)), 60);
    assert.equal(await codeOf(ask(60, true)), "asked");
  });

  test("the daily limit counts what the token sent and requested, but not what was rejected", async () => {
    const sent = await inject(world.app, token, payment(organization, { amount: 30 }));
    assert.equal(sent.status, 200, sent.text);
    const { requestId } = (await ask(50)).body;
    assert.equal(await codeOf(ask(20.01)), "tokenDayLimitExceeded");
    assert.equal(await codeOf(ask(20.01, true)), "tokenDayLimitExceeded");
    assert.equal(await limitOf(ask(20.01)), 100);
    await decide(world.service, organization, { requestId, userId: approver, decision: "reject" });
    assert.equal(await codeOf(ask(20.01)), "asked");
  });

  test("the daily limit resets on the next day in New York", async () => {
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    const answers = await Promise.all(Array.from({ length: 8 }, () => codeOf(ask(30))));
    assert.deepEqual(
      answers.toSorted(),
      [...Array(3).fill("asked"), ...Array(5).fill("tokenDayLimitExceeded")],
      "eight concurrent requests: only those within the limit",
    );
  });
});
