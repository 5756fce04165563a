/** An approver sends a request back with a question: who sees it, who settles it, and what is possible meanwhile. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type Conversations,
  type Name,
  openConversations,
  refused,
} from "../../kit/conversations/conversation-world.ts";
import { inject } from "../../kit/service/full-app.ts";
import { paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson } from "../../kit/worlds/people.ts";
import { lockUser } from "../../kit/worlds/users.queries.ts";

describe("questions about requests", () => {
  let story: Conversations;
  before(async () => {
    story = await openConversations();
  });
  after(() => story.close());

  const listed = async (name: Name, query: string): Promise<readonly string[]> => {
    const { body } = await story.send(name, { url: `/approvals?limit=200&${query}` });
    return body.requests.map(({ requestId }: { requestId: string }) => requestId);
  };
  const questionsOf = async (name: Name) => (await story.send(name, { url: "/overview" })).body.questions;
  const count = async (name: Name): Promise<number> => (await story.send(name, { url: "/approvals/mine" })).body.count;
  /** Whether the bell still asks the user to answer. */
  const isAskedToAnswer = async (name: Name, requestId: string): Promise<boolean> => {
    const answer = await story.send(name, { url: "/notifications?unread=true" });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.notifications.some(
      (notification: { kind: string; subjectId: string }) =>
        notification.kind === "questionAsked" && notification.subjectId === requestId,
    );
  };
  const actionsOf = async (name: Name, requestId: string) => (await story.review(name, requestId)).allowedActions;

  test("a question sends the request back: nobody can approve it until the requester answers", async () => {
    const asked = await story.request("dan", { amount: 431.25 });
    const { requestId } = asked;
    const before = await count("cleo");
    const question = await story.ask("ben", requestId, `Is this <@${story.idOf("cleo")}>'s order?`);
    assert.equal(question.status, 201, question.text);

    const apiAnswer = await inject(story.world.app, story.organization.token, {
      url: `/request-send-money/${requestId}`,
    });
    assert.deepEqual(
      [apiAnswer.body.status, apiAnswer.body.version],
      ["pendingApproval", asked.version],
      "for API clients",
    );
    for (const name of ["ben", "cleo"] as const) {
      assert.deepEqual(await refused(story.decide(name, "approve", asked)), [409, "requestSentBack"]);
      assert.ok(!(await listed(name, "mine=true")).includes(requestId), name);
    }
    assert.equal(await count("cleo"), before - 1);
    assert.deepEqual(await listed("cleo", "sentBack=true"), [requestId]);
    assert.deepEqual(await listed("cleo", "sentBack=true&sort=amount"), [requestId]);
    assert.ok((await listed("cleo", "")).includes(requestId), "it is still pending");
    const { sentBack, whyNotApprove } = await story.review("cleo", requestId);
    assert.deepEqual(
      [sentBack.commentId, sentBack.userId, whyNotApprove.code],
      [question.body.id, story.idOf("ben"), "requestSentBack"],
    );

    const { count: open, oldest } = await questionsOf("dan");
    assert.deepEqual([open, oldest[0].requestId, oldest[0].amount], [1, requestId, 431.25]);
    assert.equal(oldest[0].text, "Is this @Ada Lovelace's order?");
    assert.equal((await questionsOf("ada")).count, 0, "others are not asked");
    const [mail] = await story.mailsTo("dan");
    assert.match(mail?.subject ?? "", /asked about \$431\.25 to /);
    assert.ok(mail?.text.includes("Is this @Ada Lovelace's order?"));
    assert.match((await story.mailsTo("cleo"))[0]?.subject ?? "", /mentioned you/);

    assert.ok(await isAskedToAnswer("dan", requestId));
    const answered = await story.answer("dan", requestId, "Yes, hers.");
    assert.equal(answered.status, 201, answered.text);
    assert.match((await story.mailsTo("ben"))[0]?.subject ?? "", /answered about \$431\.25/);
    assert.equal((await questionsOf("dan")).count, 0);
    assert.ok(!(await isAskedToAnswer("dan", requestId)));
    assert.ok((await listed("cleo", "mine=true")).includes(requestId));
    assert.deepEqual(await story.said("vic", `/approvals/${requestId}`), [
      `question: Is this <@${story.idOf("cleo")}>'s order?`,
      "answer: Yes, hers.",
    ]);
    assert.equal((await story.decide("cleo", "approve", asked)).body.status, "approved");
  });

  test("each user may do what the buttons say, and nothing else", async () => {
    const asked = await story.request("ben");
    const { requestId } = asked;
    assert.deepEqual(await actionsOf("cleo", requestId), ["approve", "reject", "ask"]);
    assert.deepEqual(await actionsOf("ben", requestId), ["withdraw"]);
    assert.deepEqual(await refused(story.ask("ben", requestId)), [403, "ownRequest"]);
    assert.deepEqual(await refused(story.ask("dan", requestId)), [403, "notPermitted"]);
    assert.deepEqual(await refused(story.answer("dan", requestId)), [409, "noOpenQuestion"]);
    assert.deepEqual(await refused(story.withdrawQuestion("cleo", requestId)), [409, "noOpenQuestion"]);
    const token = await inject(story.world.app, story.organization.token, {
      url: `/approvals/${requestId}/question`,
      body: { text: "By a program?" },
    });
    assert.equal(token.status, 403);

    assert.equal((await story.ask("cleo", requestId)).status, 201);
    assert.deepEqual(await actionsOf("cleo", requestId), ["reject", "answer", "withdrawQuestion"]);
    assert.deepEqual(await actionsOf("ben", requestId), ["withdraw", "answer"]);
    assert.deepEqual(await actionsOf("dan", requestId), ["answer"]);
    assert.deepEqual(await actionsOf("vic", requestId), []);
    assert.deepEqual(await refused(story.ask("ada", requestId)), [409, "requestSentBack"]);
    assert.deepEqual(await refused(story.answer("vic", requestId)), [403, "mayNotAnswer"]);
    assert.deepEqual(await refused(story.withdrawQuestion("dan", requestId)), [403, "mayNotWithdrawQuestion"]);
    assert.equal((await story.withdrawQuestion("ada", requestId)).status, 201, "an administrator");
    assert.deepEqual(await refused(story.answer("dan", requestId)), [409, "noOpenQuestion"]);
    assert.deepEqual(await actionsOf("cleo", requestId), ["approve", "reject", "ask"]);
    assert.equal((await story.ask("cleo", requestId, "Again")).status, 201);
    assert.equal((await story.withdrawQuestion("cleo", requestId)).status, 201, "who asked");
    assert.deepEqual(await story.said("dan", `/approvals/${requestId}`), [
      "question: Which invoice?",
      "withdrawal: null",
      "question: Again",
      "withdrawal: null",
    ]);
    await story.decide("cleo", "reject", asked);
    assert.deepEqual(await refused(story.ask("ada", requestId)), [409, "requestAlreadyDecided"]);
  });

  test("rejecting or withdrawing the request ends its question", async () => {
    for (const [name, verb, status] of [
      ["cleo", "reject", "rejected"],
      ["dan", "withdraw", "cancelled"],
    ] as const) {
      const asked = await story.request();
      await story.ask("ben", asked.requestId);
      assert.equal((await questionsOf("dan")).count, 1);
      const decided = await story.decide(name, verb, asked);
      assert.equal(decided.body.status, status, decided.text);
      assert.equal((await questionsOf("dan")).count, 0);
      assert.equal((await story.review("ben", asked.requestId)).sentBack, null);
      assert.deepEqual(await refused(story.answer("dan", asked.requestId)), [409, "noOpenQuestion"]);
    }
  });

  test("approvals given before still count, and changed terms do not answer the question", async () => {
    const steps = [{ approvals: 2, approvers: { kind: "anyone" } }] as const;
    const ruleId = await saveRule(story.world.service, story.organization, { name: "Two", steps });
    const asked = await story.request();
    assert.equal((await story.decide("cleo", "approve", asked)).body.status, "pendingApproval");
    assert.equal((await story.ask("cleo", asked.requestId)).status, 201, "also by who has approved");
    await story.answer("dan", asked.requestId);
    assert.equal((await story.decide("ben", "approve", asked)).body.status, "approved");

    const other = await story.request();
    await story.decide("cleo", "approve", other);
    await story.ask("ben", other.requestId);
    const oneApproval = [{ approvals: 1, approvers: { kind: "anyone" } }] as const;
    await saveRule(story.world.service, story.organization, { ruleId, name: "One", steps: oneApproval });
    const { request, sentBack, reviews } = await story.review("ben", other.requestId);
    assert.deepEqual([request.version, reviews.length], [other.version + 1, 0]);
    assert.notEqual(sentBack, null);
    const now = { requestId: other.requestId, version: request.version };
    assert.deepEqual(await refused(story.decide("ada", "approve", now)), [409, "requestSentBack"]);
    await story.answer("dan", other.requestId);
    assert.equal((await story.decide("ada", "approve", now)).body.status, "approved");
    await saveRule(story.world.service, story.organization, { ruleId, name: "One", steps: oneApproval, active: false });
  });

  test("questions about requests of a token go to its creator; if that user is locked, to the administrators", async () => {
    const { world, organization } = story;
    const { body } = await inject(world.app, organization.token, paymentRequest(organization, { amount: 77 }));
    const owner = (await story.review("ada", body.requestId)).requester.userId;
    assert.ok(owner, "the token has a creator");
    await lockUser(world.service, organization.organizationId, owner, world.service.clock.now());
    assert.equal((await story.ask("ben", body.requestId)).status, 201);
    assert.match((await story.mailsTo("ada"))[0]?.subject ?? "", /asked about \$77\.00/);
    assert.equal((await questionsOf("ada")).count, 1);
    assert.equal((await questionsOf("dan")).count, 1, "every user who may request payments may answer");
    assert.equal((await questionsOf("vic")).count, 0);
    assert.equal((await story.answer("dan", body.requestId)).status, 201);
    await lockUser(world.service, organization.organizationId, owner, null);
  });

  test("an approval and a question at once: one of them comes first, and the other is refused", async () => {
    for (let round = 0; round < 4; round += 1) {
      const asked = await story.request();
      const [approved, question] = await Promise.all([
        story.decide("cleo", "approve", asked),
        story.ask("ben", asked.requestId),
      ]);
      const outcome = [approved.code ?? approved.body.status, question.code ?? question.body.kind];
      const isSentBack = question.status === 201;
      assert.deepEqual(outcome, isSentBack ? ["requestSentBack", "question"] : ["approved", "requestAlreadyDecided"]);
      if (isSentBack) await story.withdrawQuestion("ben", asked.requestId);
    }
    const twice = await story.request();
    const both = await Promise.all([story.ask("ben", twice.requestId), story.ask("cleo", twice.requestId)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    const answers = await Promise.all([story.answer("dan", twice.requestId), story.answer("ada", twice.requestId)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await story.said("dan", `/approvals/${twice.requestId}`)).length, 2);
  });

  test("a repeated key asks and answers once, also after the question was settled", async () => {
    const { requestId } = await story.request();
    const key = { idempotencyKey: "question" };
    const first = await story.ask("ben", requestId, "Which?", key);
    assert.equal((await story.ask("ben", requestId, "Which?", key)).text, first.text);
    const answer = await story.answer("dan", requestId, "This.", { idempotencyKey: "answer" });
    const again = await story.answer("dan", requestId, "This.", { idempotencyKey: "answer" });
    assert.equal(again.text, answer.text);
    const byViewer = story.answer("vic", requestId, "This.", { idempotencyKey: "answer" });
    assert.deepEqual(await refused(byViewer), [403, "mayNotAnswer"]);
    assert.equal((await story.ask("ben", requestId, "Which?", key)).text, first.text);
    assert.equal((await story.review("ben", requestId)).sentBack, null, "it is not sent back again");
    assert.equal((await story.said("dan", `/approvals/${requestId}`)).length, 2);
  });

  test("each step is in the audit log, in a sentence that leads to the request", async () => {
    const { requestId } = await story.request();
    await story.ask("ben", requestId);
    await story.withdrawQuestion("ben", requestId);
    await story.ask("ben", requestId);
    await story.answer("dan", requestId);
    const { entries } = (await story.send("ada", { url: `/audit?resourceId=${requestId}&order=asc` })).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    const about = ["ask", "withdrawQuestion", "ask", "answer"].map((verb) => `approvalRequest.${verb}`);
    assert.deepEqual(actions, ["approvalRequest.create", ...about]);
    assert.ok(!JSON.stringify(entries).includes("Which invoice?"));
  });

  test("another organization's requests and transactions have no conversation", async () => {
    const { requestId } = await story.request();
    const otherOrganization = await story.world.newOrganization();
    const stranger = await newPerson(story.world, otherOrganization.organizationId);
    const session = await browse(story.world.app, {
      url: "/session",
      body: {
        email: stranger.email,
        password: "a long and quiet afternoon",
        organizationId: otherOrganization.organizationId,
      },
    });
    for (const path of ["comments", "question", "answer"]) {
      const url = `/approvals/${requestId}/${path}`;
      const answer = await browse(story.world.app, { url, body: { text: "Hello" }, cookie: session.cookie });
      assert.deepEqual([answer.status, answer.code], [404, "resourceNotFound"], path);
    }
  });
});
