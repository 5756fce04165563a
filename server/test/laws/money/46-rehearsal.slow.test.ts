import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { bankCommands, type MovedConnection } from "#administration/commands/banks/bank-commands.ts";
import { testConnection } from "#bank/exchange";
import type { Database, Queryable } from "#kernel/sql/database.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { RecipientId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { runScheduledPayments } from "#payments/approvals";
import { runRecurringPayments } from "#payments/recurring-payments";
import type { PeopleService } from "#records/people";
import { dyingService, heldUp } from "../../kit/bank-files/mortal.ts";
import { type RailCase, Rehearsals, rails, type Story } from "../../kit/banks/rehearsals.ts";
import { callsOfPerson, carryOut, decideBatch, fillBatch, newSigned } from "../../kit/batches/batches.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { inTurns } from "../../kit/faults/random.ts";
import { newRecurring } from "../../kit/recurring/recurring-world.ts";
import { inject, openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { decide, newUser, outcomeOf, requestPaymentOf, saveRule } from "../../kit/worlds/approvals.ts";
import { waitForBlockedStatement } from "../../kit/worlds/users.queries.ts";

const world = await openWorldOfFile();

/**
 * Law 46: rehearsal and live never share a payment, at whatever moment a connection changes, and whatever dies in between.
 * What a rehearsal left ends as failed, and is in no file that was sent; what is paid afterward is in one file.
 */
describe("rehearsal and live never share a payment", () => {
  const {
    key,
    move,
    serve,
    pay,
    connect,
    begin,
    whenDue,
    passes,
    handOver,
    healthy,
    finish,
    fillAbroad,
    assertEnd,
    close,
  } = new Rehearsals(() => world);

  const stepsOf = async (railCase: RailCase, service: Partial<PeopleService>, steps: () => number): Promise<number> => {
    const story = await begin(railCase);
    await pay(story);
    whenDue(story);
    await passes({ ...healthy(), ...service });
    await close(story);
    assert.ok(steps() > 30, `${steps()} steps`);
    return steps();
  };
  /** Of each attack, half of the rails in a run, other ones for the next attack. */
  const turns = inTurns("the rails of law 46", 2);
  const isDue = (attack: number, railCase: RailCase) => turns(rails, attack).includes(railCase);
  const some = inTurns("the steps of law 46", 90);
  const few = inTurns("the steps of an approval", 6);

  for (const [place, railCase] of rails.entries()) {
    const { rail } = railCase;

    const later = (attack: number) => (isDue(attack, railCase) ? false : "another run's turn");

    test(`${rail}: wherever a worker died before the connection went live`, { skip: later(0) }, async () => {
      const counting = deathAt(undefined);
      const steps = await stepsOf(
        railCase,
        { database: dyingDatabase(world.service.database, counting) },
        counting.steps,
      );
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      for (const step of some(all, place)) {
        const story = await begin(railCase);
        const first = await pay(story);
        whenDue(story);
        const death = deathAt(step);
        await passes({ ...healthy(), database: dyingDatabase(world.service.database, death) }).catch(
          (error: unknown) => {
            if (!death.isDead()) throw error;
          },
        );
        const second = await pay(story);
        const { ended } = await move(story, "goLive");
        assert.ok(ended.payments.includes(second), "going live names what it ends");
        const live = await pay(story);
        await finish(story);
        await assertEnd(story, { rehearsed: [first, second], live: [live] }, `died at step ${step} of ${steps}`);
        await close(story);
      }
    });

    test(`${rail}: while a worker is in the middle of anything`, { skip: later(1) }, async () => {
      let counted = 0;
      const count = () => {
        counted += 1;
      };
      const steps = await stepsOf(railCase, dyingService(healthy(), count), () => counted);
      const all = Array.from({ length: steps }, (_, index) => index + 1);
      for (const step of some(all, place + 30)) {
        const story = await begin(railCase);
        const first = await pay(story);
        whenDue(story);
        const held = heldUp(step);
        const worker = passes(dyingService(healthy(), held.step));
        await Promise.race([held.reached, worker]);
        const going = move(story, "goLive");
        // It commits, or waits for a lock of the worker.
        const isLive = await Promise.race([
          going.then(() => true),
          waitForBlockedStatement(world.service.database).then(() => false),
        ]);
        const live = isLive ? [await pay(story)] : [];
        // Another worker hands the live payment over, and the one that was held up may find it.
        if (isLive) await handOver();
        held.goOn();
        await Promise.all([worker, going]);
        await finish(story);
        await assertEnd(story, { rehearsed: [first], live }, `held up at step ${step} of ${steps}`);
        await close(story);
      }
    });

    test(`${rail}: when accounts move, or the connection is removed`, { skip: later(2) }, async () => {
      const story = await begin(railCase);
      const { accountId } = story.organization;
      const other = await connect(story.organization, railCase, [await story.organization.newAccount("Other")]);
      await testConnection(world.service, key(other));
      await move(other, "rehearse");
      await move(other, "goLive");
      const queued = await pay(story);
      whenDue(story);
      await handOver();
      const waiting = await pay(story);
      await serve(story, []);
      await serve(other, [accountId]);
      const live = await pay(story);
      await finish(story);
      await assertEnd(story, { rehearsed: [queued, waiting], live: [live] }, "the account moved to a live connection");

      await serve(other, []);
      await serve(story, [accountId]);
      const again = await pay(story);
      await move(story, "remove");
      await serve(other, [accountId]);
      const last = await pay(story);
      await finish(story);
      const paid = { rehearsed: [queued, waiting, again], live: [live, last] };
      await assertEnd(story, paid, "the connection was removed");
      await close(story);
    });
  }

  /** Two approvers; payments to the second recipient need both. */
  const peopleIn = async ({ organization }: Story) => {
    const { organizationId } = organization;
    const second = await organization.newRecipient("Initech");
    await fillAbroad(organizationId, second);
    const conditions = { recipientIds: [second] };
    const steps = [{ approvals: 2, approvers: { kind: "anyone" } }] as const;
    await saveRule(world.service, organization, { name: "Two", conditions, steps });
    const [ada, ben] = [await newUser(world.service, organization), await newUser(world.service, organization)];
    return { ada, ben, second };
  };
  const terms = ({ method }: Story) => ({
    amount: 10,
    paymentMethod: method,
    ...(method === "internationalWire" ? { purpose: "Goods", chargeType: "shared" } : {}),
  });
  const ask = async (story: Story, more: { readonly sendOn?: string; readonly recipientId?: RecipientId } = {}) =>
    (await requestPaymentOf(world, story.organization, { ...terms(story), ...more })).requestId as string;
  const approve = (story: Story, requestId: string, userId: UserId, version?: number) =>
    decide(world.service, story.organization, { requestId, userId, ...(version === undefined ? {} : { version }) });
  const show = async ({ organization }: Story, requestId: string) =>
    (await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` })).body;
  /** As an operator does it, who receives a list of what the rehearsal left. */
  const goLive = async ({ organization: { organizationId }, connection: { connectionId } }: Story) => {
    const input = { organization: organizationId, connectionId, trigger: "goLive" };
    const context = { service: world.service, sandbox: undefined };
    return (await bankCommands["bank.move"]?.run(context, input, operator)) as MovedConnection;
  };
  /** The request as the approver sees it now, approved. */
  const approveNow = async (story: Story, requestId: string, userId: UserId): Promise<TransactionId> => {
    // The first decision notices that the terms have changed, as a page that shows the request does.
    if ((await outcomeOf(approve(story, requestId, userId))) === "requestChanged")
      await approve(story, requestId, userId);
    const { status, transactionId } = await show(story, requestId);
    assert.equal(status, "approved");
    return transactionId;
  };
  const nextDay = () => nextBankingDay(newYorkDate(world.clock.now()));
  const untilNextDay = () => world.clock.set(newYorkInstant(nextDay(), Temporal.PlainTime.from("09:00")));
  const payScheduled = () => acrossOrganizations(() => runScheduledPayments(world.service));

  for (const railCase of turns(rails, 3))
    test(`${railCase.rail}: what people approved in the rehearsal is paid only if they approve it again`, async () => {
      const story = await begin(railCase);
      const { ada, ben, second } = await peopleIn(story);
      const { organization } = story;
      const sendOn = nextDay().toString();
      const bookkeeper = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
      const asApprover = callsOfPerson(world, await newSigned(world, organization));

      const paid = (await approve(story, await ask(story), ben)).transaction_id as TransactionId;
      const scheduled = await ask(story, { sendOn });
      const half = await ask(story, { recipientId: second });
      const open = await ask(story);
      const batch = { amounts: [10, 10], more: terms(story) };
      const begun = await fillBatch(bookkeeper, organization, batch);
      const submitted = await fillBatch(bookkeeper, organization, batch);
      const { id, call } = await newRecurring(world, organization, { ...terms(story), startOn: sendOn });
      await acrossOrganizations(() => runRecurringPayments(world.service));
      const [occurrence] = (await call(`/recurring-payments/${id}/occurrences`)).body.occurrences;
      for (const requestId of [scheduled, occurrence.requestId])
        assert.equal((await approve(story, requestId, ben)).status, "approvedScheduled");
      assert.equal((await approve(story, half, ada)).status, "pendingApproval");
      assert.equal((await decideBatch(asApprover, begun.batchId)).status, 202);

      const left = await goLive(story);
      const reopened = left.reopenedRequests.requests.map(({ id }) => id);
      assert.deepEqual(reopened.toSorted(), [scheduled, occurrence.requestId].toSorted());
      assert.deepEqual(
        left.endedPayments.payments.map(({ id }) => id),
        [paid],
      );
      for (const { recipient, amount } of [...left.reopenedRequests.requests, ...left.endedPayments.payments])
        assert.deepEqual([recipient, amount], ["Globex", 10]);
      for (const requestId of reopened) {
        const { status, reviews, problem } = await show(story, requestId);
        assert.deepEqual([status, reviews], ["pendingApproval", []]);
        assert.match(problem, /rehearsal/);
      }
      assert.equal(await outcomeOf(approve(story, open, ben, 1)), "requestChanged", "a page read in the rehearsal");
      assert.equal(await outcomeOf(approve(story, half, ben)), "requestChanged");
      assert.equal((await approve(story, half, ben)).status, "pendingApproval", "the first approval does not count");
      await carryOut(world.service);
      untilNextDay();
      await payScheduled();
      const all = [...reopened, half, open, ...begun.requestIds, ...submitted.requestIds];
      for (const requestId of all) assert.equal((await show(story, requestId)).status, "pendingApproval");

      const alone = [...reopened, open, ...begun.requestIds];
      const live = [await approveNow(story, half, ada)];
      for (const requestId of alone) live.push(await approveNow(story, requestId, ben));
      const signedAgain = callsOfPerson(world, await newSigned(world, organization));
      assert.equal((await decideBatch(signedAgain, submitted.batchId)).status, 202);
      await carryOut(world.service);
      for (const requestId of submitted.requestIds) live.push((await show(story, requestId)).transactionId);
      await finish(story);
      await assertEnd(story, { rehearsed: [paid], live }, "approved again");
      await close(story);
    });

  test("an approval that is given while the connection goes live, or moves, pays nothing", async () => {
    const ach = rails.find(({ rail }) => rail === "ach") ?? assert.fail();
    const decisionOf = async (ends: "goLive" | "remove" | "serve", step: number) => {
      const story = await begin(ach);
      const { ben } = await peopleIn(story);
      const requestId = await ask(story, { sendOn: nextDay().toString() });
      const held = heldUp(step);
      let counted = 0;
      const database = pausing(world.service.database, async () => {
        counted += 1;
        await held.step("");
      });
      const deciding = outcomeOf(
        decide({ ...world.service, database }, story.organization, { requestId, userId: ben, version: 1 }),
      );
      await Promise.race([held.reached, deciding]);
      const going = ends === "serve" ? serve(story, []) : move(story, ends);
      await Promise.race([going, waitForBlockedStatement(world.service.database)]);
      held.goOn();
      const outcome = await deciding;
      await going;
      assert.match(outcome, /approvedScheduled|requestChanged/);
      untilNextDay();
      await payScheduled();
      const { status, reviews, transactionId } = await show(story, requestId);
      assert.deepEqual([status, reviews, transactionId], ["pendingApproval", [], null], `${ends} at step ${step}`);
      await close(story);
      return counted;
    };
    const steps = await decisionOf("goLive", Number.POSITIVE_INFINITY);
    assert.ok(steps > 10, `${steps} steps`);
    const all = Array.from({ length: steps }, (_, index) => index + 1);
    for (const step of few(all, 0)) await decisionOf("goLive", step);
    for (const ends of ["remove", "serve"] as const) for (const step of few(all, 3)) await decisionOf(ends, step);
  });
});

/** A process that may be held up before each of its statements, also in the middle of a transaction. */
function pausing(database: Database, step: () => Promise<void>): Database {
  const before = (queries: Queryable): Queryable => ({
    many: (statement) => step().then(() => queries.many(statement)),
    maybe: (statement) => step().then(() => queries.maybe(statement)),
    one: (statement) => step().then(() => queries.one(statement)),
    run: (statement) => step().then(() => queries.run(statement)),
  });
  return {
    ...database,
    ...before(database),
    transaction: (work) => database.transaction((tx) => work({ ...tx, ...before(tx) })),
  };
}
