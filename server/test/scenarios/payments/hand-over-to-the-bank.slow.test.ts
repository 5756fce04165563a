import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PaymentInstruction, Rail, Screening } from "#bank/rails";
import { HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { nextHandOverAt, runHandOver, submitNow } from "#payments/payments/bank/hand-over.ts";
import { cancelPayment } from "#payments/payments/lifecycle/cancel-payment.ts";
import { verifyLedger } from "#records/ledger/check";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";

/** A rail that only records what it receives. */
function recordingRail(): Rail & { readonly received: PaymentInstruction[][] } {
  const received: PaymentInstruction[][] = [];
  return {
    received,
    submit: async (instructions) => {
      received.push([...instructions]);
    },
  };
}

describe("hand-over", () => {
  let world: TestWorld;
  let organization: TestOrganization;

  before(async () => {
    world = await openWorld();
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
    const handedOver = rail.received
      .flat()
      .map(({ instructionId, amountMinor, method, recipientName, routing, handedOverAt }) => [
        instructionId,
        amountMinor,
        method,
        recipientName,
        routing.accountNumber,
        handedOverAt,
      ]);
    assert.deepEqual(handedOver, [[transactionId, 12_345n, "ach", "Globex", "123456789", world.clock.now()]]);
  });

  test("a payment whose submission was interrupted by a crash is submitted again later, without another screening", async () => {
    const rail = recordingRail();
    const dying: Rail = {
      ...rail,
      submit: async (instructions) => rail.submit(instructions).then(() => Promise.reject(new Error("power failure"))),
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
    await Promise.all([...[0, 1, 2, 3].map(cancelSome), untilIdle(rail), untilIdle(rail, undefined, anotherProcess())]);
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

describe("hand-over of more payments than fit into a batch", () => {
  let world: TestWorld;
  let organization: TestOrganization;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
  });
  after(() => world.close());

  /** Commits of 450 payments, due. A batch ends with the commit that fills it: the sixth. */
  async function payMany(commits: number): Promise<readonly TransactionId[]> {
    const paid: TransactionId[] = [];
    for (let commit = 0; commit < commits; commit += 1)
      paid.push(...(await pay(world.service, organization, { count: 450 })));
    world.clock.set((await nextHandOverAt(world.service)) ?? world.clock.now());
    return paid;
  }
  /** Two batches are on their way at a time, and either may be first. */
  const sizes = (rail: ReturnType<typeof recordingRail>) =>
    rail.received.map((batch) => batch.length).toSorted((a, b) => b - a);
  const sorted = (ids: readonly TransactionId[]) => ids.toSorted();
  const idsIn = (rail: ReturnType<typeof recordingRail>) =>
    rail.received.flat().map(({ instructionId }) => instructionId);

  test("one pass submits each payment once, in batches", async () => {
    const paid = await payMany(7);
    const rail = recordingRail();
    assert.equal(await runHandOver(world.service, rail), paid.length);
    assert.deepEqual(sizes(rail), [2_700, 450]);
    assert.deepEqual(sorted(idsIn(rail)), sorted(paid));
    assert.equal(await runHandOver(world.service, rail), 0);
  });

  test("a crash leaves what is not on its way queued; afterwards, each payment is submitted once", async () => {
    const paid = await payMany(13);
    const dying: Rail = { ...recordingRail(), submit: () => Promise.reject(new Error("power failure")) };
    await runHandOver({ ...world.service, database: { ...world.service.database } }, dying);
    const marked = await world.service.database.one<{ payments: bigint }>(sql`
      select count(*) as payments from rail_submissions
       where organization_id = ${organization.organizationId} and state = 'submitted'`);
    assert.equal(marked.payments, 5_400n);
    const rail = recordingRail();
    await runHandOver(world.service, rail);
    assert.deepEqual(sizes(rail), [450], "what was marked may be with the bank: it waits until its lease has expired");
    world.clock.set(plusMs(world.clock.now(), 30 * SECOND_MS));
    while ((await runHandOver(world.service, rail)) > 0);
    assert.deepEqual(sizes(rail), [2_500, 2_500, 450, 400]);
    assert.deepEqual(sorted(idsIn(rail)), sorted(paid));
  });

  test("what waits and what is queued by commit is submitted in one pass, and what is withdrawn is not", async () => {
    const waiting = await pay(world.service, organization, { count: 3 });
    await submitNow(world.service, organization.organizationId);
    const queued = await pay(world.service, organization, { count: 3, method: "realTimePayment" });
    const [withdrawn, ...others] = queued;
    if (withdrawn === undefined) throw new Error("three payments have three IDs");
    await world.service.database.transaction((tx) =>
      cancelPayment(world.service, tx, {
        organizationId: organization.organizationId,
        transactionId: withdrawn,
        actor: operator,
      }),
    );
    const rail = recordingRail();
    const onUnverified = () => assert.fail("a payment that was canceled is no alarm");
    assert.equal(await runHandOver(world.service, rail, { onUnverified }), 5);
    assert.deepEqual(
      rail.received.map((batch) => sorted(batch.map(({ instructionId }) => instructionId))).toSorted(),
      [sorted(waiting), sorted(others)].toSorted(),
    );
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });
});
