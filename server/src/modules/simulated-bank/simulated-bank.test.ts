import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openWorld, type TestOrganization, type TestWorld } from "../../../test/kit/service/full-app.ts";
import { databaseKinds } from "../../../test/kit/service/test-service.ts";
import type { RecipientId, RoutingId, TransactionId } from "../../kernel/values/ids.ts";
import type { BankAnswer, PaymentInstruction } from "../rails/index.ts";
import { createSimulatedBank, type SimulatedBank } from "./index.ts";

for (const kind of databaseKinds) {
  describe(`the simulated bank, on the ${kind}`, () => {
    let world: TestWorld;
    let organization: TestOrganization;
    let bank: SimulatedBank;

    before(async () => {
      world = await openWorld(kind);
      organization = await world.newOrganization();
      bank = createSimulatedBank(world.service);
    });
    after(() => world.close());

    const instruction = (accountNumber: string): PaymentInstruction => ({
      organizationId: organization.organizationId,
      instructionId: world.service.newId<TransactionId>(),
      method: "ach",
      accountId: organization.accountId,
      amountMinor: 1_000n,
      recipientId: world.service.newId<RecipientId>(),
      recipientName: "Globex",
      routingId: world.service.newId<RoutingId>(),
      routing: { method: "ach", accountNumber, routingNumber: "021000021" },
      externalMemo: null,
      purpose: null,
      chargeBearer: null,
      handedOverAt: world.clock.now(),
    });
    const told = (answers: readonly BankAnswer[]) =>
      answers.map((answer) => [answer.outcome, answer.code, answer.answeredAt.toISOString()]);
    /** All messages until nothing more is due, read batch by batch at their own time. */
    const hear = async (): Promise<BankAnswer[]> => {
      const heard: BankAnswer[] = [];
      for (let due = await bank.nextDueAt(); due; due = await bank.nextDueAt()) {
        if (due > world.clock.now()) world.clock.set(due);
        const batch = await bank.collect(100);
        assert.ok(batch.length > 0);
        await bank.acknowledge(batch);
        heard.push(...batch);
      }
      return heard;
    };

    test("a payment submitted twice, or by two concurrent processes, is paid once", async () => {
      const payment = instruction("123456789");
      await Promise.all([bank.submit([payment]), bank.submit([payment])]);
      await bank.submit([payment]);
      const heard = await hear();
      assert.deepEqual(told(heard), [["confirmed", undefined, "2026-11-23T13:30:00.000Z"]]);
      assert.match(heard[0]?.trackingNumber ?? "", /^09100001\d{7}$/);
      await bank.submit([payment]);
      assert.deepEqual(await hear(), []);
    });

    test("an answer is repeated until it is acknowledged", async () => {
      await bank.submit([instruction("123456789")]);
      world.clock.set((await bank.nextDueAt()) ?? world.clock.now());
      const first = await bank.collect(100);
      assert.deepEqual(await bank.collect(100), first);
      await bank.acknowledge(first);
      assert.deepEqual(await bank.collect(100), []);
    });

    test("twice: the same message again, and the same content under another ID", async () => {
      await bank.submit([instruction("9905000001")]);
      const heard = await hear();
      assert.equal(heard.length, 3);
      assert.equal(new Set(heard.map((answer) => answer.answerId)).size, 2);
      assert.equal(
        new Set(heard.map((answer) => JSON.stringify([answer.outcome, answer.answeredAt, answer.trackingNumber]))).size,
        1,
      );
    });

    test("out of order: the return is received first but happened last", async () => {
      await bank.submit([instruction("9906000002")]);
      const heard = await hear();
      assert.deepEqual(
        heard.map((answer) => answer.outcome),
        ["returned", "confirmed"],
      );
      assert.ok((heard[0]?.answeredAt ?? 0) > (heard[1]?.answeredAt ?? 0));
    });

    test("silent: never answers, and reports nothing about a payment that it never received", async () => {
      const payment = instruction("9907000001");
      await bank.submit([payment]);
      assert.deepEqual(await hear(), []);
      const { organizationId, instructionId } = payment;
      assert.equal(
        await bank.answerNow({
          organizationId,
          instructionId: world.service.newId<TransactionId>(),
          outcome: "confirmed",
        }),
        false,
      );
      assert.equal(await bank.answerNow({ organizationId, instructionId, outcome: "confirmed" }), true);
      assert.deepEqual(
        (await hear()).map((answer) => answer.outcome),
        ["confirmed"],
      );
    });

    test("a requested answer replaces the one that the bank would have sent", async () => {
      const payment = instruction("9902000002");
      await bank.submit([payment]);
      const { organizationId, instructionId } = payment;
      await bank.answerNow({ organizationId, instructionId, outcome: "rejected", code: "R03" });
      await bank.answerNow({ organizationId, instructionId, outcome: "rejected", code: "R03" });
      assert.deepEqual(told(await hear()), [["rejected", "R03", world.clock.now().toISOString()]]);
    });

    test("processing the inbox delivers all its messages immediately, for one organization only", async () => {
      const other = await world.newOrganization();
      await bank.submit([
        instruction("9902000002"),
        { ...instruction("123456789"), organizationId: other.organizationId },
      ]);
      assert.equal(await bank.workThroughInbox(organization.organizationId), 2);
      const heard = await bank.collect(100);
      assert.deepEqual(heard.map((answer) => answer.outcome).sort(), ["confirmed", "returned"]);
      assert.ok(
        heard.every(
          (answer) => answer.organizationId === organization.organizationId && answer.answeredAt <= world.clock.now(),
        ),
      );
      await bank.acknowledge(heard);
      assert.equal((await hear()).length, 1);
    });
  });
}
