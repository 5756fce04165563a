/**
 * Changing an approval rule takes two people: one proposes, another confirms, both with a recent step-up. From then on,
 * requests need the rule's approvals.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const twoForAll = {
  name: "Two for everything",
  position: 1,
  active: true,
  conditions: {},
  steps: [{ approvals: 2 }],
  allowSelfApproval: false,
};

const world = await openWorldOfFile();

describe("people change approval rules", () => {
  let organization: TestOrganization;

  const proved = async (person: TestPerson) => {
    const cookie = await signedIn(world.app, person);
    const answer = await browse(world.app, { url: "/session/step-up", cookie, body: { password: PASSWORD } });
    assert.ok(answer.status < 300, answer.text);
    return answer.cookie ?? cookie;
  };
  const administrator = async () => proved(await newPerson(world, organization.organizationId));
  const propose = (cookie: string, change: object = twoForAll) =>
    browse(world.app, { url: "/approval-rules/changes", cookie, body: change });
  const answerTo = (cookie: string, changeId: string, verb: "confirm" | "decline" | "withdraw") =>
    browse(world.app, { method: "POST", url: `/control-changes/${changeId}/${verb}`, cookie });
  const rulesSeenBy = async (cookie: string) => (await browse(world.app, { url: "/approval-rules", cookie })).body;
  const approvalsNeeded = async () =>
    (await inject(world.app, organization.token, paymentRequest(organization))).body.numberOfApproversRequired;

  test("applies the change of a sole administrator immediately", async () => {
    organization = await world.newOrganization();
    assert.equal(await approvalsNeeded(), 1);
    const change = await propose(await administrator());
    assert.equal(change.body.status, "applied", change.text);
    assert.equal(change.body.summary, "Everything needs 2 approvals by anyone who can approve payments.");
    assert.equal(await approvalsNeeded(), 2);
  });

  test("with two administrators, a change takes effect once, when the other one confirms it", async () => {
    organization = await world.newOrganization();
    const [proposer, other] = [await administrator(), await administrator()];
    const { changeId } = (await propose(proposer)).body;
    assert.equal(await approvalsNeeded(), 1);
    const reader = await signedIn(world.app, await newPerson(world, organization.organizationId, { role: "approver" }));
    for (const [who, allowedActions] of [
      [proposer, ["withdraw"]],
      [other, ["confirm", "decline"]],
      [reader, undefined],
    ] as const) {
      const [change] = (await browse(world.app, { url: "/control-changes", cookie: who })).body.changes;
      assert.deepEqual(change?.allowedActions, allowedActions);
    }
    assert.equal((await answerTo(proposer, changeId, "confirm")).code, "ownControlChange");
    assert.equal((await answerTo(other, changeId, "confirm")).body.status, "applied");
    assert.equal((await answerTo(other, changeId, "confirm")).code, "controlChangeDecided");
    assert.equal(await approvalsNeeded(), 2);
    const [rule] = (await rulesSeenBy(proposer)).rules;
    const third = await administrator();
    const [off, later] = [
      (await propose(proposer, { ...twoForAll, ruleId: rule.ruleId, active: false })).body,
      (await propose(third, { ...twoForAll, ruleId: rule.ruleId, steps: [{ approvals: 3 }] })).body,
    ];
    assert.equal((await answerTo(other, off.changeId, "confirm")).body.status, "applied");
    assert.equal((await answerTo(other, later.changeId, "confirm")).body.status, "overtaken");
    assert.equal(await approvalsNeeded(), 1);
  });

  test("a change that is declined, withdrawn, or proposed without permission has no effect", async () => {
    organization = await world.newOrganization();
    const [proposer, other] = [await administrator(), await administrator()];
    for (const [cookie, verb, status] of [
      [proposer, "withdraw", "withdrawn"],
      [other, "decline", "declined"],
    ] as const) {
      const { changeId } = (await propose(proposer)).body;
      assert.equal((await answerTo(cookie, changeId, verb)).body.status, status);
    }
    const approver = await proved(await newPerson(world, organization.organizationId, { role: "approver" }));
    assert.equal((await propose(approver)).status, 403);
    const unproved = await signedIn(world.app, await newPerson(world, organization.organizationId));
    assert.equal((await propose(unproved)).code, "stepUpNeeded");
    assert.equal((await propose(proposer, { ...twoForAll, ruleId: organization.recipientId })).status, 404);
    const unclear = [
      [{ conditions: { amountFrom: 10_000.005 } }, "conditions.amountFrom"],
      [{ steps: [{ approvals: 1, roles: ["approver"], userIds: [organization.recipientId] }] }, "steps.0"],
    ] as const;
    for (const [part, path] of unclear) {
      const refused = await propose(proposer, { ...twoForAll, ...part });
      assert.deepEqual([refused.status, refused.body.errors.fields?.[0]?.path], [400, path], refused.text);
    }
    assert.equal(await approvalsNeeded(), 1);
  });

  test("IDs in capital letters name the same account and the same user", async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    const admin = await administrator();
    const approver = await newPerson(world, organization.organizationId, { role: "approver" });
    const change = await propose(admin, {
      ...twoForAll,
      conditions: { accountIds: [organization.accountId.toUpperCase()] },
      steps: [{ approvals: 1, userIds: [approver.userId.toUpperCase()] }],
    });
    assert.equal(change.body.status, "applied", change.text);
    const { body } = await inject(world.app, organization.token, paymentRequest(organization));
    const approve = (cookie: string) =>
      browse(world.app, {
        url: `/request-send-money/${body.requestId}/approve`,
        cookie,
        body: { version: body.version },
      });
    assert.equal((await approve(admin)).code, "notAmongApprovers");
    assert.equal((await approve(await signedIn(world.app, approver))).body.status, "approved");
  });

  test("a rule's conditions restrict what it applies to; a limit applies to one user", async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
    const admin = await administrator();
    const conditions = { amountFrom: 500, methods: ["ach"] };
    const change = await propose(admin, { ...twoForAll, conditions, steps: [{ approvals: 1, roles: ["approver"] }] });
    assert.equal(
      change.body.summary,
      "A payment by ACH, once $500.00 or more goes to the recipient that day, needs 1 approval by the role approver.",
    );
    const ask = async (amount: number) =>
      (await inject(world.app, organization.token, paymentRequest(organization, { amount }))).body;
    const approve = (cookie: string, { requestId, version }: { requestId: string; version: number }) =>
      browse(world.app, { url: `/request-send-money/${requestId}/approve`, cookie, body: { version } });
    assert.equal((await approve(admin, await ask(499.99))).body.status, "approved");
    const large = await ask(500);
    assert.equal((await approve(admin, large)).code, "notAmongApprovers");
    const approver = await newPerson(world, organization.organizationId, { role: "approver" });
    const cookie = await signedIn(world.app, approver);
    const setLimits = async (limits: object) =>
      browse(world.app, { url: "/approver-limits", cookie: admin, body: { userId: approver.userId, ...limits } });
    const both = await setLimits({ limit: 100, limitPerDay: 2_000 });
    assert.deepEqual(both.body.limits, [{ userId: approver.userId, accountId: null, limit: 100, limitPerDay: 2_000 }]);
    const limited = await setLimits({ limit: 499.99 });
    assert.equal(limited.body.limits[0].limitPerDay, 2_000, "a limit that is not mentioned remains");
    const above = await approve(cookie, large);
    assert.deepEqual([above.code, above.body.errors.limit], ["approverLimitExceeded", 499.99]);
    assert.equal((await setLimits({ limit: null })).body.limits[0].limit, null);
    assert.equal((await approve(cookie, large)).body.status, "approved");
    assert.deepEqual((await setLimits({ limit: null, limitPerDay: null })).body.limits, []);
  });
});
