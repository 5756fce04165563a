/**
 * What the dashboard shows approvers: the queue of requests waiting for them, and the review of a request with the
 * recipient's history, possible duplicates, the rule, and the next approvers. Every action listed as allowed succeeds.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserRole } from "#records/people";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

interface Asked {
  readonly requestId: string;
  readonly version: number;
}

const world = await openWorldOfFile();

describe("approvers see everything", () => {
  let organization: TestOrganization;

  const start = async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  };
  const join = (role: UserRole = "approver") => newPerson(world, organization.organizationId, { role });
  const cookieOf = async (role: UserRole = "approver") => signedIn(world.app, await join(role));
  const ask = async (more: object = {}): Promise<Asked> => {
    const { status, body, text } = await inject(
      world.app,
      organization.token,
      paymentRequest(organization, { ...more }),
    );
    assert.equal(status, 200, text);
    return body;
  };
  const get = async (cookie: string, url: string) => {
    const { status, body, text } = await browse(world.app, { url, cookie });
    assert.equal(status, 200, text);
    return body;
  };
  const review = (cookie: string, { requestId }: Asked) => get(cookie, `/approvals/${requestId}/review`);
  const decide = (cookie: string, verb: string, { requestId, version }: Asked, more = {}) =>
    browse(world.app, { url: `/request-send-money/${requestId}/${verb}`, cookie, body: { version, ...more } });
  const allowed = async (cookie: string, asked: Asked) => (await review(cookie, asked)).allowedActions;

  test("the review holds recipient, history, possible duplicates, rule, people, and the effect of a decision", async () => {
    await start();
    const approver = await join();
    const first = await review(
      await signedIn(world.app, approver),
      await ask({ amount: 40, note: "October", externalMemo: "Invoice 7" }),
    );
    assert.deepEqual(
      first.flags.map(({ code }: { code: string }) => code),
      ["firstPayment"],
    );
    assert.deepEqual(first.payee.history, { payments: 0, total: 0, median: null, largest: null, latest: [] });
    const sent = [];
    for (const amount of [10, 20, 90]) {
      sent.push((await inject(world.app, organization.token, payment(organization, { amount }))).body.id);
      world.clock.set(plusMs(world.clock.now(), DAY_MS));
    }
    const like = await ask({ amount: 20 });
    const asked = await ask({ amount: 20, purpose: "Rent" });
    // A session does not last three days.
    const seen = await review(await signedIn(world.app, approver), asked);
    assert.deepEqual(seen.allowedActions, ["approve", "reject", "ask"]);
    assert.equal(seen.whyNotApprove, null);
    assert.equal(seen.stepUpNeeded, false);
    assert.equal(seen.accountName, "Operating");
    assert.equal(seen.requester.tokenName, "test");
    assert.equal(seen.payee.name, "Globex");
    assert.equal(seen.payee.details.accountNumber, "••••6789");
    assert.equal(seen.payee.details.routingNumber, "021000021");
    assert.equal(seen.payee.detailsChangedBy, "a server administrator");
    const { latest, ...figures } = seen.payee.history;
    assert.deepEqual(figures, { payments: 3, total: 120, median: 20, largest: 90 });
    assert.deepEqual(
      latest.map(({ transactionId }: { transactionId: string }) => transactionId),
      sent.toReversed(),
    );
    assert.deepEqual(
      seen.duplicates.map((duplicate: { id: string; kind: string }) => [duplicate.kind, duplicate.id]),
      [
        ["request", like.requestId],
        ["transaction", sent[1]],
      ],
    );
    assert.equal(seen.rule.name, "One approver");
    assert.deepEqual(seen.steps[0].mayApprove, [{ userId: approver.userId, name: "Ada Lovelace" }]);
    assert.equal(seen.outlook.availableBalance, 999_880);
    assert.equal(seen.outlook.balanceAfter, 999_860);
    // None of the earlier payments has left yet.
    assert.deepEqual(
      seen.flags.map(({ code }: { code: string }) => code),
      ["possibleDuplicate", "firstPayment"],
    );
    assert.deepEqual(seen.outlook.warnings, [], "no warning repeats a flag");
    assert.ok(!JSON.stringify(seen).includes("123456789"), "no complete account number");
  });

  test("the allowed actions are exactly those that succeed, for every user at every step", async () => {
    await start();
    await saveRule(world.service, organization, {
      steps: [
        { approvals: 1, approvers: { kind: "roles", roles: ["approver"] } },
        { approvals: 1, approvers: { kind: "roles", roles: ["administrator"] } },
      ],
    });
    const [approver, administrator, viewer] = [
      await cookieOf(),
      await cookieOf("administrator"),
      await cookieOf("viewer"),
    ];
    const asked = await ask();
    assert.deepEqual(await allowed(approver, asked), ["approve", "reject", "ask"]);
    assert.deepEqual(await allowed(administrator, asked), ["reject", "withdraw", "ask"]);
    assert.equal((await review(administrator, asked)).whyNotApprove.code, "notAmongApprovers");
    assert.equal((await decide(administrator, "approve", asked)).code, "notAmongApprovers");
    assert.deepEqual(await allowed(viewer, asked), []);
    assert.equal((await decide(approver, "approve", asked)).status, 200);
    assert.deepEqual(await allowed(approver, asked), ["ask"], "who has approved may still ask");
    const half = await review(administrator, asked);
    assert.deepEqual(half.allowedActions, ["approve", "reject", "withdraw", "ask"]);
    assert.deepEqual(
      half.steps.map((step: { approvedBy: unknown[]; mayApprove: unknown[]; isOpen: boolean }) => [
        step.approvedBy.length,
        step.mayApprove.length,
        step.isOpen,
      ]),
      [
        [1, 0, false],
        [0, 1, true],
      ],
    );
    assert.equal((await decide(administrator, "approve", asked)).body.status, "approved");
    const done = await review(approver, asked);
    assert.deepEqual([done.allowedActions, done.steps, done.rule, done.outlook], [[], [], null, null]);
    assert.equal(done.whyNotApprove.code, "requestAlreadyDecided");
    assert.equal(done.reviews.length, 2);
  });

  test("the requester sees why they cannot approve, and amounts at or above the limit show that a step-up is required", async () => {
    await start();
    const me = await join();
    const cookie = await signedIn(world.app, me);
    const token = await organization.newToken({ actor: { type: "user", id: me.userId } });
    const { body: mine } = await inject(world.app, token, paymentRequest(organization, { amount: 10_000 }));
    const seen = await review(cookie, mine);
    assert.deepEqual([seen.whyNotApprove.code, seen.allowedActions], ["ownRequest", ["withdraw"]]);
    assert.equal(seen.requester.name, "Ada Lovelace");
    assert.equal((await review(await cookieOf(), mine)).stepUpNeeded, true);
  });

  test("a request whose rule changed shows its new version, which can be approved", async () => {
    await start();
    const cookie = await cookieOf();
    const asked = await ask();
    await saveRule(world.service, organization, { name: "Any one" });
    const seen = await review(cookie, asked);
    assert.deepEqual([seen.rule.name, seen.request.version], ["Any one", asked.version + 1]);
    assert.equal((await decide(cookie, "approve", asked)).code, "requestChanged");
    assert.equal((await decide(cookie, "approve", seen.request)).body.status, "approved");
  });

  test("reviews a transfer like a payment, without a recipient", async () => {
    await start();
    const destinationAccountId = await organization.newAccount("Reserve", "savings");
    const { body } = await inject(world.app, organization.token, {
      url: "/request-transfer",
      body: { sourceAccountId: organization.accountId, destinationAccountId, amount: 5, note: "Set aside" },
    });
    const cookie = await cookieOf();
    const seen = await get(cookie, `/request-transfer/${body.requestId}/review`);
    assert.deepEqual(seen, await review(cookie, body));
    assert.deepEqual([seen.kind, seen.payee, seen.destinationAccountName], ["transfer", null, "Reserve"]);
    assert.equal(
      (await browse(world.app, { url: `/request-send-money/${body.requestId}/review`, cookie })).status,
      404,
    );
  });

  test("the queue lists payments and transfers by name, page, account, or requester, and closed ones on request", async () => {
    await start();
    await saveRule(world.service, organization, {
      conditions: { amountFromMinor: "10000" },
      steps: [{ approvals: 1, approvers: { kind: "roles", roles: ["administrator"] } }],
    });
    const other = await organization.newAccount("Payroll");
    const transfer = await inject(world.app, organization.token, {
      url: "/request-transfer",
      body: { sourceAccountId: organization.accountId, destinationAccountId: other, amount: 5 },
    });
    const small = [await ask({ amount: 1 }), await ask({ amount: 2 }), await ask({ amount: 3 })];
    const large = await ask({ amount: 100 });
    const cookie = await cookieOf();
    const list = (query = "") => get(cookie, `/approvals${query}`);
    const ids = async (query = "") =>
      (await list(query)).requests.map(({ requestId }: { requestId: string }) => requestId);
    const everything = [transfer.body, ...small, large].map(({ requestId }) => requestId);
    assert.deepEqual(await ids(), everything);
    assert.deepEqual(await ids("?order=desc"), everything.toReversed());
    assert.deepEqual(await ids("?mine=true"), everything.slice(0, -1));
    assert.deepEqual(await ids("?kind=transfer"), [transfer.body.requestId]);
    assert.deepEqual(await ids(`?accountId=${other}`), []);
    const { requests, page } = await list("?limit=2&mine=true");
    assert.deepEqual(
      requests.map((row: { payeeName: string; mayDecide: boolean }) => [row.payeeName, row.mayDecide]),
      [
        ["Payroll", true],
        ["Globex", true],
      ],
    );
    const rest = await list(`?limit=2&mine=true&start_after=${page.nextPage}`);
    assert.deepEqual(
      rest.requests.map(({ requestId }: Asked) => requestId),
      [small[1]?.requestId, small[2]?.requestId],
    );
    const end = rest.page.nextPage === undefined ? [] : await ids(`?mine=true&start_after=${rest.page.nextPage}`);
    assert.deepEqual(end, []);
    const [first] = small;
    assert.ok(first !== undefined);
    assert.equal((await decide(cookie, "reject", first, { reason: "No" })).status, 200);
    assert.deepEqual(await ids("?status=rejected"), [first.requestId]);
    assert.equal((await ids("?status=all")).length, 5);
    assert.equal((await ids()).length, 4);
  });

  test("the home page shows balances, and what the user may decide, within each role's permissions", async () => {
    await start();
    for (const amount of [1, 2, 3, 4, 5, 6]) await ask({ amount });
    const seen = await get(await cookieOf(), "/overview");
    assert.equal(seen.accounts[0].availableBalance, 1_000_000);
    assert.equal(seen.waiting.count, 6);
    assert.deepEqual(seen.waiting.mine, { count: 6, items: 6, total: 21, isExact: true, batches: [] });
    assert.deepEqual(
      seen.waiting.first.map(({ amount }: { amount: number }) => amount),
      [1, 2, 3],
    );
    assert.deepEqual([seen.webhooks, seen.detailChanges], [[], null]);
    assert.deepEqual(await get(await cookieOf(), "/approvals/mine"), seen.waiting.mine);
    // A bookkeeper decides nothing, and sees what waits.
    const overview = await get(await cookieOf("bookkeeper"), "/overview");
    assert.deepEqual(overview.waiting.mine, { count: 0, items: 0, total: 0, isExact: true, batches: [] });
    assert.equal(overview.waiting.first.length, 3);
    const nobody: TestPerson = await newPerson(world, organization.organizationId, { role: "custom" });
    const bare = await signedIn(world.app, nobody);
    assert.deepEqual([...new Set(Object.values(await get(bare, "/overview")))], [null]);
    for (const url of ["/approvals", "/approvals/mine", `/approvals/${seen.waiting.first[0].requestId}/review`]) {
      const refused = await browse(world.app, { url, cookie: bare });
      assert.deepEqual([refused.status, refused.code], [403, "notPermitted"]);
    }
  });
});
