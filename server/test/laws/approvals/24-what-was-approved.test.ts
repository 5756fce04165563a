import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { saveRule } from "../../kit/worlds/approvals.ts";
import { type ApprovedTerms, type Insider, openApprovedTerms, receivedTerms } from "../../kit/worlds/approved-terms.ts";
import { browse, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const world = await openWorldOfFile();

/**
 * Law 24: what was approved is what is paid: name, details, address, amount, method, memo, and date, regardless of what
 * changed in between, who changed it, and through which route. In each of these cases, a rename once redirected an
 * approved payment; 24-random-changes.slow.test.ts mixes all changes.
 */
describe("what was approved is what is paid", () => {
  let terms: ApprovedTerms;
  let ada: Insider;
  let ben: Insider;
  let carl: Insider;
  beforeEach(async () => {
    terms = await openApprovedTerms(world);
    [ada, ben, carl] = [await terms.insider(), await terms.insider("approver"), await terms.insider("approver")];
  });
  const twoApprovals = () =>
    saveRule(world.service, terms.organization, { steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
  const rename = (name: string, by: Insider | string = ada) => terms.edit(by, { name });

  for (const method of ["check", "ach", "domesticWire", "realTimePayment"])
    test(`a rename between two approvals voids the first (${method})`, async () => {
      await twoApprovals();
      const requestId = await terms.ask({ paymentMethod: method });
      const { version } = await terms.look(requestId, carl);
      assert.equal(await terms.approve(requestId, ben), "pendingApproval");
      assert.equal((await rename("Globex Corp")).status, 200);
      assert.equal(await terms.approve(requestId, carl, version), "requestChanged");
      assert.equal(await terms.approve(requestId, carl), "pendingApproval");
      const { shown } = await terms.look(requestId, ben);
      assert.equal(shown["name"], "Globex Corp");
      assert.equal(await terms.approve(requestId, ben), "approved");
      await terms.handOver();
      assert.deepEqual(terms.received().map(receivedTerms), [shown]);
    });

  for (const name of ["GLOBEX", "Glob ex", "Globex "] as const)
    test(`a name that differs only in case or white space is another name (${JSON.stringify(name)})`, async () => {
      const requestId = await terms.ask({ paymentMethod: "check" });
      const { version } = await terms.look(requestId, ben);
      assert.equal((await rename(name)).body.name, name.trim());
      const expected = name.trim() === "Globex" ? "approved" : "requestChanged";
      assert.equal(await terms.approve(requestId, ben, version), expected);
    });

  test("does not make a scheduled payment after its recipient is renamed, until it is approved again", async () => {
    const requestId = await terms.ask({
      paymentMethod: "check",
      sendOn: newYorkDay(plusMs(world.clock.now(), 3 * DAY_MS)),
    });
    assert.equal(await terms.approve(requestId, ben), "approved");
    assert.equal((await rename("Mallory")).status, 200);
    world.clock.set(plusMs(world.clock.now(), 8 * DAY_MS));
    await terms.payDue();
    await terms.handOver();
    assert.deepEqual(terms.received(), []);
    const { request } = await terms.reviewOf(requestId, { ...ben, cookie: await signedIn(world.app, ben) });
    assert.deepEqual([request.status, request.reviews], ["pendingApproval", []]);
  });

  test("a payment waiting for the bank goes to the approved name", async () => {
    const requestId = await terms.ask({ paymentMethod: "check" });
    const { shown } = await terms.look(requestId, ben);
    assert.equal(await terms.approve(requestId, ben), "approved");
    assert.equal((await rename("Mallory")).status, 200);
    await terms.handOver();
    assert.deepEqual(terms.received().map(receivedTerms), [shown]);
  });

  test("what ACH files say is approved with the payment, and other fields of the recipient void approvals", async () => {
    await twoApprovals();
    const details = {
      accountNumber: "123456789",
      routingNumber: "021000021",
      electronicAccountType: "personalChecking",
    };
    const enter = (achFields: object) => terms.edit(ada, { electronicRoutingInfo: { ...details, achFields } });
    await enter({ companyEntryDescription: "RENT" });
    const requestId = await terms.ask({ achFields: { individualIdentificationNumber: "UNIT 7" } });
    assert.equal(await terms.approve(requestId, ben), "pendingApproval");
    await enter({ companyEntryDescription: "LEASE" });
    assert.equal(await terms.approve(requestId, carl), "pendingApproval", "Ben has approved other terms");
    const { shown } = await terms.look(requestId, carl);
    assert.equal(
      shown["achFields"],
      '{"ofPayment":{"individualIdentificationNumber":"UNIT 7"},"ofRecipient":{"companyEntryDescription":"LEASE"}}',
    );
    assert.equal(await terms.approve(requestId, ben), "approved");
    await terms.handOver();
    assert.deepEqual(terms.received().map(receivedTerms), [shown]);
  });

  test("where changes need confirmation, a new name waits for a second person like new details", async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: true });
    assert.equal((await rename("Mallory")).body.name, "Globex");
    assert.equal((await rename("Globex Corp")).body.name, "Globex");
    const [change, overtaken] = await terms.changes(ada);
    assert.deepEqual(
      [change.kind, change.paymentMethod, change.beforeName, change.afterName, change.status, overtaken.status],
      ["name", null, "Globex", "Globex Corp", "proposed", "overtaken"],
    );
    assert.equal((await terms.decideChange(change.changeId, ada)).code, "ownBankDetailChange");
    const dora = await terms.insider();
    assert.equal((await terms.decideChange(change.changeId, dora)).body.status, "confirmed");
    assert.equal((await inject(world.app, terms.organization.token, { url: terms.url })).body.name, "Globex Corp");
  });

  test("a proposal of new details survives a rename, and is confirmed under the new name", async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: true });
    const address = { address1: "9 Elm St", city: "Boston", region: "MA", postalCode: "02108", country: "US" };
    await terms.edit(ada, { name: "Globex Corp", checkInfo: { address } });
    const dora = await terms.insider();
    const open = (await terms.changes(dora)).filter(({ status }: { status: string }) => status === "proposed");
    for (const kindOfChange of ["name", "details"])
      for (const { changeId, kind: is } of open)
        if (is === kindOfChange)
          assert.equal((await terms.decideChange(changeId, dora)).body.status, "confirmed", kindOfChange);
    const requestId = await terms.ask({ paymentMethod: "check" });
    const { shown } = await terms.look(requestId, ben);
    assert.deepEqual([shown["name"], shown["address"]], ["Globex Corp", "9 Elm St, Boston, MA, 02108, US"]);
    assert.equal(await terms.approve(requestId, ben), "approved");
    await terms.handOver();
    assert.deepEqual(terms.received().map(receivedTerms), [shown]);
  });

  test("a rename starts the cooling-off period, for every method", async () => {
    await setSettings(world, terms.organization.organizationId, { bankDetailsCoolingOffHours: 24 });
    const token = await terms.organization.newToken();
    const pay = (paymentMethod: string, amount: number) =>
      inject(world.app, token, payment(terms.organization, { paymentMethod, amount }));
    assert.equal((await pay("check", 11)).status, 200);
    await rename("Mallory");
    for (const method of ["check", "ach", "domesticWire", "realTimePayment"])
      assert.equal((await pay(method, 12)).body.errors?.errorCode, "bankDetailsCoolingOff", method);
    world.clock.set(plusMs(world.clock.now(), DAY_MS + 1));
    assert.equal((await pay("check", 13)).body.counterpartyName, "Mallory");
  });

  test("treats a rename through an invite like any other rename", async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: true });
    const invite = await browse(world.app, {
      url: "/recipients/invites",
      cookie: ada.cookie,
      body: {
        name: "Mallory",
        contactEmail: "m@example.com",
        recipientId: terms.organization.recipientId,
        paymentMethods: ["check"],
        requireTaxDocument: false,
        sendEmail: false,
      },
    });
    const address = { address1: "9 Elm St", city: "Boston", region: "MA", postalCode: "02108", country: "US" };
    const url = `/invites/${invite.body.id}`;
    assert.equal((await browse(world.app, { url, body: { checkInfo: { address } } })).status, 204);
    assert.equal((await inject(world.app, terms.organization.token, { url: terms.url })).body.name, "Globex");
    const waiting = (await terms.changes(ada)).filter(({ status }: { status: string }) => status === "proposed");
    assert.deepEqual(waiting.map((change: { kind: string }) => change.kind).toSorted(), ["details", "name"]);
    for (const { changeId } of waiting)
      assert.equal((await terms.decideChange(changeId, ada)).code, "ownBankDetailChange");
  });
});
