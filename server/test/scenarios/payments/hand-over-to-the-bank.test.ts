import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { HOUR_MS, plusMs, SECOND_MS } from "../../../src/kernel/clock/clock.ts";
import { Refusal } from "../../../src/kernel/refusal.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { TransactionId } from "../../../src/kernel/values/ids.ts";
import { verifyLedger } from "../../../src/modules/ledger-check/index.ts";
import { nextHandOverAt, runHandOver } from "../../../src/modules/payments/bank/hand-over.ts";
import { cancelPayment } from "../../../src/modules/payments/lifecycle/cancel-payment.ts";
import type { PaymentInstruction, Rail, Screening } from "../../../src/modules/rails/index.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { databaseKinds } from "../../kit/service/test-service.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";

/** A rail that only records what it receives. */
function recordingRail(): Rail & { readonly received: PaymentInstruction[][] } {
  const received: PaymentInstruction[][] = [];
  return {
    received,
    submit: async (instructions) => {
      received.push([...instructions]);
    },
    collect: () => Promise.resolve([]),
    acknowledge: () => Promise.resolve(),
    nextDueAt: () => Promise.resolve(undefined),
  };
}

for (const kind of databaseKinds) {
  describe(`hand-over, on the ${kind}`, () => {
    let world: TestWorld;
    let organization: TestOrganization;

    before(async () => {
      world = await openWorld(kind);
      organization = await world.newOrganization();
      await organization.deposit(organization.accountId, 100_000_000n);
    });
    after(() => world.close());

    const untilIdle = async (rail: Rail, screen?: Screening, service = world.service) => {
      while ((await runHandOver(service, rail, { screen })) > 0);
    };
    /** Like another process, without shared memory for turns and recent failures. */
    const anotherProcess = () => ({ ...world.service, database: { ...world.service.database } });
    const cancel = (transactionId: TransactionId) =>
      world.service.database.transaction((tx) =>
        cancelPayment(world.service, tx, {
          organizationId: organization.organizationId,
          transactionId,
          actor: operator,
        }),
      );
    const statusOf = async (transactionId: TransactionId) =>
      (
        await world.service.database.one<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = ${transactionId}`)
      ).status;
    const idsIn = (rail: ReturnType<typeof recordingRail>) =>
      rail.received.flat().map((instruction) => instruction.instructionId);

    test("a payment waits for its cut-off and is submitted once, with everything the bank needs", async () => {
      const rail = recordingRail();
      const transactionId = await payOne(world.service, organization, { amountMinor: 12_345n });
      await untilIdle(rail);
      assert.equal(rail.received.length, 0);
      assert.deepEqual(await nextHandOverAt(world.service), new Date("2026-11-20T18:00:00Z"));
      world.clock.set(new Date("2026-11-20T18:00:00Z"));
      await untilIdle(rail);
      await untilIdle(rail);
      const told = rail.received
        .flat()
        .map(({ instructionId, amountMinor, method, recipientName, routing, handedOverAt }) => [
          instructionId,
          amountMinor,
          method,
          recipientName,
          routing.accountNumber,
          handedOverAt,
        ]);
      assert.deepEqual(told, [[transactionId, 12_345n, "ach", "Globex", "123456789", world.clock.now()]]);
    });

    test("a payment whose submission was interrupted by a crash is submitted again later, without another screening", async () => {
      const rail = recordingRail();
      const dying: Rail = {
        ...rail,
        submit: async (instructions) =>
          rail.submit(instructions).then(() => Promise.reject(new Error("power failure"))),
      };
      const transactionId = await payOne(world.service, organization, { method: "realTimePayment" });
      const failures: unknown[] = [];
      const log = { ...world.service.log, error: (line: unknown) => void failures.push(line) };
      await untilIdle(dying, undefined, { ...anotherProcess(), log });
      assert.match(String(Object(failures[0]).err), /power failure/);
      await untilIdle(rail);
      assert.deepEqual(idsIn(rail), [transactionId], "not immediately, because another process may be submitting it");
      assert.deepEqual(await nextHandOverAt(world.service), plusMs(world.clock.now(), 30 * SECOND_MS));
      world.clock.set(plusMs(world.clock.now(), 30 * SECOND_MS));
      const asked: TransactionId[] = [];
      await untilIdle(rail, async (instructions) => {
        asked.push(...instructions.map((instruction) => instruction.instructionId));
        return new Map();
      });
      assert.deepEqual(idsIn(rail), [transactionId, transactionId]);
      assert.deepEqual(asked, []);
      assert.equal(await nextHandOverAt(world.service), undefined);
    });

    test("payments stopped by screening never reach the bank", async () => {
      const rail = recordingRail();
      const [stopped, passed] = await pay(world.service, organization, { method: "realTimePayment", count: 2 });
      if (!stopped || !passed) throw new Error("two payments have two IDs");
      await untilIdle(rail, () =>
        Promise.resolve(new Map([[stopped, { code: "SC-LIST", reason: "SC-LIST: Sanctions list match" }]])),
      );
      assert.deepEqual(idsIn(rail), [passed]);
      assert.deepEqual([await statusOf(stopped), await statusOf(passed)], ["blocked", "pending"]);
    });

    test("a payment can be cancelled before the outbox is read or while it waits, but not afterwards", async () => {
      const rail = recordingRail();
      const early = await payOne(world.service, organization, { method: "domesticWire" });
      await cancel(early);
      const waiting = await payOne(world.service, organization, { method: "ach" });
      await untilIdle(rail);
      await cancel(waiting);
      world.clock.set(plusMs(world.clock.now(), 24 * HOUR_MS));
      await untilIdle(rail);
      assert.deepEqual(idsIn(rail), []);
      assert.deepEqual([await statusOf(early), await statusOf(waiting)], ["cancelled", "cancelled"]);
      await assert.rejects(cancel(early), (error) => error instanceof Refusal && error.code === "notCancellable");
      const gone = await payOne(world.service, organization, { method: "realTimePayment" });
      await untilIdle(rail);
      const late = await inject(world.app, organization.token, { method: "POST", url: `/transaction/${gone}/cancel` });
      assert.deepEqual([late.status, late.body.errors.errorCode], [400, "alreadyHandedOver"]);
      assert.equal(await statusOf(gone), "pending");
    });

    test("cancellations concurrent with two submissions: every payment is either cancelled or submitted", async () => {
      const rail = recordingRail();
      const payments = await pay(world.service, organization, { method: "ach", count: 60 });
      await untilIdle(rail);
      world.clock.set((await nextHandOverAt(world.service)) ?? world.clock.now());
      const outcomes = new Map<TransactionId, string>();
      const outcomeOf = (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error));
      // A few at a time, so that some come before a batch is claimed and some after.
      const cancelSome = async (lane: number) => {
        for (const payment of payments.filter((_, index) => index % 4 === lane)) {
          outcomes.set(payment, await cancel(payment).then(() => "cancelled", outcomeOf));
        }
      };
      await Promise.all([
        ...[0, 1, 2, 3].map(cancelSome),
        untilIdle(rail),
        untilIdle(rail, undefined, anotherProcess()),
      ]);
      await untilIdle(rail);
      const handedOver = idsIn(rail);
      assert.equal(new Set(handedOver).size, handedOver.length, "none is submitted twice");
      for (const payment of payments) {
        const cancelled = outcomes.get(payment) === "cancelled";
        assert.equal(await statusOf(payment), cancelled ? "cancelled" : "pending");
        assert.equal(handedOver.includes(payment), !cancelled, "with the bank, or cancelled: never both");
        if (!cancelled) assert.equal(outcomes.get(payment), "alreadyHandedOver");
      }
      assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
    });
  });
}

describe("hand-over of more payments than fit into a batch", () => {
  const COMMITS = 6;
  const EACH = 450;
  let world: TestWorld;
  let organization: TestOrganization;
  const paid: TransactionId[] = [];

  before(async () => {
    world = await openWorld("PostgreSQL server");
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    for (let commit = 0; commit < COMMITS; commit += 1)
      paid.push(...(await pay(world.service, organization, { method: "ach", count: EACH })));
    world.clock.set((await nextHandOverAt(world.service)) ?? world.clock.now());
  });
  after(() => world.close());

  test("a crash in the first batch leaves the others waiting; afterwards, one pass submits each payment once", async () => {
    const dying: Rail = { ...recordingRail(), submit: () => Promise.reject(new Error("power failure")) };
    await runHandOver({ ...world.service, database: { ...world.service.database } }, dying);
    const states = await world.service.database.many<{ state: string; payments: bigint }>(sql`
      select state, count(*) as payments from rail_submissions
       where organization_id = ${organization.organizationId} group by state order by state`);
    assert.deepEqual(states, [
      { state: "submitted", payments: 2_500n },
      { state: "waiting", payments: 200n },
    ]);
    const rail = recordingRail();
    world.clock.set(plusMs(world.clock.now(), 30 * SECOND_MS));
    assert.equal(await runHandOver(world.service, rail), paid.length);
    assert.deepEqual(
      rail.received.map((batch) => batch.length),
      [2_500, 200],
    );
    assert.deepEqual(new Set(rail.received.flat().map(({ instructionId }) => instructionId)), new Set(paid));
    assert.equal(await runHandOver(world.service, rail), 0);
  });

  test("batches that follow each other submit each payment once", async () => {
    const more: TransactionId[] = [];
    for (let commit = 0; commit < COMMITS; commit += 1)
      more.push(...(await pay(world.service, organization, { method: "ach", count: EACH })));
    const rail = recordingRail();
    world.clock.set((await nextHandOverAt(world.service)) ?? world.clock.now());
    const done = await runHandOver(world.service, rail);
    // Queued, and submitted.
    assert.equal(done, 2 * more.length);
    assert.deepEqual(
      rail.received.map((batch) => batch.length),
      [2_500, 200],
    );
    assert.deepEqual(new Set(rail.received.flat().map(({ instructionId }) => instructionId)), new Set(more));
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });
});
