import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { runScheduledPayments } from "#payments/approvals";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { verifyLedger } from "#records/ledger/check";
import { countAudited } from "../../kit/databases/count.queries.ts";
import { inject, operator, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { callsOf, decide, openApprovalStory, paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";

/** Who must approve a payment, on which day it is paid, and what a preview shows of both. */
describe("approval rules and days", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: UserId;
  let ben: UserId;
  before(async () => {
    ({ world, organization, ada, ben } = await openApprovalStory());
  });
  after(() => world.close());

  const { get, post, ask } = callsOf(() => ({ world, organization }));

  test("pays a scheduled request at 6 AM in New York, or on the next banking day after a weekend", async () => {
    // A Saturday.
    const { requestId } = await ask({ amount: 40, sendOn: "2026-12-05" });
    assert.equal((await decide(world.service, organization, { requestId, userId: ben })).status, "approvedScheduled");
    const { body: waiting } = await get(`/request-send-money/${requestId}`);
    assert.deepEqual(
      [waiting.status, waiting.scheduledSendDate, waiting.transactionId],
      ["approved", "2026-12-05", null],
    );
    const stopped = await ask({ amount: 41, sendOn: "2026-12-05" });
    await decide(world.service, organization, { requestId: stopped.requestId, userId: ben });
    await decide(world.service, organization, { requestId: stopped.requestId, userId: ada, decision: "withdraw" });
    await post("/sandbox/clock/advance", { to: "2026-12-07T10:59:59.000Z" });
    assert.equal((await get(`/request-send-money/${requestId}`)).body.transactionId, null);
    await post("/sandbox/clock/advance", { to: "2026-12-07T11:00:00.000Z" });
    const { body: paid } = await get(`/request-send-money/${requestId}`);
    assert.equal((await get(`/transaction/${paid.transactionId}`)).body.createdAt, "2026-12-07T11:00:00.000Z");
    assert.equal((await get(`/request-send-money/${stopped.requestId}`)).body.status, "cancelled");
  });

  test("reopens a request that cannot be paid on its day or whose approver was locked", async () => {
    const poor = await organization.newAccount("Poor");
    const asked = await inject(world.app, organization.token, {
      ...paymentRequest(organization, { amount: 60, sendOn: "2026-12-10" }),
      url: `/account/${poor}/request-send-money`,
    });
    const limited = await ask({ amount: 61, sendOn: "2026-12-10" });
    for (const { requestId } of [asked.body, limited])
      assert.equal((await decide(world.service, organization, { requestId, userId: ben })).status, "approvedScheduled");
    const { organizationId } = organization;
    const limit = {
      organizationId,
      userId: ben,
      accountId: organization.accountId,
      limitMinor: 60_99n,
      actor: operator,
    };
    await world.service.database.transaction((tx) => setApproverLimit(world.service, tx, limit));
    world.clock.set(new Date("2026-12-10T11:00:00Z"));
    assert.equal(await runScheduledPayments(world.service), 2);
    assert.equal(await runScheduledPayments(world.service), 0);
    const { body: open } = await get(`/request-send-money/${asked.body.requestId}`);
    assert.deepEqual([open.status, open.reviews, open.transactionId], ["pendingApproval", [], null]);
    assert.match(open.problem, /does not cover 60\.00 USD/);
    assert.match((await get(`/request-send-money/${limited.requestId}`)).body.problem, /approvers changed/);
    await organization.deposit(poor, 60_00n);
    const { requestId } = asked.body;
    assert.equal((await decide(world.service, organization, { requestId, userId: ben })).status, "approved");
    await world.service.database.transaction((tx) =>
      setApproverLimit(world.service, tx, { ...limit, limitMinor: null }),
    );
  });

  test("rules check amount, the account's daily total, method, recipient, and requester; the first match decides", async () => {
    const account = await organization.newAccount("Ruled");
    const required = async (more: Readonly<Record<string, unknown>> = {}) => {
      const asked = await inject(world.app, organization.token, {
        ...paymentRequest(organization, more),
        url: `/account/${account}/request-send-money`,
      });
      return asked.body.numberOfApproversRequired;
    };
    const recipientId = await organization.newRecipient("Fresh");
    const accountIds = [account];
    const approvals = (n: number) => [{ approvals: n, approvers: { kind: "anyone" } }] as const;
    const rules = [
      { conditions: { accountIds, amountFromMinor: "100000" }, steps: approvals(5) },
      { conditions: { accountIds, accountDayFromMinor: "90000" }, steps: approvals(4) },
      { conditions: { accountIds, methods: ["check"] }, steps: approvals(3) },
      {
        conditions: { accountIds, recipientIds: [recipientId], recipientNewOrChangedWithinHours: 24 },
        steps: approvals(2),
      },
      { conditions: { accountIds, tokenIds: [world.service.newId()] }, steps: approvals(6) },
      { conditions: { accountIds, requesterUserIds: [ada] }, steps: approvals(7) },
    ] as const;
    for (const [position, rule] of rules.entries())
      await saveRule(world.service, organization, { ...rule, position } as Parameters<typeof saveRule>[2]);
    world.clock.set(plusMs(world.clock.now(), 24 * HOUR_MS));
    assert.equal(await required({ amount: 999.99 }), 4, "only the daily total applies");
    world.clock.set(plusMs(world.clock.now(), 24 * HOUR_MS));
    assert.equal(await required({ amount: 1_000 }), 5);
    world.clock.set(plusMs(world.clock.now(), 24 * HOUR_MS));
    assert.equal(await required({ amount: 400 }), 1);
    assert.equal(await required({ amount: 100, paymentMethod: "check" }), 3);
    assert.equal(await required({ amount: 100, recipientId }), 2);
    assert.equal(await required({ amount: 300 }), 4, "the day's fourth payment makes 900");
  });

  test("a payment of one cent after the request does not make the recipient a known one", async () => {
    const recipientId = await organization.newRecipient("Vandelay");
    world.clock.set(plusMs(world.clock.now(), 240 * HOUR_MS));
    const rule = {
      position: -1,
      name: "New",
      conditions: { recipientIds: [recipientId], recipientNewOrChangedWithinHours: 24 },
    };
    await saveRule(world.service, organization, { ...rule, steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const { requestId } = await ask({ amount: 9_000, recipientId });
    const cent = await inject(
      world.app,
      organization.token,
      payment(organization, { amount: 0.01, recipientId, paymentMethod: "realTimePayment" }),
    );
    assert.equal(cent.status, 200, cent.text);
    await post("/sandbox/clock/advance", { hours: 1 });
    assert.equal((await get(`/transaction/${cent.body.id}`)).body.status, "sent");
    assert.equal((await decide(world.service, organization, { requestId, userId: ben })).status, "pendingApproval");
    assert.equal((await decide(world.service, organization, { requestId, userId: ada })).status, "approved");
    world.clock.set(plusMs(world.clock.now(), HOUR_MS));
    assert.equal(
      (await ask({ amount: 9_000, recipientId })).numberOfApproversRequired,
      1,
      "for a new request, the recipient is known",
    );
  });

  test("a preview shows the outcome and stores nothing", async () => {
    const recipientId = await organization.newRecipient("Hooli");
    const preview = async (more: Readonly<Record<string, unknown>> = {}) => {
      const call = paymentRequest(organization, { recipientId, ...more });
      return inject(world.app, organization.token, { ...call, url: `${call.url}/preview` });
    };
    const warnings = async (more: Readonly<Record<string, unknown>> = {}) =>
      (await preview(more)).body.warnings.map((warning: { code: string }) => warning.code);
    const audited = () => countAudited(world.service.database, organization.organizationId, "approvalRequest.create");
    const before = await audited();
    const first = await preview({ amount: 20, idempotencyKey: "previewed" });
    assert.equal(first.status, 200, first.text);
    const { availableBalance, balanceAfter, leavesAt, estimatedDeliveryDate, rule, steps } = first.body;
    assert.equal(Math.round((availableBalance - balanceAfter) * 100), 2_000);
    assert.ok(leavesAt >= world.clock.now().toISOString() && estimatedDeliveryDate > leavesAt);
    assert.equal(rule.description, "Everything needs 1 approval by anyone who can approve payments.");
    assert.deepEqual(
      steps[0].approvers.map((approver: { userId: string }) => approver.userId),
      [ada, ben],
    );
    assert.deepEqual(await warnings({ amount: 20 }), ["neverPaid"]);
    assert.deepEqual(await warnings({ amount: 900_000 }), ["insufficientFunds", "neverPaid"]);
    assert.equal((await preview({ amount: 0 })).status, 400);
    assert.equal(await audited(), before, "no request was created");
    const { requestId } = await ask({ recipientId, amount: 20, idempotencyKey: "previewed" });
    assert.deepEqual(await warnings({ amount: 20 }), ["neverPaid", "possibleDuplicate"]);
    await decide(world.service, organization, { requestId, userId: ben });
    await post("/sandbox/clock/advance", { hours: 96 });
    assert.deepEqual(await warnings({ amount: 21 }), []);
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    const routing = {
      accountNumber: "987654321",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    await post(`/recipient/${recipientId}`, { electronicRoutingInfo: { ...routing, address } });
    assert.deepEqual(await warnings({ amount: 21 }), ["bankDetailsChanged"]);
    const ruleId = await saveRule(world.service, organization, {
      position: 0,
      steps: [{ approvals: 3, approvers: { kind: "roles", roles: ["administrator"] } }],
    });
    assert.deepEqual(await warnings({ amount: 22, paymentMethod: "check" }), ["notEnoughApprovers"]);
    await saveRule(world.service, organization, { ruleId, active: false });
  });

  test("returns the first answer to a repeated key after the payment's day has passed", async () => {
    const sendOn = new Date(world.clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 10);
    const again = () =>
      inject(
        world.app,
        organization.token,
        paymentRequest(organization, { sendOn, amount: 42, idempotencyKey: "later" }),
      );
    const first = await again();
    world.clock.set(plusMs(world.clock.now(), 72 * HOUR_MS));
    const repeated = await again();
    assert.deepEqual([repeated.status, repeated.body], [200, first.body]);
    assert.equal(repeated.headers["idempotent-replayed"], "true");
  });

  test("the books balance", async () => {
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });
});
