/**
 * A payment fails, is blocked, or is returned: the service says what helps, and someone marks it as handled. Nobody
 * else's payments, and no payment that did not fail, can be marked.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserRole } from "#records/people";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

describe("failed payments", () => {
  let organization: TestOrganization;

  const start = async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  };
  const cookieOf = async (role: UserRole = "bookkeeper") =>
    signedIn(world.app, await newPerson(world, organization.organizationId, { role }));
  const call = (url: string, body?: unknown) =>
    inject(world.app, organization.token, { url, ...(body ? { body } : {}) });
  /** A payment with this outcome at the bank. */
  async function paid(amount: number, outcome?: "fail" | "block" | "return", code = "R03"): Promise<string> {
    const { id } = (await inject(world.app, organization.token, payment(organization, { amount }))).body;
    if (outcome === "return") await call(`/sandbox/transactions/${id}/settle`, {});
    if (outcome !== undefined) {
      const answer = await call(`/sandbox/transactions/${id}/${outcome}`, outcome === "block" ? {} : { code });
      assert.equal(answer.status, 200, answer.text);
    }
    return id;
  }
  const get = async (cookie: string, url: string) => {
    const { status, body, text } = await browse(world.app, { url, cookie });
    assert.equal(status, 200, text);
    return body;
  };
  const steps = async (cookie: string, id: string) => (await get(cookie, `/transaction/${id}/next-steps`)).failure;
  const mark = (cookie: string, id: string, body: object = {}) =>
    browse(world.app, { url: `/transaction/${id}/handled`, body, cookie });
  const undo = (cookie: string, id: string, handlingId: string) =>
    browse(world.app, { url: `/transaction/${id}/handled/undo`, body: { handlingId }, cookie });
  const idsOf = (list: { transactions: readonly { id: string }[] }) => list.transactions.map(({ id }) => id).sort();
  const open = async (cookie: string, more = "") => idsOf(await get(cookie, `/activity?handled=false${more}`));

  test("those that nobody has handled are on the home page and in a list, until someone marks them", async () => {
    await start();
    const cookie = await cookieOf();
    await paid(1);
    const [failed, blocked, returned] = [await paid(2, "fail"), await paid(4, "block"), await paid(8, "return")];
    const cancelled = await paid(16);
    assert.equal((await call(`/transaction/${cancelled}/cancel`, {})).status, 200);
    assert.deepEqual(await open(cookie), [failed, blocked, returned].sort());
    const { failures } = await get(cookie, "/overview");
    assert.deepEqual([failures.count, failures.total], [3, 14]);
    assert.deepEqual(
      failures.latest.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
      [
        [8, "reversed"],
        [4, "blocked"],
        [2, "failed"],
      ],
    );
    const marked = await mark(cookie, blocked, { note: "Bank released it: paid by wire" });
    assert.equal(marked.status, 200, marked.text);
    assert.equal(marked.body.handled.note, "Bank released it: paid by wire");
    assert.equal(marked.body.handled.handledBy.name, "Ada Lovelace");
    assert.deepEqual(await open(cookie), [failed, returned].sort());
    assert.deepEqual(await open(cookie, "&sort=amount&order=desc"), [failed, returned].sort());
    assert.deepEqual(await open(cookie, "&status=failed"), [failed]);
    assert.deepEqual(await open(cookie, "&search=globex"), [failed, returned].sort());
    for (const none of ["&status=sent", "&status=cancelled", "&kind=externalTransfer", "&search=nobody"])
      assert.deepEqual(await open(cookie, none), [], none);
    assert.deepEqual(idsOf(await get(cookie, "/activity?handled=true")), [blocked]);
    const totals = await get(cookie, "/activity/totals?handled=false");
    assert.deepEqual([totals.count, totals.out, totals.notLeft], [2, 0, 10]);
    assert.deepEqual((await get(cookie, "/overview")).failures.count, 2);
    const undone = await undo(cookie, blocked, marked.body.handled.handlingId);
    assert.deepEqual(undone.body, { handled: null });
    assert.equal((await open(cookie)).length, 3);
    // A year later, they are in the list of all failed payments only.
    world.clock.set(plusMs(world.clock.now(), 366 * DAY_MS));
    const later = await cookieOf();
    assert.deepEqual(await open(later), []);
    assert.equal((await get(later, "/overview")).failures.count, 0);
  });

  test("a mark can be repeated and undone, is recorded, and of two users at once, one is refused", async () => {
    await start();
    const id = await paid(3, "fail");
    const [ada, ben] = [await cookieOf(), await cookieOf("approver")];
    const markup = '<script>alert(1)</script> & "quotes"';
    const answers = await Promise.all([mark(ada, id, { note: markup }), mark(ben, id, { note: "Mine" })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    assert.deepEqual(answers.map(({ code }) => code).filter(Boolean), ["failureHandled"]);
    const adaWon = answers[0]?.status === 200;
    const [winner, note] = adaWon ? [ada, markup] : [ben, "Mine"];
    const { handled } = await steps(winner, id);
    assert.equal(handled.note, note);
    const again = await mark(winner, id, { note });
    assert.deepEqual([again.status, again.body.handled.handlingId], [200, handled.handlingId]);
    assert.equal((await mark(winner, id, { note: "Another" })).code, "failureHandled");
    // Undone once, by someone else; a late repetition leaves the next mark alone.
    assert.deepEqual((await undo(adaWon ? ben : ada, id, handled.handlingId)).body, { handled: null });
    const next = (await mark(ada, id, { note: markup })).body.handled;
    assert.equal((await undo(ben, id, handled.handlingId)).body.handled.handlingId, next.handlingId);
    assert.equal((await steps(ada, id)).handled.note, markup);
    const { entries } = await get(await cookieOf("administrator"), `/audit?resourceId=${id}&order=asc`);
    const handlings = entries.filter(({ action }: { action: string }) => action.endsWith("Handled"));
    assert.deepEqual(
      handlings.map(({ action }: { action: string }) => action),
      ["transaction.markHandled", "transaction.undoHandled", "transaction.markHandled"],
    );
    assert.deepEqual(handlings[2].after, { note: markup });
    assert.equal((await mark(ada, id, { note: "hidden \u202e text" })).code, "invalidRequest");
  });

  test("only failed payments of the user's organization, and only with permission", async () => {
    await start();
    const cookie = await cookieOf();
    const [pending, cancelled, failed] = [await paid(1), await paid(2), await paid(3, "fail")];
    const sent = await paid(4);
    await call(`/sandbox/transactions/${sent}/settle`, {});
    await call(`/transaction/${cancelled}/cancel`, {});
    const deposit = await organization.deposit(organization.accountId, 100n);
    for (const id of [pending, cancelled, sent, deposit]) {
      assert.equal((await mark(cookie, id)).code, "paymentNotFailed", id);
      assert.equal((await undo(cookie, id, UNKNOWN)).code, "paymentNotFailed", id);
      assert.equal(await steps(cookie, id), null);
    }
    const viewer = await cookieOf("viewer");
    for (const refused of [await mark(viewer, failed), await undo(viewer, failed, UNKNOWN)])
      assert.deepEqual([refused.status, refused.code], [403, "notPermitted"]);
    assert.deepEqual((await steps(viewer, failed)).steps, []);
    const { handled } = (await mark(cookie, failed)).body;
    const ownOrganization = organization;
    await start();
    const stranger = await cookieOf("administrator");
    for (const id of [failed, UNKNOWN]) {
      for (const { status, code } of [
        await mark(stranger, id, { note: "mine now" }),
        await undo(stranger, id, handled.handlingId),
        await browse(world.app, { url: `/transaction/${id}/next-steps`, cookie: stranger }),
      ])
        assert.deepEqual([status, code], [404, "resourceNotFound"]);
    }
    // Another organization's mark, named for a payment of the user's organization, changes neither.
    const own = await paid(5, "fail");
    await mark(stranger, own);
    assert.notEqual((await undo(stranger, own, handled.handlingId)).body.handled, null);
    organization = ownOrganization;
    assert.equal((await steps(cookie, failed)).handled.handlingId, handled.handlingId);
  });

  test("a request whose payment failed says so, in the queue and in its review", async () => {
    await start();
    const { requestId } = (await inject(world.app, organization.token, paymentRequest(organization))).body;
    const userId = await newUser(world.service, organization);
    const { transaction_id: id } = await decide(world.service, organization, { requestId, userId });
    const cookie = await cookieOf();
    const seen = async () => {
      const { requests } = await get(cookie, "/approvals?status=approved");
      const review = await get(cookie, `/approvals/${requestId}/review`);
      return [requests[0].paymentStatus, review.paymentStatus];
    };
    assert.deepEqual(await seen(), ["pending", "pending"]);
    assert.equal((await call(`/sandbox/transactions/${id}/fail`, { code: "R03" })).status, 200);
    assert.deepEqual(await seen(), ["failed", "failed"]);
  });

  test("what helps follows from the reason, from what has changed since, and from the user's permissions", async () => {
    await start();
    await setSettings(world, organization.organizationId, { confirmBankDetailChanges: true });
    const cookie = await cookieOf();
    const [noAccount, noFunds] = [await paid(6, "return", "R03"), await paid(7, "fail", "R01")];
    const first = await steps(cookie, noAccount);
    assert.deepEqual(
      [first.suggested, first.steps, first.paymentMethod, first.later],
      ["correctDetails", ["payAgain", "correctDetails", "askRecipient", "markHandled"], "ach", null],
    );
    assert.match(first.why, /found no such account/);
    assert.equal((await steps(cookie, noFunds)).suggested, "payAgain");
    assert.deepEqual((await steps(await cookieOf("approver"), noAccount)).steps, ["payAgain", "markHandled"]);
    const electronicRoutingInfo = {
      accountNumber: "987654321000",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    await call(`/recipient/${organization.recipientId}`, { electronicRoutingInfo });
    const waiting = await steps(cookie, noAccount);
    assert.deepEqual([waiting.suggested, /wait for confirmation/.test(waiting.why)], ["review", true]);
    // The change of a token counts as its creator's.
    const person = await newPerson(world, organization.organizationId);
    const admin = await provedIn(world.app, person);
    const { detailChanges } = await get(admin, "/overview");
    assert.deepEqual(
      [detailChanges.count, detailChanges.oldest[0].recipientName, detailChanges.oldest[0].paymentMethod],
      [1, "Globex", "ach"],
    );
    const { changes } = await get(admin, `/recipient/${organization.recipientId}/changes`);
    const confirmed = await browse(world.app, {
      method: "POST",
      url: `/recipient/${organization.recipientId}/changes/${changes[0].changeId}/confirm`,
      cookie: admin,
    });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal((await get(admin, "/overview")).detailChanges.count, 0);
    assert.equal((await steps(cookie, noAccount)).suggested, "payAgain");
    // Someone has requested it again: the request is named, so that nobody pays twice.
    const asked = await inject(world.app, organization.token, paymentRequest(organization, { amount: 6 }));
    assert.deepEqual((await steps(cookie, noAccount)).later, { kind: "request", id: asked.body.requestId });
    await mark(cookie, noAccount);
    assert.deepEqual((await steps(cookie, noAccount)).steps, ["undoHandled"]);
  });
});
