/** Who is notified of what: once, never of their own actions, and never of what they may not open. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { bellOf, mention, mentionWithin, prefer, sentencesOf } from "../../kit/notifications/bell.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { decide, requestPaymentOf, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the bell", () => {
  let ada: TestPerson;
  let ben: TestPerson;
  let vera: TestPerson;
  let asAda: string;
  let asBen: string;
  let asVera: string;
  before(async () => {
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 10_000_00n);
    ada = await newPerson(world, organizationId, { email: "ada@example.com" });
    ben = await newPerson(world, organizationId, { email: "ben@example.com", role: "approver" });
    vera = await newPerson(world, organizationId, { email: "vera@example.com", role: "viewer" });
    asAda = await provedIn(world.app, ada);
    asBen = await provedIn(world.app, ben);
    asVera = await provedIn(world.app, vera);
  });

  const bell = (cookie: string, query?: string) => bellOf(world.app, cookie, query);
  const newest = async (cookie: string) => (await bell(cookie)).notifications[0];
  const read = (cookie: string, id: string) =>
    browse(world.app, { method: "POST", url: `/notifications/${id}/read`, cookie });
  const run = (name: string) =>
    runUntilIdle(world.app.jobs.filter((job) => job.name === name).map((job) => ({ run: job.run })));
  const mailsTo = async (address: string) =>
    (await inject(world.app, organization.token, { url: "/sandbox/emails?limit=1000" })).body.emails.filter(
      ({ to }: { to: string }) => to === address,
    );
  const call = (cookie: string, url: string, body: unknown = {}) => browse(world.app, { url, body, cookie });

  test("a request waits for approvers until one of them decides; its requester is notified of the decision", async () => {
    const body = { recipientId: organization.recipientId, amount: 12.5, paymentMethod: "ach" };
    const requested = await call(asAda, `/account/${organization.accountId}/request-send-money`, body);
    assert.equal(requested.status, 200, requested.text);
    const { requestId } = requested.body;
    assert.deepEqual(await bell(asAda), { count: 0, notifications: [] }, "not of her own request");
    const waiting = await bell(asBen);
    assert.deepEqual([waiting.count, sentencesOf(waiting)], [1, ["Ada Lovelace requested $12.50 to Globex"]]);
    assert.deepEqual(
      [waiting.notifications[0]?.subjectType, waiting.notifications[0]?.subjectId],
      ["approvalRequest", requestId],
    );
    const carl = await newPerson(world, organization.organizationId, { email: "carl@example.com", role: "approver" });
    const reason = "Wrong amount";
    await decide(world.service, organization, { requestId, userId: carl.userId, decision: "reject", reason });
    const handled = await bell(asBen);
    assert.equal(handled.count, 0, "another approver decided");
    assert.ok(handled.notifications[0]?.doneAt);
    assert.deepEqual(sentencesOf(await bell(asAda)), [
      "Ada Lovelace rejected your request for $12.50 to Globex: Wrong amount",
    ]);
    assert.deepEqual((await bell(asVera)).notifications, []);
  });

  test("the approver of one of two steps has nothing left to do", async () => {
    const rule = { steps: [{ approvals: 2, approvers: { kind: "anyone" as const } }] };
    await saveRule(world.service, organization, rule);
    const { requestId } = await requestPaymentOf(world, organization, { amount: 20 });
    const [beforeAda, beforeBen] = [(await bell(asAda)).count, (await bell(asBen)).count];
    assert.equal((await newest(asBen))?.sentence, "The token “test” of Grace Hopper requested $20.00 to Globex");
    await decide(world.service, organization, { requestId, userId: ben.userId });
    assert.equal((await bell(asBen)).count, beforeBen - 1);
    assert.equal((await bell(asAda)).count, beforeAda, "another approval is needed");
    await decide(world.service, organization, { requestId, userId: ada.userId });
    assert.equal((await bell(asAda)).count, beforeAda - 1);
  });

  test("the same cause notifies a user once, also at the same time, and not if it rolls back", async () => {
    const { organizationId } = organization;
    const sourceId = randomUUID();
    const once = () => mention(world.service, organizationId, ben.userId, { sourceId });
    const notified = await Promise.all([once(), once(), once()]);
    assert.deepEqual(notified.flat(), [ben.userId]);
    assert.deepEqual(await once(), []);
    const [{ count }, { length }] = [await bell(asBen), await mailsTo(ben.email)];
    const failing = world.service.database.transaction(async (tx) => {
      assert.equal((await mentionWithin(world.service, tx, { organizationId, userId: ben.userId })).length, 1);
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    assert.deepEqual([(await bell(asBen)).count, (await mailsTo(ben.email)).length], [count, length]);
  });

  test("nobody is notified of what they may not open, nor sees it after losing the right", async () => {
    const { organizationId } = organization;
    const subject = { type: "recipient", id: organization.recipientId } as const;
    assert.deepEqual(await mention(world.service, organizationId, vera.userId, { subject }), []);
    const open = { type: "statement", id: randomUUID() } as const;
    const custom = await newPerson(world, organizationId, {
      role: "custom",
      customPermissions: ["fetchAccountStatements"],
    });
    const cookie = await provedIn(world.app, custom);
    assert.deepEqual(await mention(world.service, organizationId, custom.userId, { subject: open }), [custom.userId]);
    assert.equal((await bell(cookie)).count, 1);
    const patch = { role: "custom", customPermissions: ["fetchTransactions"] };
    const url = `/users/${custom.userId}`;
    const changed = await browse(world.app, { method: "PATCH", url, body: patch, cookie: asAda });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(await bell(await provedIn(world.app, custom)), { count: 0, notifications: [] });
  });

  test("each user reads their own: one, or all up to the newest that was shown", async () => {
    const { organizationId } = organization;
    for (let count = 0; count < 3; count += 1) await mention(world.service, organizationId, ben.userId);
    const { notifications, count } = await bell(asBen, "?limit=3");
    const [first, second] = notifications;
    assert.ok(first && second);
    assert.equal((await read(asBen, first.id)).status, 204);
    assert.equal((await read(asBen, first.id)).status, 204, "repeating changes nothing");
    assert.equal((await bell(asBen)).count, count - 1);
    assert.equal((await bell(asBen, "?unread=true&limit=1")).notifications[0]?.id, second.id);
    assert.equal((await read(asAda, second.id)).code, "resourceNotFound", "another user's");
    assert.equal((await read(asBen, UNKNOWN)).code, "resourceNotFound");
    const cursor = await browse(world.app, { url: `/notifications?start_after=${second.id}`, cookie: asAda });
    assert.equal(cursor.code, "unknownCursor");
    await mention(world.service, organizationId, ben.userId);
    const all = await call(asBen, "/notifications/read", { upTo: first.id });
    assert.deepEqual(all.body, { count: count - 1 });
    assert.equal((await bell(asBen)).count, 1, "one that arrived meanwhile is unread");
    const next = await browse(world.app, { url: `/notifications?limit=2&start_after=${first.id}`, cookie: asBen });
    assert.equal(next.body.notifications[0].id, second.id);
    assert.ok(next.body.page.nextPage);
  });

  test("a failed payment is for its requester and those who can solve it, until it is handled", async () => {
    const made = await inject(world.app, organization.token, payment(organization, { amount: 31 }));
    const { id } = made.body;
    await inject(world.app, organization.token, { url: `/sandbox/transactions/${id}/fail`, body: {} });
    await run("payment-notices");
    const shown = await newest(asAda);
    assert.match(shown?.sentence ?? "", /^The payment of \$31\.00 to Globex failed: /);
    assert.deepEqual([shown?.kind, shown?.subjectId], ["otherPaymentProblem", id]);
    assert.notEqual((await newest(asVera))?.subjectId, id, "viewers can do nothing about it");
    const { count } = await bell(asAda);
    await run("payment-notices");
    assert.equal((await bell(asAda)).count, count);
    const handled = await call(asAda, `/transaction/${id}/handled`);
    assert.equal(handled.status, 200, handled.text);
    assert.equal((await bell(asAda)).count, count - 1);
  });

  test("changed bank details are for those who may confirm them, and their author is notified of the decision", async () => {
    await setSettings(world, organization.organizationId, { confirmBankDetailChanges: true });
    const grace = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    const asGrace = await provedIn(world.app, grace);
    const electronicRoutingInfo = {
      accountNumber: "987654321000",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    const url = `/recipient/${organization.recipientId}`;
    assert.equal((await call(asAda, url, { electronicRoutingInfo })).status, 200);
    const shown = await newest(asGrace);
    assert.equal(shown?.sentence, "Ada Lovelace changed the bank details of Globex: confirm them");
    assert.notEqual((await newest(asBen))?.kind, "detailsToConfirm", "an approver does not edit recipients");
    const { changes } = (await browse(world.app, { url: `${url}/changes`, cookie: asGrace })).body;
    const confirmed = await call(asGrace, `${url}/changes/${changes[0].changeId}/decline`);
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal((await bell(asGrace)).count, 0);
    assert.equal((await newest(asAda))?.sentence, "Ada Lovelace declined your change of Globex");
  });

  test("a change that takes two people is for those who may confirm it, once, with several workers", async () => {
    const { organizationId } = organization;
    const second = await newPerson(world, organizationId, { email: "second@example.com" });
    const asSecond = await provedIn(world.app, second);
    const invitee = { email: "grace@example.com", firstName: "Grace", lastName: "Hopper", role: "approver" };
    const proposed = await call(asAda, "/users/invitations", invitee);
    assert.equal(proposed.status, 202, proposed.text);
    const job = world.app.jobs.find(({ name }) => name === "change-notices");
    await Promise.all([1, 2, 3].map(() => acrossOrganizations(async () => job?.run())));
    const { count, notifications } = await bell(asSecond);
    assert.deepEqual([count, notifications.length], [1, 1]);
    assert.match(notifications[0]?.sentence ?? "", /Invite Grace Hopper \(grace@example\.com\) as approver$/);
    assert.equal((await mailsTo(second.email)).length, 1);
    const { changeId } = proposed.body;
    assert.equal((await call(asSecond, `/control-changes/${changeId}/decline`)).body.status, "declined");
    assert.equal((await bell(asSecond)).count, 0);
    assert.match((await newest(asAda))?.sentence ?? "", /^Ada Lovelace declined your change: Invite Grace Hopper/);
    await run("change-notices");
    assert.equal((await bell(asSecond)).notifications.length, 1);
  });

  test("a webhook that begins to fail is for those who manage it, until it works or is paused", async () => {
    // Nothing listens there.
    const webhook = { url: "http://127.0.0.1:1025/hook", eventTypes: ["transaction.created"] };
    const made = await inject(world.app, organization.token, { url: "/webhooks", body: webhook });
    assert.equal(made.status, 200, made.text);
    for (let amount = 41; amount <= 46; amount += 1)
      await inject(world.app, organization.token, payment(organization, { amount }));
    await run("webhook-fan-out");
    await run("webhook-deliveries");
    const shown = await newest(asAda);
    assert.equal(shown?.sentence, "The webhook 127.0.0.1:1025 is failing: events are retried");
    assert.notEqual((await newest(asBen))?.kind, "webhookFailing", "an approver does not manage webhooks");
    const { count } = await bell(asAda);
    const url = `/webhooks/${made.body.id}`;
    assert.equal((await inject(world.app, organization.token, { url, body: { status: "paused" } })).status, 200);
    assert.equal((await bell(asAda)).count, count - 1);
  });

  test("emails follow the user's choice, and a flood ends with a note and goes to the summary", async () => {
    const { organizationId } = organization;
    const sent = async () => (await mailsTo(ben.email)).length;
    await prefer(world.app, asBen, "conversations", "off");
    const start = await sent();
    await mention(world.service, organizationId, ben.userId);
    await prefer(world.app, asBen, "conversations", "digest");
    await mention(world.service, organizationId, ben.userId);
    assert.equal(await sent(), start, "neither is emailed at once");
    assert.equal((await bell(asBen, "?limit=2")).notifications.length, 2, "the bell has both");
    await prefer(world.app, asBen, "conversations", "immediately");
    for (let count = 0; count < 25; count += 1) await mention(world.service, organizationId, ben.userId);
    const mails = (await mailsTo(ben.email)).filter(({ kind: of }: { kind: string }) => of === "notification");
    assert.equal(mails.length, 20, "of a kind and hour");
    const { text } = (await inject(world.app, organization.token, { url: `/sandbox/emails/${mails[0].id}` })).body;
    assert.match(text, /no further emails about them within the hour/);
    assert.match(text, /Choose which emails you receive: .*\/dashboard\/profile#notifications/);
  });
});
