import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { sql } from "#kernel/sql/sql.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { lockBalances } from "#records/ledger";
import { verifyLedger } from "#records/ledger/check";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser, outcomeOf, paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { changeRole, lockUser, removeUser, waitForBlockedStatement } from "../../kit/worlds/users.queries.ts";

const world = await openWorldOfFile({}, { signOn: true });

/**
 * Law 16, four eyes: money moves only when enough different users, not including the requester, have approved exactly
 * these terms and are still allowed to. Nothing else releases a payment.
 */
describe("four eyes", () => {
  let organization: TestOrganization;
  let ada: UserId;
  let ben: UserId;
  let carl: UserId;

  beforeEach(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
    ada = await newUser(world.service, organization, { role: "administrator" });
    ben = await newUser(world.service, organization);
    carl = await newUser(world.service, organization);
  });

  const ask = async (token: string = organization.token, more: Readonly<Record<string, unknown>> = {}) => {
    const asked = await inject(world.app, token, paymentRequest(organization, more));
    assert.deepEqual([asked.status, asked.body.status], [200, "pendingApproval"], asked.text);
    return asked.body.requestId as string;
  };
  const tokenOf = (userId: UserId) => organization.newToken({ actor: { type: "user", id: userId } });
  const approve = (requestId: string, userId: UserId, version?: number) =>
    outcomeOf(
      decide(world.service, organization, { requestId, userId, ...(version === undefined ? {} : { version }) }),
    );
  const get = async (requestId: string) =>
    (await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` })).body;

  /** Payments made and the remaining balance: the two places where a release would show. */
  async function released(requestId: string): Promise<number> {
    const { body: account } = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}`,
    });
    const { body } = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/transactions?requestId=${requestId}`,
    });
    const { count } = await world.service.database.one<{ count: bigint }>(sql`
        select count(*) as count from transactions
         where organization_id = ${organization.organizationId} and kind = 'outgoingPayment'`);
    assert.equal(body.total, Number(count));
    assert.equal(account.availableBalance, 1_000 - 10 * body.total);
    const request = await get(requestId);
    assert.equal(request.status === "approved", body.total === 1, JSON.stringify(request));
    assert.equal(request.transactionId ?? null, body.transactions[0]?.id ?? null);
    return body.total;
  }

  test("one other user releases the payment, once", async () => {
    const requestId = await ask();
    assert.equal(await released(requestId), 0);
    assert.equal(await approve(requestId, ben), "approved");
    assert.equal(await approve(requestId, carl), "requestAlreadyDecided");
    assert.equal(await released(requestId), 1);
  });

  test("the token's creator cannot approve, through another token or as an administrator", async () => {
    for (const token of [
      await tokenOf(ada),
      await tokenOf(ada),
      await organization.newToken({ actor: { type: "user", id: ada }, kind: "custom", scopes: ["requestSendMoney"] }),
    ]) {
      const requestId = await ask(token);
      assert.equal((await get(requestId)).requestedByUserId, ada);
      assert.equal(await approve(requestId, ada), "ownRequest");
      assert.equal(await released(requestId), 0);
    }
  });

  test("users without the permission to send cannot approve: bookkeeper, viewer, custom role, no credentials, another organization", async () => {
    const requestId = await ask();
    const other = await world.newOrganization();
    const roles = ["bookkeeper", "viewer", "custom"] as const;
    for (const role of roles)
      assert.equal(await approve(requestId, await newUser(world.service, organization, { role })), "mayNotDecide");
    assert.equal(await approve(requestId, world.service.newId<UserId>()), "mayNotDecide");
    assert.equal(await approve(requestId, await newUser(world.service, other)), "mayNotDecide");
    assert.equal(await released(requestId), 0);
  });

  test("counts a user listed in two steps once", async () => {
    await saveRule(world.service, organization, {
      steps: [
        { approvals: 1, approvers: { kind: "users", userIds: [ada, ben] } },
        { approvals: 1, approvers: { kind: "roles", roles: ["administrator"] } },
      ],
    });
    const requestId = await ask();
    assert.equal((await get(requestId)).numberOfApproversRequired, 2);
    assert.equal(await approve(requestId, ada), "pendingApproval");
    assert.equal(await approve(requestId, ada), "alreadyReviewed");
    // The other user may complete it after a promotion to administrator, but not as an approver.
    assert.equal(await approve(requestId, ben), "notAmongApprovers");
    assert.equal(await released(requestId), 0);
    await changeRole(world.service, organization.organizationId, ben, "administrator");
    assert.equal(await approve(requestId, ben), "approved");
    assert.equal(await released(requestId), 1);
  });

  test("N−1 of N approvals release nothing, and steps are approved in order", async () => {
    await saveRule(world.service, organization, {
      steps: [
        { approvals: 2, approvers: { kind: "roles", roles: ["approver"] } },
        { approvals: 1, approvers: { kind: "users", userIds: [ada] } },
      ],
    });
    const requestId = await ask();
    assert.equal(await approve(requestId, ada), "notAmongApprovers");
    assert.equal(await approve(requestId, ben), "pendingApproval");
    assert.equal(await approve(requestId, carl), "pendingApproval");
    assert.equal(await released(requestId), 0);
    assert.equal(await approve(requestId, ada), "approved");
    assert.equal(await released(requestId), 1);
  });

  for (const [what, remove] of [
    ["locked", () => lockUser(world.service, organization.organizationId, ben, world.clock.now())],
    ["removed", () => removeUser(world.owner(), organization.organizationId, ben)],
    ["made a viewer", () => changeRole(world.service, organization.organizationId, ben, "viewer")],
    ["limited below the amount", () => limit(ben, 9_99n)],
  ] as const)
    test(`an approver who was ${what} meanwhile does not count`, async () => {
      await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
      const requestId = await ask();
      assert.equal(await approve(requestId, ben), "pendingApproval");
      await remove();
      assert.equal(await approve(requestId, carl), "pendingApproval");
      assert.equal(await released(requestId), 0);
      assert.equal(await approve(requestId, ada), "approved");
      assert.equal(await released(requestId), 1);
    });

  const limit = (userId: UserId, limitMinor: bigint, accountId = null) =>
    world.service.database.transaction((tx) =>
      setApproverLimit(world.service, tx, {
        organizationId: organization.organizationId,
        userId,
        accountId,
        limitMinor,
        actor: operator,
      }),
    );

  test("a locked approver and one with a lower limit cannot release a payment", async () => {
    const requestId = await ask();
    await lockUser(world.service, organization.organizationId, ben, world.clock.now());
    await limit(carl, 9_99n);
    assert.equal(await approve(requestId, ben), "mayNotDecide");
    assert.equal(await approve(requestId, carl), "approverLimitExceeded");
    assert.equal(await released(requestId), 0);
    await limit(carl, 10_00n);
    assert.equal(await approve(requestId, carl), "approved");
  });

  test("a changed rule voids the approvals given under the old one", async () => {
    const steps = [{ approvals: 2, approvers: { kind: "anyone" } }] as const;
    const ruleId = await saveRule(world.service, organization, { steps });
    const requestId = await ask();
    const { version } = await get(requestId);
    assert.equal(await approve(requestId, ben), "pendingApproval");
    await saveRule(world.service, organization, {
      ruleId,
      steps: [{ approvals: 2, approvers: { kind: "users", userIds: [ada, carl] } }],
    });
    assert.equal(await approve(requestId, carl, version), "requestChanged");
    assert.deepEqual([(await get(requestId)).version, (await get(requestId)).reviews], [version + 1, []]);
    assert.equal(await approve(requestId, carl, version), "requestChanged");
    assert.equal(await approve(requestId, carl), "pendingApproval");
    assert.equal(await released(requestId), 0);
    assert.equal(await approve(requestId, ada), "approved");
    assert.equal(await released(requestId), 1);
  });

  async function changeBankDetails(): Promise<void> {
    const changed = await inject(world.app, organization.token, {
      url: `/recipient/${organization.recipientId}`,
      body: {
        electronicRoutingInfo: {
          accountNumber: "987654321",
          routingNumber: "021000021",
          electronicAccountType: "businessChecking",
          address: { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
        },
      },
    });
    assert.equal(changed.status, 200, changed.text);
  }

  test("never pays to bank details that were changed after the approval", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const requestId = await ask();
    assert.equal(await approve(requestId, ben), "pendingApproval");
    await changeBankDetails();
    assert.equal(await approve(requestId, carl), "requestChanged");
    assert.equal(await approve(requestId, carl), "pendingApproval");
    assert.equal(await released(requestId), 0);
    assert.equal(await approve(requestId, ben), "approved");
    assert.equal(await released(requestId), 1);
  });

  test("refuses bank details that changed between the last approval and its payment", async () => {
    const requestId = await ask();
    const { database } = world.service;
    const held = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const holding = database.transaction(async (tx) => {
      await lockBalances(tx, organization.organizationId, [organization.accountId]);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    const approving = approve(requestId, ben);
    try {
      await waitForBlockedStatement(database);
      await changeBankDetails();
    } finally {
      letGo.resolve();
    }
    await holding;
    assert.equal(await approving, "requestChanged");
    assert.equal(await released(requestId), 0);
    assert.equal(await approve(requestId, ben), "approved");
  });

  test("counts concurrent approvals by one user once", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const requestId = await ask();
    const outcomes = await Promise.all([approve(requestId, ben), approve(requestId, ben), approve(requestId, ben)]);
    assert.deepEqual(outcomes.sort(), ["alreadyReviewed", "alreadyReviewed", "pendingApproval"]);
    assert.equal(await released(requestId), 0);
  });

  test("two users approving concurrently release the payment once", async () => {
    const requestId = await ask();
    const outcomes = await Promise.all([approve(requestId, ben), approve(requestId, carl)]);
    assert.deepEqual(outcomes.sort(), ["approved", "requestAlreadyDecided"]);
    assert.equal(await released(requestId), 1);
  });

  test("fifty concurrent approvals release the payment once", async () => {
    const requestId = await ask();
    const people = await Promise.all(Array.from({ length: 50 }, () => newUser(world.service, organization)));
    const outcomes = await Promise.all(people.map((userId) => approve(requestId, userId)));
    assert.deepEqual(
      [outcomes.filter((outcome) => outcome === "approved").length, new Set(outcomes).size],
      [1, 2],
      outcomes.join(),
    );
    assert.equal(await released(requestId), 1);
  });

  test("exactly one of a concurrent rejection and approval takes effect", async () => {
    const requestId = await ask();
    const outcomes = await Promise.all([
      approve(requestId, ben),
      outcomeOf(decide(world.service, organization, { requestId, userId: carl, decision: "reject" })),
    ]);
    assert.equal(outcomes.filter((outcome) => outcome === "requestAlreadyDecided").length, 1, outcomes.join());
    assert.equal(await released(requestId), outcomes[0] === "approved" ? 1 : 0);
  });

  test("the last approval changes nothing without funds, and releases the payment after a deposit", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const requestId = await ask(organization.token, { amount: 1_500 });
    assert.equal(await approve(requestId, ben), "pendingApproval");
    assert.equal(await approve(requestId, carl), "insufficientFunds");
    const { status, problem, reviews } = await get(requestId);
    assert.deepEqual(
      [status, problem, reviews.length],
      [
        "pendingApproval",
        "The available balance of 1,000.00 USD does not cover 1,500.00 USD. Add money to the account, or send less.",
        1,
      ],
    );
    await organization.deposit(organization.accountId, 500_00n);
    assert.equal(await approve(requestId, carl), "approved");
    assert.equal((await get(requestId)).problem, null);
  });

  test("a withdrawn or rejected request is never released", async () => {
    const requestId = await ask(await tokenOf(ben));
    const other = await ask(await tokenOf(ben));
    const withdraw = (id: string, userId: UserId) =>
      outcomeOf(decide(world.service, organization, { requestId: id, userId, decision: "withdraw" }));
    assert.equal(await withdraw(requestId, carl), "mayNotWithdraw");
    assert.equal(await withdraw(requestId, ben), "cancelled");
    assert.equal(await withdraw(other, ada), "cancelled");
    assert.equal(await approve(requestId, carl), "requestAlreadyDecided");
    assert.equal(await released(requestId), 0);
  });

  test("a rule can allow self-approval, and the books balance", async () => {
    await saveRule(world.service, organization, { allowSelfApproval: true });
    const requestId = await ask(await tokenOf(ada));
    assert.equal((await get(requestId)).requesterMayApprove, true);
    assert.equal(await approve(requestId, ada), "approved");
    assert.equal(await released(requestId), 1);
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });
});
