/**
 * A batch of requests: a bookkeeper fills and submits it, approvers decide about what they have seen, and nobody can
 * change it under their eyes.
 */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import {
  callsOfPerson,
  carryOut,
  decideBatch,
  fillBatch,
  mailsAbout,
  newSigned,
  type PersonCalls,
  requestIn,
  type Signed,
  seenBatch,
  submit,
} from "../../kit/batches/batches.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { requestPaymentOf, saveRule } from "../../kit/worlds/approvals.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const world = await openWorldOfFile();

describe("a batch of requests", () => {
  let organization: TestOrganization;
  let ada: Signed;
  let ben: Signed;
  let asAda: PersonCalls;
  let asBen: PersonCalls;
  let bookkeeper: PersonCalls;
  beforeEach(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
    ada = await newSigned(world, organization);
    ben = await newSigned(world, organization, { role: "approver", proved: false });
    asAda = callsOfPerson(world, ada);
    asBen = callsOfPerson(world, ben);
    bookkeeper = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
  });

  const queued = async (query: string) => (await asBen(`/approvals?${query}`)).body.requests;
  const codeOf = async (answer: ReturnType<PersonCalls>) => (await answer).code;

  test("is evaluated in a list if it is small, otherwise alone, so that the list stays fast", async () => {
    const large = await fillBatch(bookkeeper, organization, {
      amounts: Array.from({ length: 101 }, () => 1),
      name: "Large",
    });
    const small = await fillBatch(bookkeeper, organization, { amounts: [2, 3], name: "Small" });
    const { batches } = (await asBen("/approval-batches")).body;
    assert.deepEqual(
      batches.map((batch: { name: string; waiting: { count: number }; evaluation: object | null }) => [
        batch.name,
        batch.waiting.count,
        batch.evaluation !== null,
      ]),
      [
        ["Large", 101, false],
        ["Small", 2, true],
      ],
    );
    assert.equal((await seenBatch(asBen, large.batchId)).evaluation.approvable.count, 101);
    assert.equal((await seenBatch(asBen, small.batchId)).evaluation.approvable.count, 2);
  });

  test("is filled payment by payment, submitted, listed as one item, and approved in one decision", async () => {
    const opened = await bookkeeper("/approval-batches", {
      name: "Supplier run November",
      announced: { count: 3, total: 60 },
    });
    const { batchId } = opened.body;
    await requestIn(bookkeeper, organization, { batchId, amount: 10, idempotencyKey: "row 1" });
    await requestIn(bookkeeper, organization, { batchId, amount: 20, idempotencyKey: "row 2" });
    const { batches } = (await asBen("/approval-batches")).body;
    assert.deepEqual(
      [batches[0].state, batches[0].announced, batches[0].arrived, batches[0].allowedActions],
      ["open", { count: 3, total: 60 }, { count: 2, total: 30 }, ["ungroup"]],
    );
    assert.equal(await codeOf(decideBatch(asBen, batchId)), "batchNotSubmitted");
    // The browser was closed: it repeats the second row, and continues.
    const again = await requestIn(bookkeeper, organization, { batchId, amount: 20, idempotencyKey: "row 2" });
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal((await mailsAbout(world, organization)).length, 0, "nothing to review yet");
    const wrong = await bookkeeper(`/approval-batches/${batchId}/submit`, { count: 3, total: 60 });
    assert.equal(wrong.code, "batchIncomplete");
    await requestIn(bookkeeper, organization, { batchId, amount: 30, idempotencyKey: "row 3" });
    const fourth = await requestIn(bookkeeper, organization, { batchId, amount: 40 });
    assert.equal(fourth.code, "batchFull");
    await submit(bookkeeper, batchId, [10, 20, 30]);
    assert.deepEqual(
      (await mailsAbout(world, organization)).map(({ subject }) => subject),
      Array.from({ length: 2 }, () => "Supplier run November (3 payments, $60.00) is waiting for approval"),
    );

    const mine = (await asBen("/approvals/mine")).body;
    assert.deepEqual([mine.count, mine.items], [3, 1]);
    assert.deepEqual(await queued("alone=true"), []);
    assert.equal((await queued(`batchId=${batchId}`)).length, 3);
    const seen = await seenBatch(asBen, batchId);
    assert.deepEqual(
      [seen.waiting, seen.evaluation.approvable, seen.evaluation.flagged, seen.allowedActions],
      [{ count: 3, total: 60 }, { count: 3, total: 60 }, 3, ["approve", "reject", "remove", "ungroup"]],
    );
    const { accounts, methods } = seen.evaluation;
    assert.deepEqual(
      accounts.map((sum: { count: number; total: number }) => [sum.count, sum.total]),
      [[3, 60]],
    );
    assert.deepEqual(methods, [{ paymentMethod: "ach", count: 3, total: 60 }]);
    const started = await decideBatch(asBen, batchId);
    assert.deepEqual([started.status, started.body.count, started.body.total], [202, 3, 60]);
    await carryOut(world.service);
    const done = await seenBatch(asBen, batchId);
    assert.deepEqual([done.approved, done.waiting.count], [{ count: 3, total: 60 }, 0]);
    assert.deepEqual((await asBen("/approval-batches")).body.batches, [], "nothing waits");
    const { entries } = (await asAda(`/audit?resourceId=${batchId}`)).body;
    assert.deepEqual(
      entries.map(({ sentence }: { sentence: { text: string }[] }) => sentence.map(({ text }) => text).join("")),
      [
        "Ada Lovelace opened the batch Supplier run November (3 payments, $60.00)",
        "Ada Lovelace submitted the batch Supplier run November (3 payments, $60.00)",
        "Ada Lovelace approved the batch Supplier run November (3 payments, $60.00)",
      ],
    );
  });

  test("nothing joins it after it was submitted, and only its creator adds to it or submits it", async () => {
    const other = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
    const { batchId } = await fillBatch(bookkeeper, organization, { amounts: [10], announced: 5, submits: false });
    const byToken = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/request-send-money`,
      body: { recipientId: organization.recipientId, amount: 10, paymentMethod: "ach", batchId },
    });
    assert.equal(byToken.body.errors.errorCode, "notBatchCreator");
    assert.equal(await codeOf(requestIn(other, organization, { batchId })), "notBatchCreator");
    const asOther = other(`/approval-batches/${batchId}/submit`, { count: 1, total: 10 });
    assert.equal(await codeOf(asOther), "notBatchCreator");
    await submit(bookkeeper, batchId, [10]);
    assert.equal(await codeOf(requestIn(bookkeeper, organization, { batchId })), "batchNotOpen");
    const twice = bookkeeper(`/approval-batches/${batchId}/submit`, { count: 1, total: 10 });
    assert.equal(await codeOf(twice), "batchNotOpen");
    const [row] = await queued("status=all");
    const group = bookkeeper("/approval-batches/group", { name: "Again", requestIds: [row.requestId] });
    assert.equal(await codeOf(group), "requestNotGroupable");
  });

  test("what changes after an approver looked is not decided: removed rows, decided rows, new bank details", async () => {
    const { batchId, requestIds } = await fillBatch(bookkeeper, organization);
    const look = async () => (await seenBatch(asBen, batchId)).evaluation.content;
    const before = await look();
    const removed = await bookkeeper(`/approval-batches/${batchId}/remove`, { requestIds: [requestIds[0]] });
    assert.deepEqual([removed.status, removed.body.removed, removed.body.waiting.count], [200, 1, 2]);
    assert.equal(await codeOf(decideBatch(asBen, batchId, { content: before })), "batchChanged");
    assert.equal((await queued("alone=true"))[0].requestId, requestIds[0], "it waits for a decision of its own");
    const twice = asBen(`/approval-batches/${batchId}/remove`, { requestIds: [requestIds[0]] });
    assert.equal(await codeOf(twice), "requestNotInBatch");

    const second = await look();
    await asAda(`/request-send-money/${requestIds[1]}/approve`, { version: 1 });
    assert.equal(await codeOf(decideBatch(asBen, batchId, { content: second })), "batchChanged");

    const third = await look();
    const details = {
      accountNumber: "55501234",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    const changed = await inject(world.app, organization.token, {
      url: `/recipient/${organization.recipientId}`,
      body: { electronicRoutingInfo: details },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await codeOf(decideBatch(asBen, batchId, { content: third })), "batchChanged");
    // Having looked again, the approver decides on the new details.
    assert.equal((await decideBatch(asBen, batchId)).status, 202);
    await carryOut(world.service);
    assert.equal((await seenBatch(asBen, batchId)).approved.count, 2);
  });

  test("what changes while a decision is carried out is refused with its reason, and the rest is decided", async () => {
    const { batchId, requestIds } = await fillBatch(bookkeeper, organization);
    assert.equal((await decideBatch(asBen, batchId)).status, 202);
    assert.equal(await codeOf(asAda(`/approval-batches/${batchId}/ungroup`, {})), "batchDecisionRunning");
    assert.equal((await asAda(`/approval-batches/${batchId}/remove`, { requestIds: [requestIds[0]] })).status, 200);
    await asAda(`/request-send-money/${requestIds[1]}/reject`, { version: 1, reason: "Not ours" });
    await carryOut(world.service);
    const { decision, approved, rejected } = await seenBatch(asBen, batchId);
    assert.deepEqual(
      [decision.state, decision.decided, decision.refusals.map(({ code }: { code: string }) => code)],
      ["done", 1, ["requestNotInBatch", "requestAlreadyDecided"]],
    );
    assert.deepEqual([approved.count, rejected.count], [1, 1]);
    assert.equal((await queued("alone=true")).length, 1);
  });

  test("requires one step-up for its total, and none to reject it", async () => {
    await setSettings(world, organization.organizationId, { approvalStepUpFromMinor: 50_00n });
    const { batchId } = await fillBatch(bookkeeper, organization);
    assert.equal((await seenBatch(asBen, batchId)).evaluation.stepUpNeeded, true, "60 dollars in three payments");
    assert.equal(await codeOf(decideBatch(asBen, batchId)), "stepUpNeeded");
    assert.equal((await seenBatch(asAda, batchId)).evaluation.stepUpNeeded, false, "she has just entered it");
    assert.equal((await decideBatch(asBen, batchId, { verb: "reject", reason: "Wrong month" })).status, 202);
    await carryOut(world.service);
    const { rejected, decision } = await seenBatch(asBen, batchId);
    assert.deepEqual([rejected.count, decision.verb], [3, "reject"]);
    assert.equal(await codeOf(decideBatch(asAda, batchId)), "batchDecided");
  });

  test("is rejected as a whole, also under a rule about totals of the day, which each rejection lowers", async () => {
    await saveRule(world.service, organization, { conditions: { amountFromMinor: "2500" } });
    const { batchId } = await fillBatch(bookkeeper, organization);
    assert.equal((await decideBatch(asBen, batchId, { verb: "reject", reason: "Wrong month" })).status, 202);
    await carryOut(world.service);
    const { rejected, decision } = await seenBatch(asBen, batchId);
    assert.deepEqual([rejected.count, decision.refusals], [3, []]);
  });

  test("after a change of a rule, the batch that is seen next is decided", async () => {
    const { batchId } = await fillBatch(bookkeeper, organization);
    const { content } = (await seenBatch(asBen, batchId)).evaluation;
    await saveRule(world.service, organization, { name: "New" });
    assert.equal(await codeOf(decideBatch(asBen, batchId, { content })), "batchChanged");
    assert.equal((await decideBatch(asBen, batchId)).status, 202);
    await carryOut(world.service);
    assert.equal((await seenBatch(asBen, batchId)).approved.count, 3);
  });

  test("pays nothing if the balance does not cover all of it", async () => {
    const { batchId, requestIds } = await fillBatch(bookkeeper, organization, { amounts: [600, 500] });
    const { shortfalls } = (await seenBatch(asAda, batchId)).evaluation;
    assert.deepEqual([shortfalls[0].total, shortfalls[0].available], [1_100, 1_000]);
    const refused = await decideBatch(asAda, batchId);
    assert.equal(refused.code, "batchNotCovered", refused.text);
    await asAda(`/approval-batches/${batchId}/remove`, { requestIds: [requestIds[0]] });
    assert.equal((await decideBatch(asAda, batchId)).status, 202);
  });

  test("counts approval limits over all of it, and leaves out what the user may not approve", async () => {
    const limit = await asAda("/approver-limits", {
      userId: ben.userId,
      accountId: null,
      limit: null,
      limitPerDay: 35,
    });
    assert.ok(limit.status < 300, limit.text);
    const { batchId } = await fillBatch(bookkeeper, organization);
    const { evaluation } = await seenBatch(asBen, batchId);
    assert.deepEqual(evaluation.approvable, { count: 2, total: 30 });
    assert.deepEqual(
      evaluation.notApprovable.map(({ code, count }: { code: string; count: number }) => [code, count]),
      [["approverLimitExceeded", 1]],
    );
    const started = await decideBatch(asBen, batchId);
    assert.deepEqual([started.body.count, started.body.total], [2, 30]);
    await carryOut(world.service);
    const after = await seenBatch(asAda, batchId);
    assert.deepEqual([after.decision.decided, after.decision.refused, after.waiting.count], [2, 0, 1]);
  });

  test("the same key decides once and gets the same answer", async () => {
    const { batchId } = await fillBatch(bookkeeper, organization);
    const { content } = (await seenBatch(asAda, batchId)).evaluation;
    const body = { content, idempotencyKey: "once" };
    const [first, second] = [
      await asAda(`/approval-batches/${batchId}/approve`, body),
      await asAda(`/approval-batches/${batchId}/approve`, body),
    ];
    assert.equal(second.text, first.text);
    assert.equal(second.headers["idempotent-replayed"], "true");
    await carryOut(world.service);
    assert.equal((await asAda(`/approval-batches/${batchId}/approve`, body)).text, first.text);
  });

  test("a selection becomes a batch for approvers and for its requester, who may also withdraw it", async () => {
    const ids: string[] = [];
    for (const amount of [1, 2]) ids.push((await requestIn(bookkeeper, organization, { amount })).body.requestId);
    const { requestId: another } = await requestPaymentOf(world, organization, { amount: 3 });
    const all = bookkeeper("/approval-batches/group", { name: "Mine", requestIds: [...ids, another] });
    assert.equal(await codeOf(all), "mayNotChangeBatch", "not all of them are the bookkeeper's");
    const grouped = await bookkeeper("/approval-batches/group", { name: "Mine", requestIds: ids });
    assert.deepEqual([grouped.status, grouped.body.state], [201, "submitted"]);
    const { batchId } = grouped.body;
    const stranger = callsOfPerson(world, await newSigned(world, organization, { role: "bookkeeper" }));
    const removal = stranger(`/approval-batches/${batchId}/remove`, { requestIds: ids });
    assert.equal(await codeOf(removal), "mayNotChangeBatch");
    const withdrawal = decideBatch(stranger, batchId, { verb: "withdraw" });
    assert.equal(await codeOf(withdrawal), "mayNotWithdraw");
    assert.equal((await decideBatch(bookkeeper, batchId, { verb: "withdraw" })).status, 202);
    await carryOut(world.service);
    assert.equal((await seenBatch(asBen, batchId)).withdrawn.count, 2);

    const byApprover = await asBen("/approval-batches/group", { name: "One", requestIds: [another] });
    const ungrouped = await asAda(`/approval-batches/${byApprover.body.batchId}/ungroup`, {});
    assert.deepEqual([ungrouped.status, ungrouped.body.state], [200, "ungrouped"]);
    assert.equal(await codeOf(asAda(`/approval-batches/${byApprover.body.batchId}/ungroup`, {})), "batchUngrouped");
    assert.equal((await queued("alone=true"))[0].requestId, another);
  });

  test("approvers of the next step get one email when it is their turn", async () => {
    const step = (userId: string) => ({ approvals: 1, approvers: { kind: "users", userIds: [userId] } }) as never;
    await saveRule(world.service, organization, { steps: [step(ben.userId), step(ada.userId)] });
    const { batchId } = await fillBatch(bookkeeper, organization);
    const addressees = async () => (await mailsAbout(world, organization)).map(({ to }) => to);
    assert.deepEqual(await addressees(), [ben.email]);
    await decideBatch(asBen, batchId);
    await carryOut(world.service);
    assert.deepEqual((await addressees()).toSorted(), [ada.email, ben.email].toSorted());
    assert.equal(await codeOf(decideBatch(asBen, batchId)), "alreadyReviewed");
    await decideBatch(asAda, batchId);
    await carryOut(world.service);
    assert.equal((await seenBatch(asAda, batchId)).approved.count, 3);
  });
});
