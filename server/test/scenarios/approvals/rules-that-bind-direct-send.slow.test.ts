/**
 * A rule may also apply to direct sends: one second after it becomes active, no process sends a payment that the rule
 * covers; other payments are sent as before. A preview reports this in advance; a repeated call still gets its first
 * answer.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { App } from "#main/app.ts";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn } from "../../kit/worlds/people.ts";

const FRESH_MS = 600;

describe("rules that bind direct send", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const newOrganization = async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  };
  const bind = (more: object = {}) =>
    saveRule(world.service, organization, {
      name: "Large",
      conditions: { amountFromMinor: "50000" },
      bindsDirectSend: true,
      ...more,
    });
  const send = (app: App, amount: number, more: object = {}) =>
    inject(app, organization.token, payment(organization, { amount, ...more }));
  const warningsOf = ({ warnings }: { warnings: readonly { code: string; message: string }[] }) =>
    warnings.map(({ code, message }) => [code, message]);
  const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) =>
    status === 200 ? body.status : body.errors.errorCode;

  test("refuses only payments that the rule covers, until the rule is disabled; a repeated call always gets its first answer", async () => {
    await newOrganization();
    const before = await send(world.app, 700, { idempotencyKey: "before" });
    assert.equal(outcome(before), "pending");
    const ruleId = await bind();
    passTime(FRESH_MS);
    const refused = await send(world.app, 500);
    assert.deepEqual([refused.status, outcome(refused)], [403, "approvalRequired"], refused.text);
    assert.match(refused.body.message, /POST \/account\/\{accountId\}\/request-send-money/);
    assert.equal(outcome(await send(world.app, 1)), "approvalRequired", "the day's total to the recipient counts");
    const recipientId = await organization.newRecipient("Initech", "555444333");
    assert.equal(outcome(await send(world.app, 499.99, { recipientId })), "pending");
    const again = await send(world.app, 700, { idempotencyKey: "before" });
    assert.deepEqual([again.body.id, again.headers["idempotent-replayed"]], [before.body.id, "true"]);
    const asked = await inject(world.app, organization.token, paymentRequest(organization, { amount: 500 }));
    assert.equal(asked.body.status, "pendingApproval", asked.text);
    await bind({ ruleId, active: false });
    passTime(FRESH_MS);
    assert.equal(outcome(await send(world.app, 500)), "pending");
  });

  test("concurrent payments on two processes count together toward an account's daily total", async () => {
    await newOrganization();
    await bind({ name: "Day", conditions: { accountDayFromMinor: "100000" } });
    passTime(FRESH_MS);
    const nodes = [world.app, await world.anotherNode()];
    const amounts = Array.from({ length: 40 }, (_, index) => (30_000 + index) / 100);
    const sent = await Promise.all(
      amounts.map((amount, index) =>
        send(nodes[index % nodes.length] ?? world.app, amount, { idempotencyKey: `day-${index}` }),
      ),
    );
    const outcomes = sent.map(outcome);
    assert.equal(outcomes.filter((result) => result === "pending").length, 3, outcomes.join());
    assert.equal(outcomes.filter((result) => result === "approvalRequired").length, 37);
    const paid = outcomes.indexOf("pending");
    const again = await send(world.app, amounts[paid] ?? 0, { idempotencyKey: `day-${paid}` });
    assert.deepEqual([again.body.id, again.headers["idempotent-replayed"]], [sent[paid]?.body.id, "true"]);
  });

  test("the first matching rule applies: an earlier rule that does not cover direct sends permits the payment", async () => {
    await newOrganization();
    await bind({ position: 2 });
    await saveRule(world.service, organization, {
      position: 1,
      name: "Globex",
      conditions: { recipientIds: [organization.recipientId] },
    });
    assert.equal(outcome(await send(world.app, 800)), "pending");
    const recipientId = await organization.newRecipient("Initech");
    passTime(FRESH_MS);
    assert.equal(outcome(await send(world.app, 800, { recipientId })), "approvalRequired");
  });

  test("a preview of a direct send needs no approver, and names every reason for a refusal", async () => {
    await newOrganization();
    const previewed = async (more: object = {}) => {
      const call = payment(organization, { amount: 500, ...more });
      return (await inject(world.app, organization.token, { ...call, url: `${call.url}/preview` })).body;
    };
    const first = await previewed();
    const { numberOfApproversRequired, requesterMayApprove, steps } = first;
    assert.deepEqual([numberOfApproversRequired, requesterMayApprove, steps], [0, false, []]);
    assert.deepEqual(warningsOf(first), [["neverPaid", "Globex has never been paid before"]]);
    const sent = await send(world.app, 500);
    assert.deepEqual(warningsOf(await previewed())[0], [
      "duplicatePayment",
      `Would be rejected: This repeats transaction ${sent.body.id} made less than 24 h ago. If that is intended, send it later, or with POST /account/{accountId}/request-send-money.`,
    ]);
    assert.equal(outcome(await send(world.app, 500)), "duplicatePayment");
    await inject(world.app, organization.token, paymentRequest(organization, { amount: 600, paymentMethod: "ach" }));
    const asked = await previewed({ amount: 600, paymentMethod: "ach" });
    assert.deepEqual(
      warningsOf(asked).map(([code]) => code),
      ["neverPaid", "possibleDuplicate"],
      "a request does not prevent it",
    );
    assert.equal(outcome(await send(world.app, 600, { paymentMethod: "ach" })), "pending");
    assert.deepEqual(warningsOf(await previewed({ amount: 2_000_000 }))[0], [
      "insufficientFunds",
      "Would be rejected: The available balance of 998,900.00 USD does not cover 2,000,000.00 USD. Add money to the account, or send less.",
    ]);
  });

  test("a preview of a direct send reports the rule, and sends nothing", async () => {
    await newOrganization();
    const preview = async (amount: number) => {
      const call = payment(organization, { amount });
      return inject(world.app, organization.token, { ...call, url: `${call.url}/preview` });
    };
    assert.equal((await preview(500)).body.rule.bindsDirectSend, false);
    await bind();
    const { body, text } = await preview(500);
    assert.deepEqual([body.preview, body.rule.name, body.rule.bindsDirectSend], [true, "Large", true], text);
    assert.deepEqual(warningsOf(body)[0], [
      "approvalRequired",
      "Would be rejected: The rule Large requires approval of this payment. Submit it with POST /account/{accountId}/request-send-money.",
    ]);
    assert.equal(body.numberOfApproversRequired, 1, "as a request");
    assert.equal((await preview(499.99)).body.rule.bindsDirectSend, false);
    const listed = await inject(world.app, organization.token, {
      url: `/account/${organization.accountId}/transactions`,
    });
    assert.equal(listed.body.total, 1);
  });

  test("users can create such a rule, and its description says so; a rule without approvers is refused, naming the field", async () => {
    await newOrganization();
    const person = await signedIn(world.app, await newPerson(world, organization.organizationId));
    const proved = await browse(world.app, {
      url: "/session/step-up",
      cookie: person,
      body: { password: PASSWORD },
    });
    const cookie = proved.cookie ?? person;
    const rule = {
      name: "All",
      position: 1,
      active: true,
      conditions: {},
      steps: [{ approvals: 1 }],
      allowSelfApproval: false,
    };
    const propose = (more: object) =>
      browse(world.app, { url: "/approval-rules/changes", cookie, body: { ...rule, ...more } });
    const stranger = (await world.newOrganization()).accountId;
    const unknown = [
      [{ conditions: { accountIds: [organization.accountId, stranger] } }, "conditions.accountIds.1"],
      [{ conditions: { recipientIds: [stranger] } }, "conditions.recipientIds.0"],
      [{ conditions: { tokenIds: [stranger] } }, "conditions.tokenIds.0"],
      [{ conditions: { requesterUserIds: [stranger] } }, "conditions.requesterUserIds.0"],
      [{ steps: [{ approvals: 1 }, { approvals: 1, userIds: [stranger] }] }, "steps.1.userIds.0"],
    ] as const;
    for (const [more, path] of unknown) {
      const refused = await propose(more);
      assert.deepEqual([refused.status, refused.body.errors.fields?.[0]?.path], [400, path], refused.text);
    }
    const applied = await propose({ bindsDirectSend: true });
    assert.equal(applied.body.status, "applied", applied.text);
    assert.equal(
      applied.body.summary,
      "Everything needs 1 approval by anyone who can approve payments. It cannot be sent directly.",
    );
    passTime(FRESH_MS);
    assert.equal(outcome(await send(world.app, 1)), "approvalRequired");
  });
});

test("a rule created on one process applies on the others within a second", async (t) => {
  const world = await openWorld();
  t.after(() => world.close());
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 1_000_000_00n);
  const other = await world.anotherNode();
  const send = (amount: number) => inject(other, organization.token, payment(organization, { amount }));
  // The other process has cached the token and that no rule applies to it.
  assert.equal((await send(1)).status, 200);
  await saveRule(world.service, organization, { bindsDirectSend: true });
  // A token in constant use must not keep an outdated cache entry alive.
  for (let amount = 2; amount < 12; amount += 1) {
    await send(amount);
    passTime(100);
  }
  assert.equal((await send(12)).body.errors.errorCode, "approvalRequired", "a second later");
});
