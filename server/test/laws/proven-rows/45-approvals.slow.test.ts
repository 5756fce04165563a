import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { findingsOf, UnprovenRow } from "#kernel/proofs/unproven-row.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { countPaid } from "../../kit/batches/batches.queries.ts";
import { type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { decide, newUser, outcomeOf, requestPaymentOf, saveRule } from "../../kit/worlds/approvals.ts";

/**
 * Law 45, approvals: whatever someone with the password of the serving role writes about requests, reviews, rules, and
 * limits releases no payment. It is refused by the database, or the row is not used and is named in an alarm, while
 * everything else continues.
 */
describe("what someone with the serving role's password writes about approvals", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;
  let ben: UserId;
  let carl: UserId;

  before(async () => {
    world = await openWorld();
    mallory = await withPasswordOfTheRole(world);
  });
  after(async () => {
    await mallory.leave();
    await world.close();
  });
  beforeEach(async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_00n);
    await newUser(world.service, organization, { role: "administrator" });
    ben = await newUser(world.service, organization);
    carl = await newUser(world.service, organization);
  });

  const runJobs = () => runUntilIdle(world.app.jobs);
  const ask = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    (await requestPaymentOf(world, organization, more)).requestId;
  const askForTransfer = async (): Promise<string> => {
    const savings = await organization.newAccount("Savings");
    const body = { sourceAccountId: organization.accountId, destinationAccountId: savings, amount: 9 };
    const asked = await inject(world.app, organization.token, { url: "/request-transfer", body });
    assert.equal(asked.status, 200, asked.text);
    return asked.body.requestId;
  };
  const approve = (requestId: string, userId: UserId, version?: number) =>
    decide(world.service, organization, { requestId, userId, ...(version === undefined ? {} : { version }) });
  const paidFor = async (requestId: string): Promise<number> => {
    const [row] = await countPaid(world.owner(), [requestId]);
    return Number(row?.payments ?? 0);
  };
  const reported = (table: string, { organizationId } = organization): readonly string[] =>
    [...findingsOf(world.service.vault).rows.values()]
      .filter((row) => row.organizationId === organizationId && row.table === table)
      .map((row) => row.key);

  async function assertUnused(what: string, use: () => Promise<unknown>, table: string): Promise<void> {
    await assert.rejects(use, UnprovenRow, what);
    assert.ok(reported(table).length > 0, `${what}: named in an alarm`);
  }
  const isGone = async (statement: string, values: readonly unknown[]) =>
    assert.equal(await mallory.attack(statement, values), 1, statement);

  /** Another request of the organization is approved and paid. */
  async function assertOthersGoOn(): Promise<void> {
    const other = await ask({ amount: 3 });
    assert.equal(await outcomeOf(approve(other, carl)), "approved");
    assert.equal(await paidFor(other), 1);
  }

  const FORGED_REVIEW = `
    insert into approval_reviews (organization_id, review_id, request_id, reviewer_user_id, decision, terms,
                                  request_version, reviewed_at)
    select organization_id, gen_random_uuid(), request_id, $2, 'approved', terms, version, now()
      from approval_requests where request_id = $1`;

  it("a forged review and a status do not pay $41,234.56", async () => {
    const requestId = await ask({ amount: 41_234.56, sendOn: "2026-12-04" });
    await isGone(FORGED_REVIEW, [requestId, ben]);
    await isGone(
      "update approval_requests set status = 'approvedScheduled', decided_at = now() where request_id = $1",
      [requestId],
    );
    const dueAt = "update approval_requests set due_at = now() where request_id = $1";
    assert.equal(await mallory.attack(dueAt, [requestId]), "refused");
    await runJobs();
    world.clock.set(plusMs(world.clock.now(), 14 * DAY_MS));
    await runJobs();
    assert.equal(await paidFor(requestId), 0);
    assert.deepEqual(reported("approval_requests"), [requestId]);
    const { body } = await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` });
    assert.equal(body.errors?.errorCode, "rowNotProven", "it is not shown either");
    const approvals = await mallory.copy("audit_log", "action", "approvalRequest.approve");
    assert.ok(
      approvals.every((row) => row["resource_id"] !== requestId),
      "nobody is said to have approved it",
    );
    await assertOthersGoOn();
  });

  it("a forged review is not the first of two approvals", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const requestId = await ask();
    await isGone(FORGED_REVIEW, [requestId, ben]);
    await assertUnused("a forged review", () => approve(requestId, carl), "approval_reviews");
    assert.equal(await paidFor(requestId), 0);
    const other = await ask({ amount: 3 });
    assert.equal(await outcomeOf(approve(other, ben)), "pendingApproval");
    assert.equal(await outcomeOf(approve(other, carl)), "approved");
  });

  it("an honest review of another request is not this one's", async () => {
    await saveRule(world.service, organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const [mine, otherRequest] = [await ask({ amount: 5 }), await ask({ amount: 6 })];
    assert.equal(await outcomeOf(approve(mine, ben)), "pendingApproval");
    const move = "update approval_reviews set request_id = $2 where request_id = $1";
    assert.equal(await mallory.attack(move, [mine, otherRequest]), "refused");
    const [review] = await mallory.copy("approval_reviews", "request_id", mine);
    const [request] = await mallory.copy("approval_requests", "request_id", otherRequest);
    assert.ok(review && request);
    const onTheirs = { review_id: randomUUID(), request_id: otherRequest, terms: request["terms"] };
    await mallory.insertCopy("approval_reviews", review, onTheirs);
    await assertUnused("a copied review", () => approve(otherRequest, carl), "approval_reviews");
    assert.equal(await paidFor(otherRequest), 0);
  });

  it("approvals that were voided do not count again", async () => {
    const poor = await world.newOrganization();
    await saveRule(world.service, poor, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    const [dora, emil] = [await newUser(world.service, poor), await newUser(world.service, poor)];
    const today = Temporal.PlainDate.from(world.clock.now().toISOString().slice(0, 10));
    const { requestId } = await requestPaymentOf(world, poor, { sendOn: today.add({ days: 5 }).toString() });
    const approveAs = (userId: UserId) => decide(world.service, poor, { requestId, userId });
    assert.equal(await outcomeOf(approveAs(dora)), "pendingApproval");
    assert.equal(await outcomeOf(approveAs(emil)), "approvedScheduled");
    world.clock.set(plusMs(world.clock.now(), 10 * DAY_MS));
    await runJobs();
    const [reopened] = await mallory.copy("approval_requests", "request_id", requestId);
    assert.equal(reopened?.["status"], "pendingApproval", "there was no money on its day");
    await poor.deposit(poor.accountId, 1_000_00n);
    const restore = "update approval_reviews set voided_at = null where request_id = $1 and reviewer_user_id = $2";
    await isGone(restore, [requestId, dora]);
    await assert.rejects(() => approveAs(emil), UnprovenRow);
    await isGone(restore, [requestId, emil]);
    await isGone(
      "update approval_requests set status = 'approvedScheduled', decided_at = now(), problem = null where request_id = $1",
      [requestId],
    );
    await runJobs();
    assert.equal(await paidFor(requestId), 0);
    assert.ok(reported("approval_reviews", poor).length > 0);
    assert.deepEqual(reported("approval_requests", poor), [requestId]);
  });

  it("what is requested cannot be changed, and a request whose other columns were changed is not decided", async () => {
    const mayChange = await mallory.columnsToUpdate("approval_requests");
    const decided: Readonly<Record<string, string>> = {
      status: "'approvedScheduled', decided_at = now()",
      version: "version + 1",
      rule_id: "gen_random_uuid()",
      terms: "sha256(terms)",
      approvers_required: "approvers_required + 1",
      requester_may_approve: "not requester_may_approve",
      transaction_id: "gen_random_uuid(), status = 'approved', decided_at = now()",
      question_id: "gen_random_uuid(), asked_by = gen_random_uuid(), asked_at = now()",
      batch_id: "gen_random_uuid()",
    };
    // Only to show, and tied to the others by constraints.
    const shown = ["problem", "decided_at", "asked_by", "asked_at"];
    assert.deepEqual([...mayChange].sort(), [...Object.keys(decided), ...shown].sort());
    for (const [column, value] of Object.entries(decided)) {
      const requestId = await ask({ amount: 7, sendOn: "2027-01-15" });
      await isGone(`update approval_requests set ${column} = ${value} where request_id = $1`, [requestId]);
      await assertUnused(column, () => approve(requestId, ben, 1), "approval_requests");
      assert.ok(reported("approval_requests").includes(requestId), column);
    }
    await assertOthersGoOn();
  });

  it("a paid request is not paid a second time, whichever earlier version is put back", async () => {
    for (const requestId of [await ask({ amount: 8 }), await askForTransfer()]) {
      const [pending] = await mallory.copy("approval_requests", "request_id", requestId);
      const [proof] = await mallory.copy("row_proofs", "subject", `approval_requests/${requestId}`);
      assert.ok(pending && proof);
      assert.equal(await outcomeOf(approve(requestId, ben)), "approved");
      const payments = await paidFor(requestId);
      assert.ok(payments >= 1);
      await mallory.putBack("approval_requests", "request_id", pending);
      await assertUnused("an older version", () => approve(requestId, carl), "approval_requests");
      await mallory.insertCopy("row_proofs", proof, { version: 3 });
      await assertUnused("with a copy of its proof", () => approve(requestId, carl), "approval_requests");
      assert.equal(await mallory.attack("delete from row_proofs where subject = $1", [proof["subject"]]), "refused");
      assert.equal(
        await mallory.attack("update row_proofs set version = 9 where subject = $1", [proof["subject"]]),
        "refused",
      );
      const copyId = randomUUID();
      await mallory.insertCopy("approval_requests", pending, { request_id: copyId });
      await assertUnused("a copy with a new key", () => approve(copyId, carl), "approval_requests");
      await runJobs();
      assert.equal(await paidFor(requestId), payments);
      assert.equal(await paidFor(copyId), 0);
    }
    await assertOthersGoOn();
  });

  it("rules that were edited, switched off, put back, or inserted decide nothing", async () => {
    const two = [{ approvals: 2, approvers: { kind: "anyone" } }] as const;
    const ruleId = await saveRule(world.service, organization, { steps: two });
    const [first] = await mallory.copy("approval_rules", "rule_id", ruleId);
    assert.ok(first);
    await saveRule(world.service, organization, { ruleId, steps: two, name: "All payments" });
    const [present] = await mallory.copy("approval_rules", "rule_id", ruleId);
    assert.ok(present);
    const requestId = await ask();
    const changes: Readonly<Record<string, string>> = {
      position: "position + 1",
      version: "version - 1",
      name: "'All'",
      conditions: `'{"amountFromMinor":"99999999"}'`,
      steps: `'[{"approvals":1,"approvers":{"kind":"anyone"}}]'`,
      allow_self_approval: "true",
      binds_direct_send: "true",
      active: "false",
    };
    const mayChange = (await mallory.columnsToUpdate("approval_rules")).filter((name) => name !== "updated_at");
    assert.deepEqual(mayChange.toSorted(), Object.keys(changes).toSorted());
    for (const [column, value] of Object.entries(changes)) {
      await isGone(`update approval_rules set ${column} = ${value} where rule_id = $1`, [ruleId]);
      await assertUnused(column, () => approve(requestId, ben), "approval_rules");
      await mallory.putBack("approval_rules", "rule_id", present);
    }
    await mallory.putBack("approval_rules", "rule_id", first);
    await assertUnused("an earlier version", () => approve(requestId, ben), "approval_rules");
    const direct = await inject(world.app, organization.token, payment(organization));
    assert.equal(direct.status, 200, "what needs no approval continues");
    await mallory.putBack("approval_rules", "rule_id", present);
    assert.equal(await mallory.attack("delete from approval_rules where rule_id = $1", [ruleId]), "refused");
    assert.equal(await outcomeOf(approve(requestId, ben)), "pendingApproval", "the rule as it was counts again");

    const easy = { rule_id: randomUUID(), position: 0, steps: [{ approvals: 1, approvers: { kind: "anyone" } }] };
    await mallory.insertCopy("approval_rules", present, { ...easy, allow_self_approval: true });
    await assertUnused("an inserted rule", () => approve(requestId, carl), "approval_rules");
    assert.equal(await paidFor(requestId), 0);
  });

  const limitBen = (more: { limitMinor: bigint | null; limitPerDayMinor: bigint | null }) =>
    world.service.database.transaction((tx) =>
      setApproverLimit(world.service, tx, {
        organizationId: organization.organizationId,
        userId: ben,
        accountId: null,
        actor: operator,
        ...more,
      }),
    );

  it("limits that were raised, removed, put back, moved, or inserted allow nothing", async () => {
    await limitBen({ limitMinor: 900_00n, limitPerDayMinor: 900_00n });
    const [generous] = await mallory.copy("approver_limits", "user_id", ben);
    assert.ok(generous);
    await limitBen({ limitMinor: 5_00n, limitPerDayMinor: 5_00n });
    const [present] = await mallory.copy("approver_limits", "user_id", ben);
    assert.ok(present);
    const requestId = await ask({ amount: 10 });
    assert.equal(await outcomeOf(approve(requestId, ben)), "approverLimitExceeded");
    const raises = [
      "limit_minor = 99999999, limit_per_day_minor = 99999999",
      "limit_minor = null, limit_per_day_minor = null",
    ];
    for (const raise of raises) {
      await isGone(`update approver_limits set ${raise} where user_id = $1`, [ben]);
      await assertUnused(raise, () => approve(requestId, ben), "approver_limits");
    }
    await mallory.putBack("approver_limits", "user_id", generous);
    await assertUnused("an earlier limit", () => approve(requestId, ben), "approver_limits");
    await mallory.putBack("approver_limits", "user_id", present);
    for (const statement of [
      "delete from approver_limits where user_id = $1",
      "update approver_limits set user_id = gen_random_uuid() where user_id = $1",
      "update approver_limits set account_id = gen_random_uuid() where user_id = $1",
    ])
      assert.equal(await mallory.attack(statement, [ben]), "refused", statement);
    assert.equal(await outcomeOf(approve(requestId, ben)), "approverLimitExceeded", "the limit as it was");

    const forAccount = { account_id: organization.accountId, limit_minor: 99_999_999, limit_per_day_minor: null };
    await mallory.insertCopy("approver_limits", present, forAccount);
    await assertUnused("an inserted limit", () => approve(requestId, ben), "approver_limits");
    const shown = await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` });
    assert.equal(shown.status, 200, "others still see the request");
    assert.equal(await outcomeOf(approve(requestId, carl)), "approved", "and decide it");
  });

  it("a limit that was removed by its administrator is no limit", async () => {
    await limitBen({ limitMinor: 5_00n, limitPerDayMinor: null });
    await limitBen({ limitMinor: null, limitPerDayMinor: null });
    assert.equal(await outcomeOf(approve(await ask({ amount: 10 }), ben)), "approved");
  });

  const unapproved = [
    ["approval_reviews", "update approval_reviews set voided_at = now() where request_id = $1"],
    [
      "approval_requests",
      "update approval_requests set status = 'rejected', transaction_id = null where request_id = $1",
    ],
  ] as const;
  for (const [table, statement] of unapproved)
    it(`what a user has approved uses the limit of the day, whatever ${table} says`, async () => {
      await limitBen({ limitMinor: null, limitPerDayMinor: 15_00n });
      const [first, second] = [await ask({ amount: 10 }), await ask({ amount: 11 })];
      assert.equal(await outcomeOf(approve(first, ben)), "approved");
      assert.equal(await outcomeOf(approve(second, ben)), "approverLimitExceeded");
      await isGone(statement, [first]);
      await assertUnused(statement, () => approve(second, ben), table);
      assert.equal(await outcomeOf(approve(second, carl)), "approved", "a user without limits continues");
    });

  it("what was requested in a day counts in its total, whatever its status says", async () => {
    const steps = [{ approvals: 2, approvers: { kind: "anyone" } }] as const;
    await saveRule(world.service, organization, { conditions: { amountFromMinor: "10000" }, steps });
    const first = await ask({ amount: 60 });
    const second = await ask({ amount: 61 });
    assert.equal(await outcomeOf(approve(first, ben)), "approved");
    assert.equal(await outcomeOf(approve(second, ben)), "pendingApproval", "$121 in a day takes two");
    const cancel = "update approval_requests set status = 'cancelled', transaction_id = null where request_id = $1";
    await isGone(cancel, [first]);
    await assertUnused(cancel, () => approve(second, carl), "approval_requests");
    assert.equal(await paidFor(second), 0);
    const transfer = await askForTransfer();
    assert.equal(await outcomeOf(approve(transfer, ben)), "approved", "what goes elsewhere continues");
  });
});
