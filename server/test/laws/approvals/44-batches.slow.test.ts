import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import {
  countPaid,
  forgeDecision,
  reverseDecision,
  reviewsIn,
  smuggleRequest,
} from "../../kit/batches/batches.queries.ts";
import { callsOfPerson, carryOut, decideBatch, fillBatch, newSigned, seenBatch } from "../../kit/batches/batches.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { decide, outcomeOf, saveRule } from "../../kit/worlds/approvals.ts";

const world = await openWorldOfFile();

/**
 * Law 44: a decision about a batch decides each request that the user has seen in it at most once, with every check of a
 * decision about it alone, and no other request: whenever a process dies, however many carry it out, and whatever else
 * happens to the requests.
 */
describe("decisions about batches", () => {
  let story: Awaited<ReturnType<typeof openOrganization>>;
  const AMOUNTS = [11, 12, 13, 14, 15];

  async function openOrganization() {
    const organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    const bookkeeper = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
    const ben = await newSigned(world, organization, { role: "approver" });
    return {
      organization,
      bookkeeper,
      ben,
      asAda: callsOfPerson(world, await newSigned(world, organization)),
      asBen: callsOfPerson(world, ben),
      begin: () => fillBatch(bookkeeper, organization, { amounts: AMOUNTS }),
    };
  }

  before(async () => {
    story = await openOrganization();
  });

  /** Exactly what the requests say was paid was paid, each once, and nobody approved one twice. */
  async function assertPaidOnce(requestIds: readonly string[], what: string): Promise<number> {
    const paid = await countPaid(world.owner(), requestIds);
    for (const { request_id: id, status, payments, amount_minor: minor, paid_minor: paidMinor } of paid) {
      assert.equal(Number(payments), status === "approved" ? 1 : 0, `${what}: ${id} is ${status}`);
      assert.equal(paidMinor ?? 0n, status === "approved" ? minor : 0n, `${what}: ${id}`);
    }
    const reviews = await reviewsIn(world.owner(), requestIds);
    for (const { count } of reviews) assert.equal(Number(count), 1, `${what}: one review of each person`);
    return paid.filter(({ status }) => status === "approved").length;
  }

  test("a process dies at any of its steps, and another one completes the decision", async () => {
    const { service } = world;
    const { asAda, begin } = story;
    const counting = deathAt(undefined);
    const undisturbed = await begin();
    assert.equal((await decideBatch(asAda, undisturbed.batchId)).status, 202);
    await carryOut({ ...service, database: dyingDatabase(service.database, counting) });
    assert.equal(await assertPaidOnce(undisturbed.requestIds, "nobody dies"), AMOUNTS.length);
    const steps = counting.steps();
    assert.ok(steps > 50, `${steps} steps`);
    const random = seeded(testSeed("the steps at which a process that decides about a batch dies"));
    const all = Array.from({ length: steps }, (_, index) => index + 1);
    for (const step of long ? all : all.filter(() => random() < 8 / steps)) {
      const { batchId, requestIds } = await begin();
      assert.equal((await decideBatch(asAda, batchId)).status, 202);
      const death = deathAt(step);
      await carryOut({ ...service, database: dyingDatabase(service.database, death) }).catch((error: unknown) => {
        if (!death.isDead()) throw error;
      });
      const halfway = await seenBatch(asAda, batchId);
      const { decided, state } = halfway.decision;
      assert.equal(halfway.approved.count, decided, `step ${step}: what is said to be decided is decided`);
      if (state === "running") assert.deepEqual(halfway.allowedActions, [], "nothing else until it is done");
      await carryOut(service);
      assert.equal(await assertPaidOnce(requestIds, `died at step ${step} of ${steps}`), AMOUNTS.length);
      const done = await seenBatch(asAda, batchId);
      assert.deepEqual(
        [done.decision.state, done.decision.decided, done.decision.refused, done.waiting.count],
        ["done", AMOUNTS.length, 0, 0],
      );
    }
  });

  test("three processes, single decisions, and removals at the same time", async () => {
    const { organization, asAda, asBen, ben, begin } = story;
    const nodes = [world.app, await world.anotherNode(), await world.anotherNode()];
    const random = seeded(testSeed("what else happens to the requests of a batch"));
    for (let round = 0; round < (long ? 40 : 4); round += 1) {
      const { batchId, requestIds } = await begin();
      assert.equal((await decideBatch(asAda, batchId)).status, 202);
      const anyRequest = () => requestIds[Math.floor(random() * requestIds.length)] ?? "";
      const [single, removed, rejected] = [anyRequest(), anyRequest(), anyRequest()];
      const others = Promise.all([
        outcomeOf(decide(world.service, organization, { requestId: single, userId: ben.userId })),
        outcomeOf(decide(world.service, organization, { requestId: rejected, userId: ben.userId, decision: "reject" })),
        asBen(`/approval-batches/${batchId}/remove`, { requestIds: [removed] }),
      ]);
      const jobs = nodes.map(({ jobs: all }) => all.filter(({ name }) => name === "batch-decisions"));
      await Promise.all(jobs.map((own) => runUntilIdle(own)));
      const [, , removal] = await others;
      assert.ok([200, 409].includes(removal.status), removal.text);
      await carryOut(world.service);
      await assertPaidOnce(requestIds, `round ${round}`);
      const { decision, waiting, removed: leftCount } = await seenBatch(asAda, batchId);
      assert.deepEqual([decision.state, decision.decided + decision.refused], ["done", AMOUNTS.length]);
      assert.equal(waiting.count, 0, "whatever stayed in the batch is decided");
      assert.equal(leftCount, removal.status === 200 ? 1 : 0);
      for (const { code } of decision.refusals)
        assert.ok(["requestAlreadyDecided", "requestNotInBatch"].includes(code), code);
    }
  });

  test("two approvers: the first pays nothing, the second everything, and neither counts twice", async () => {
    const two = { approvals: 2, approvers: { kind: "anyone" } } as const;
    const other = await openOrganization();
    await saveRule(world.service, other.organization, { steps: [two] });
    const { asAda, asBen, bookkeeper } = other;
    const { batchId, requestIds } = await other.begin();
    assert.equal((await decideBatch(asAda, batchId)).status, 202);
    const running = await decideBatch(asBen, batchId, {
      content: (await seenBatch(asBen, batchId)).evaluation.content,
    });
    assert.equal(running.code, "batchDecisionRunning");
    await carryOut(world.service);
    assert.equal(await assertPaidOnce(requestIds, "one approval of two"), 0);
    assert.equal((await decideBatch(asAda, batchId)).code, "alreadyReviewed");
    assert.equal((await decideBatch(bookkeeper, batchId)).code, "notPermitted");
    const before = await seenBatch(asBen, batchId);
    assert.equal((await decideBatch(asBen, batchId)).status, 202);
    await carryOut(world.service);
    assert.equal(await assertPaidOnce(requestIds, "two approvals"), AMOUNTS.length);
    const paid = await seenBatch(asBen, batchId);
    assert.deepEqual([paid.approved, before.waiting.total], [before.waiting, 65]);
    assert.equal(minorFromDollars(paid.approved.total), 65_00n);
  });

  test("a decision that someone wrote or changed in the database is not carried out", async () => {
    const { service } = world;
    const { ben, asAda, begin } = story;
    const isReported = (table: string) =>
      [...findingsOf(service.vault).rows.values()].some((row) => row.table === table);
    const nothing = async (batchId: string, requestIds: readonly string[], what: string) => {
      await carryOut(service);
      assert.equal(await assertPaidOnce(requestIds, what), 0);
      const { decision, waiting } = await seenBatch(asAda, batchId);
      assert.deepEqual([decision.state, decision.decided], ["running", 0], `${what}: until an operator has looked`);
      assert.equal(waiting.count, requestIds.length, `${what}: its requests still wait`);
      assert.ok(isReported("approval_batch_decisions"), what);
    };

    const forged = await begin();
    await forgeDecision(world.owner(), { batchId: forged.batchId, userId: ben.userId });
    await nothing(forged.batchId, forged.requestIds, "a forged approval");

    const grown = await begin();
    const [smuggled = ""] = forged.requestIds;
    assert.equal((await decideBatch(asAda, grown.batchId)).status, 202);
    await smuggleRequest(world.owner(), { batchId: grown.batchId, requestId: smuggled });
    await carryOut(service);
    assert.equal(await assertPaidOnce([smuggled], "a request that the user has not seen"), 0);
    assert.equal(await assertPaidOnce(grown.requestIds, "those that the user has seen"), AMOUNTS.length);
    assert.equal((await seenBatch(asAda, grown.batchId)).decision.state, "done", "and the decision ends");
    assert.ok(isReported("approval_batch_items"));

    const reversed = await begin();
    const rejection = { verb: "reject", reason: "Not ours" };
    assert.equal((await decideBatch(asAda, reversed.batchId, rejection)).status, 202);
    await reverseDecision(world.owner(), reversed.batchId);
    await nothing(reversed.batchId, reversed.requestIds, "a rejection turned into an approval");
  });
});
