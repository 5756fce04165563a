import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { saveRule } from "../../kit/worlds/approvals.ts";
import { type ApprovedTerms, type Insider, openApprovedTerms } from "../../kit/worlds/approved-terms.ts";
import { browse } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";
import { lockUser } from "../../kit/worlds/users.queries.ts";

const address = { address1: "9 Elm St", city: "Boston", region: "MA", postalCode: "02108", country: "US" };
const newAch = {
  electronicRoutingInfo: {
    accountNumber: "987654321000",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  },
};
const realTime = { realTimePaymentRoutingInfo: { accountNumber: "445566778899", routingNumber: "021000021" } };

const world = await openWorldOfFile();

/** Law 24, part two: the last editor of a recipient's name or bank details cannot approve payments that use them. */
describe("the last editor cannot approve", () => {
  let terms: ApprovedTerms;
  let ada: Insider;
  let eve: Insider;
  beforeEach(async () => {
    terms = await openApprovedTerms(world);
    [ada, eve] = [await terms.insider(), await terms.insider()];
  });

  /** Invites the recipient to enter new details, and submits them. */
  const byInvite = async (asWhom: (call: { url: string; body: object }) => Promise<{ body: { id: string } }>) => {
    const invite = await asWhom({
      url: "/recipients/invites",
      body: {
        contactEmail: "m@example.com",
        recipientId: terms.organization.recipientId,
        paymentMethods: ["ach"],
        requireTaxDocument: false,
        sendEmail: false,
      },
    });
    const answer = await browse(world.app, { url: `/invites/${invite.body.id}`, body: newAch });
    assert.equal(answer.status, 204, answer.text);
  };
  const edits: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ["new bank details", "ach", () => terms.edit(ada, newAch)],
    ["a new name", "ach", () => terms.edit(ada, { name: "Mallory" })],
    ["a new name in other letters", "check", () => terms.edit(ada, { name: "GLOBEX" })],
    ["a new check address", "check", () => terms.edit(ada, { checkInfo: { address } })],
    ["ACH details that a real-time payment falls back to", "realTimePayment", () => terms.edit(ada, newAch)],
    ["separate real-time details", "realTimePayment", () => terms.edit(ada, realTime)],
    [
      "real-time details removed, so that it falls back",
      "realTimePayment",
      async () => {
        await terms.edit(eve, realTime);
        await terms.edit(ada, { realTimePaymentRoutingInfo: null });
      },
    ],
    ["new details through a token", "ach", async () => terms.edit(await terms.tokenOf(ada), newAch)],
    ["an invite", "ach", () => byInvite(({ url, body }) => browse(world.app, { url, body, cookie: ada.cookie }))],
    [
      "an invite through a token",
      "ach",
      async () => {
        const token = await terms.tokenOf(ada);
        await byInvite((call) => inject(world.app, token, call));
      },
    ],
    [
      "new details, then a new name by someone else",
      "ach",
      async () => {
        await terms.edit(ada, newAch);
        await terms.edit(await terms.insider(), { name: "Globex Corp" });
      },
    ],
  ];
  for (const [what, paymentMethod, edit] of edits)
    for (const when of ["before", "after"])
      test(`${what}, ${when} the request`, async () => {
        if (when === "before") await edit();
        const requestId = await terms.ask({ paymentMethod });
        if (when === "after") await edit();
        const { allowedActions, whyNotApprove, steps } = await terms.reviewOf(requestId, ada);
        assert.deepEqual([allowedActions, whyNotApprove.code], [["reject", "withdraw", "ask"], "recipientEditor"]);
        assert.ok(!JSON.stringify(steps).includes(ada.userId));
        assert.equal(await terms.approve(requestId, ada), "recipientEditor");
        assert.equal(await terms.approve(requestId, eve), "approved");
      });

  test("allows the user who confirmed a change to approve, but not the user who proposed it", async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: true });
    await terms.edit(ada, { name: "Globex Corp", ...newAch });
    for (const { changeId, status } of await terms.changes(eve))
      if (status === "proposed") assert.equal((await terms.decideChange(changeId, eve)).status, 200);
    const requestId = await terms.ask();
    assert.equal(await terms.approve(requestId, ada), "recipientEditor");
    assert.equal(await terms.approve(requestId, eve), "approved");
  });

  test("a proposal does not prevent its author from approving, and a later editor replaces an earlier one", async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: true });
    await terms.edit(ada, newAch);
    assert.equal(await terms.approve(await terms.ask(), ada), "approved");
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: false });
    const other = { electronicRoutingInfo: { ...newAch.electronicRoutingInfo, accountNumber: "987654321001" } };
    await terms.edit(ada, newAch);
    await terms.edit(eve, other);
    assert.equal(await terms.approve(await terms.ask({ amount: 11 }), eve), "recipientEditor");
    assert.equal(await terms.approve(await terms.ask({ amount: 12 }), ada), "approved");
  });

  test("other methods and other recipients are not affected", async () => {
    await terms.edit(ada, newAch);
    assert.equal(await terms.approve(await terms.ask({ paymentMethod: "check" }), ada), "approved");
    const recipientId = await terms.organization.newRecipient("Initech");
    assert.equal(await terms.approve(await terms.ask({ recipientId }), ada), "approved");
  });

  test("creating a recipient with details counts as an edit", async () => {
    const created = await browse(world.app, {
      url: "/recipients",
      cookie: ada.cookie,
      body: { name: "Initech", emails: [], ...newAch },
    });
    const requestId = await terms.ask({ recipientId: created.body.id });
    assert.equal(await terms.approve(requestId, ada), "recipientEditor");
    assert.equal(await terms.approve(requestId, eve), "approved");
  });

  test("a sole approver may approve payments to their own edits until there is a second approver", async () => {
    const { organizationId } = terms.organization;
    await terms.edit(ada, newAch);
    await lockUser(world.service, organizationId, eve.userId, world.clock.now());
    const [first, second] = [await terms.ask({ amount: 11 }), await terms.ask({ amount: 12 })];
    assert.equal(await terms.approve(first, ada), "approved");
    await terms.insider("approver");
    assert.equal(await terms.approve(second, ada), "recipientEditor");
  });

  test("requests show when no other approver is left, and approvals by the editor never count", async () => {
    await saveRule(world.service, terms.organization, {
      steps: [{ approvals: 1, approvers: { kind: "users", userIds: [ada.userId] } }],
    });
    await terms.edit(ada, newAch);
    const requestId = await terms.ask();
    const { outlook } = await terms.reviewOf(requestId, eve);
    assert.ok(outlook.warnings.some(({ code }: { code: string }) => code === "notEnoughApprovers"));
    assert.equal(await terms.approve(requestId, ada), "recipientEditor");
  });

  test("an edit concurrent with its author's approval never pays to the new details", async () => {
    for (let round = 0; round < 6; round += 1) {
      await terms.edit(eve, {
        name: `Globex ${round}`,
        electronicRoutingInfo: { ...newAch.electronicRoutingInfo, accountNumber: `11223344550${round}` },
      });
      const requestId = await terms.ask({ amount: 20 + round });
      const accountNumber = `98765432110${round}`;
      const { version } = await terms.look(requestId, ada);
      const [outcome] = await Promise.all([
        terms.approve(requestId, ada, version),
        terms.edit(ada, { electronicRoutingInfo: { ...newAch.electronicRoutingInfo, accountNumber } }),
      ]);
      await terms.handOver();
      const paid = terms.received().find(({ amountMinor }) => amountMinor === BigInt(20 + round) * 100n);
      if (outcome === "approved") assert.notEqual(paid?.routing.accountNumber, accountNumber);
      else assert.equal(paid, undefined);
    }
  });
});
