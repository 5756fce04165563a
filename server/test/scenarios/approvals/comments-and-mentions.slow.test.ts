/** Conversations about requests and transactions: who reads and writes them, whom they notify, and what they may contain. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sha256Hex } from "#kernel/crypto/cipher.ts";
import {
  removeComment,
  rewriteComment,
  setCommentCount,
  storedBody,
} from "../../kit/conversations/comments.queries.ts";
import { type Conversations, openConversations, refused } from "../../kit/conversations/conversation-world.ts";
import { inject, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";
import { lockUser } from "../../kit/worlds/users.queries.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

describe("comments", () => {
  let story: Conversations;
  before(async () => {
    story = await openConversations();
  });
  after(() => story.close());

  const invalid = async (answer: ReturnType<Conversations["comment"]>) => {
    const { status, body, text } = await answer;
    assert.equal(status, 400, text);
    return body.errors.fields.map(({ path }: { path: string }) => path);
  };

  test("everyone who may open a request reads and writes its one conversation, also on its transaction", async () => {
    const asked = await story.request();
    const first = await story.comment("dan", asked.requestId, "For the move.\nSee the offer.");
    assert.equal(first.status, 201, first.text);
    assert.deepEqual(first.body, {
      id: first.body.id,
      kind: "comment",
      text: "For the move.\nSee the offer.",
      author: { id: story.idOf("dan"), name: "Ada Lovelace" },
      mentions: [],
      createdAt: first.body.createdAt,
    });
    assert.equal((await story.comment("vic", asked.requestId, "Looks right")).status, 201);
    assert.deepEqual(await refused(story.comment("tom", asked.requestId, "Hello")), [403, "notPermitted"]);
    const approved = await story.decide("ben", "approve", asked);
    assert.equal(approved.status, 200, approved.text);
    const onTransaction = `/transaction/${approved.body.transactionId}`;
    const { status } = await story.send("tom", { url: `${onTransaction}/comments`, body: { text: "It arrived" } });
    assert.equal(status, 201);
    const whole = ["For the move.\nSee the offer.", "Looks right", "It arrived"];
    assert.deepEqual(await story.said("tom", onTransaction), whole);
    assert.deepEqual(await story.said("ben", `/approvals/${asked.requestId}`), whole);
    const page = await story.send("ben", { url: `${onTransaction}/comments?order=desc&limit=2` });
    assert.deepEqual(
      page.body.comments.map(({ text }: { text: string }) => text),
      ["It arrived", "Looks right"],
    );
    const row = (await story.send("ben", { url: "/approvals?status=approved&limit=200" })).body.requests.find(
      ({ requestId }: { requestId: string }) => requestId === asked.requestId,
    );
    assert.equal(row.comments, 3);
  });

  test("a payment without a request has its own conversation, and both sides of a transfer share one", async () => {
    const { world, organization } = story;
    const paid = await inject(world.app, organization.token, payment(organization, { amount: 17 }));
    const on = `/transaction/${paid.body.id}`;
    assert.equal((await story.send("dan", { url: `${on}/comments`, body: { text: "By phone" } })).status, 201);
    assert.deepEqual(await story.said("vic", on), ["By phone"]);
    const destinationAccountId = await organization.newAccount("Savings");
    const sides = await inject(world.app, organization.token, {
      url: "/transfer",
      body: { sourceAccountId: organization.accountId, destinationAccountId, amount: 5 },
    });
    const { creditTransaction, debitTransaction } = sides.body;
    const debit = `/transaction/${debitTransaction.id}`;
    assert.equal((await story.send("dan", { url: `${debit}/comments`, body: { text: "Reserve" } })).status, 201);
    assert.deepEqual(await story.said("dan", `/transaction/${creditTransaction.id}`), ["Reserve"]);
  });

  test("text is plain: no invisible characters, no blanks only, at most 2,000 characters; markup stays text", async () => {
    const { requestId } = await story.request();
    for (const text of ["", "   \n ", "a\u202eb", "a\u0007b", "zero\u200bwidth", "x".repeat(2_001), "\u3164"])
      assert.deepEqual(await invalid(story.comment("dan", requestId, text)), ["text"], JSON.stringify(text));
    assert.deepEqual(await invalid(story.comment("dan", requestId, "Hi", { kind: "answer" })), ["kind"]);
    const kept = ["<img src=x onerror=alert(1)>", "👩\u200d🚀 שלום", "a\nb", "x".repeat(2_000)];
    for (const text of kept) assert.equal((await story.comment("dan", requestId, text)).status, 201, text);
    assert.deepEqual(await story.said("ben", `/approvals/${requestId}`), kept);
  });

  test("only active users of the organization who may open the page are mentioned", async () => {
    const { requestId } = await story.request();
    const otherOrganization = await story.world.newOrganization();
    const stranger = await newPerson(story.world, otherOrganization.organizationId);
    const gone = await newPerson(story.world, story.organization.organizationId, { role: "approver" });
    await lockUser(story.world.service, gone.organizationId, gone.userId, story.world.service.clock.now());
    for (const id of [stranger.userId, gone.userId, story.idOf("tom"), UNKNOWN])
      assert.deepEqual(await refused(story.comment("dan", requestId, `Hi <@${id}>`)), [400, "cannotBeMentioned"]);
    const many = Array.from({ length: 11 }, (_, index) => `<@01975c2e-8f7a-7c60-b1f2-0000000000${10 + index}>`);
    assert.deepEqual(await invalid(story.comment("dan", requestId, many.join(" "))), ["text"]);
    const { body } = await story.send("dan", { url: `/approvals/${requestId}/mentionable` });
    const ids = new Set(body.users.map(({ id }: { id: string }) => id));
    for (const name of ["ada", "ben", "cleo", "vic"] as const) assert.ok(ids.has(story.idOf(name)), name);
    for (const id of [stranger.userId, gone.userId, story.idOf("tom"), story.idOf("dan")]) assert.ok(!ids.has(id));
    assert.deepEqual(await story.said("dan", `/approvals/${requestId}`), []);
  });

  test("those mentioned, the requester, and those who wrote before are notified; never the author", async () => {
    const { requestId } = await story.request("dan", { amount: 912.5 });
    const before = new Map<string, number>();
    for (const name of ["ada", "ben", "cleo", "dan", "vic"] as const)
      before.set(name, (await story.mailsTo(name)).length);
    const newMails = async (name: "ada" | "ben" | "cleo" | "dan" | "vic") => {
      const mails = await story.mailsTo(name);
      return mails.slice(0, mails.length - (before.get(name) ?? 0));
    };
    const text = `<b>Look</b> <@${story.idOf("cleo")}>, their account 1234 5678 9012 & <@${story.idOf("cleo")}>`;
    const posted = await story.comment("ben", requestId, text);
    assert.deepEqual(posted.body.mentions, [{ id: story.idOf("cleo"), name: "Ada Lovelace" }]);
    const [mentioned, ...more] = await newMails("cleo");
    assert.equal(more.length, 0, "one email, although mentioned twice");
    assert.match(mentioned?.subject ?? "", /mentioned you on \$912\.50 to /);
    assert.match(mentioned?.text ?? "", /<b>Look<\/b> @Ada Lovelace, their account ••9012 & @Ada Lovelace/);
    assert.match(mentioned?.html ?? "", /&lt;b&gt;Look&lt;\/b&gt; @Ada Lovelace, their account ••9012 &amp;/);
    assert.ok(mentioned?.text.includes(`/dashboard/approvals/${requestId}`));
    const [commented] = await newMails("dan");
    assert.match(commented?.subject ?? "", /commented on \$912\.50 to /);
    assert.deepEqual([(await newMails("ben")).length, (await newMails("vic")).length], [0, 0]);

    await story.comment("dan", requestId, "Thanks");
    assert.deepEqual([(await newMails("ben")).length, (await newMails("dan")).length], [1, 1], "to whom wrote before");
    await lockUser(story.world.service, story.organization.organizationId, story.idOf("ben"), new Date(0));
    await story.comment("dan", requestId, "More");
    assert.equal((await newMails("ben")).length, 1, "not to a locked user");
    await lockUser(story.world.service, story.organization.organizationId, story.idOf("ben"), null);
  });

  test("those who may only read make the service email nobody, whatever they write", async () => {
    const { requestId } = await story.request("dan", { amount: 913.5 });
    const names = ["ada", "ben", "cleo", "dan"] as const;
    const mails = () => Promise.all(names.map(async (name) => (await story.mailsTo(name)).length));
    const approved = await story.decide("ben", "approve", { requestId, version: 1 });
    const before = await mails();
    const everyone = names.map((name) => `<@${story.idOf(name)}>`).join(" ");
    for (let count = 1; count <= 3; count += 1)
      assert.equal((await story.comment("vic", requestId, `${everyone} ${count}`)).status, 201);
    const onTransaction = `/transaction/${approved.body.transactionId}/comments`;
    assert.equal((await story.send("tom", { url: onTransaction, body: { text: everyone } })).status, 201);
    assert.deepEqual(await mails(), before);
    for (const name of names) {
      const bell = await story.send(name, { url: "/notifications?limit=50" });
      const mentions = bell.body.notifications.filter(({ kind }: { kind: string }) => kind === "mentioned");
      assert.ok(mentions.length >= 4, `${name} sees them in the bell: ${bell.text}`);
    }
  });

  test("one user writes at most 60 comments an hour; others, and answers, are not affected", async () => {
    const { requestId } = await story.request();
    const tess = await newPerson(story.world, story.organization.organizationId, { role: "approver" });
    const cookie = await signedIn(story.world.app, tess);
    const write = (path = "comments") =>
      browse(story.world.app, { url: `/approvals/${requestId}/${path}`, body: { text: "Again" }, cookie });
    for (let count = 0; count < 60; count += 1) assert.equal((await write()).status, 201);
    const refusedOnes = [await write(), await write("question")];
    assert.deepEqual(
      refusedOnes.map(({ status, code, headers }) => [status, code, headers["retry-after"]]),
      [
        [429, "tooManyOwnComments", "3600"],
        [429, "tooManyOwnComments", "3600"],
      ],
    );
    assert.equal((await story.ask("cleo", requestId)).status, 201);
    assert.equal((await story.answer("dan", requestId)).status, 201);
  });

  test("a repeated key adds nothing, and another text under it is refused", async () => {
    const { requestId } = await story.request();
    const key = { idempotencyKey: "once" };
    const first = await story.comment("dan", requestId, "Once", key);
    const again = await story.comment("dan", requestId, "Once", key);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.deepEqual(await refused(story.comment("dan", requestId, "Twice", key)), [409, "idempotencyKeyReused"]);
    const other = await story.request();
    assert.deepEqual(await refused(story.comment("dan", other.requestId, "Once", key)), [409, "idempotencyKeyReused"]);
    assert.deepEqual(await story.said("dan", `/approvals/${requestId}`), ["Once"]);
  });

  test("two comments at once are both kept and counted; a conversation is bounded, but answers are possible", async () => {
    const asked = await story.request();
    const { requestId } = asked;
    const { organizationId } = story.organization;
    const both = await Promise.all([story.comment("dan", requestId, "One"), story.comment("ben", requestId, "Two")]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual([...(await story.said("dan", `/approvals/${requestId}`))].sort(), ["One", "Two"]);
    assert.equal((await story.ask("ben", requestId)).status, 201);
    await setCommentCount(story.world.owner(), organizationId, requestId, 500);
    assert.deepEqual(await refused(story.comment("dan", requestId, "Three")), [400, "tooManyComments"]);
    assert.equal((await story.answer("dan", requestId)).status, 201);
    assert.deepEqual(await refused(story.ask("ben", requestId)), [400, "tooManyComments"]);
    assert.equal((await story.review("ben", requestId)).sentBack, null);
  });

  test("a comment is a record: the service cannot change or delete it, and the audit log has its digest", async () => {
    const { requestId } = await story.request();
    const { organizationId } = story.organization;
    const { body } = await story.comment("dan", requestId, `Evidence for <@${story.idOf("ben")}>`);
    for (const meddle of [rewriteComment, removeComment])
      await assert.rejects(meddle(story.world.service.database, organizationId, body.id), /permission denied/);
    for (const method of ["PATCH", "DELETE"] as const) {
      const answer = await story.send("ada", { method, url: `/approvals/${requestId}/comments/${body.id}` });
      assert.equal(answer.status, 404);
    }
    const { entries } = (await story.send("ada", { url: `/audit?resourceId=${requestId}&order=desc` })).body;
    const [entry] = entries;
    assert.equal(entry.action, "approvalRequest.comment");
    const stored = await storedBody(story.world.owner(), organizationId, body.id);
    assert.deepEqual(entry.after, {
      commentId: body.id,
      sha256: sha256Hex(stored.body ?? ""),
      mentionedUserIds: [story.idOf("ben")],
    });
    assert.ok(!JSON.stringify(entries).includes("Evidence"));
  });
});
