/**
 * A message says "our bank account has changed". Before paying the new account, an organization can require a second
 * person's confirmation and a cooling-off period.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { decide, newUser, outcomeOf, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const OLD = "123456789";
const NEW = "987654321000";
const MASKED = { [OLD]: "••••6789", [NEW]: "••••1000" };

const world = await openWorldOfFile();

describe("changed bank details", () => {
  let organization: TestOrganization;
  let ben: TestPerson;
  let eve: TestPerson;
  let asBen: string;
  let asEve: string;

  async function newOrganization(settings: Parameters<typeof setSettings>[2]): Promise<void> {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
    await setSettings(world, organization.organizationId, settings);
    // The first token's lookup was cached before the change.
    organization = { ...organization, token: await organization.newToken() };
    ben = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    eve = await newPerson(world, organization.organizationId);
    asBen = await provedIn(world.app, ben);
    asEve = await provedIn(world.app, eve);
  }

  const url = () => `/recipient/${organization.recipientId}`;
  const details = (accountNumber: string) => ({
    electronicRoutingInfo: { accountNumber, routingNumber: "021000021", electronicAccountType: "businessChecking" },
  });
  const change = (cookie: string, accountNumber = NEW) =>
    browse(world.app, { url: url(), cookie, body: details(accountNumber) });
  const changes = async (cookie = asBen) => (await browse(world.app, { url: `${url()}/changes`, cookie })).body.changes;
  const answer = (cookie: string, changeId: string, verb: "confirm" | "decline") =>
    browse(world.app, { method: "POST", url: `${url()}/changes/${changeId}/${verb}`, cookie });
  const inForce = async () =>
    (await inject(world.app, organization.token, { url: url() })).body.electronicRoutingInfo.accountNumber;
  let cents = 0;
  const pay = (more: object = {}) =>
    inject(world.app, organization.token, payment(organization, { amount: (1000 + ++cents) / 100, ...more }));
  const paidTo = async () => (await pay()).body.details.electronicRoutingInfo.accountNumber;

  test("new details wait for a second person; payments use the old details until that person confirms", async () => {
    await newOrganization({ confirmBankDetailChanges: true });
    const asked = await change(asBen);
    assert.equal(asked.status, 200, asked.text);
    assert.deepEqual(asked.body.awaitingConfirmation, ["ach"]);
    assert.equal(asked.body.electronicRoutingInfo.accountNumber, MASKED[OLD]);
    assert.equal(await inForce(), OLD);
    assert.equal(await paidTo(), OLD);

    const [waiting] = await changes();
    assert.deepEqual(
      [waiting.status, waiting.changedBy.kind, waiting.changedBy.id, waiting.before.accountNumber],
      ["proposed", "user", ben.userId, MASKED[OLD]],
    );
    assert.equal(waiting.after.accountNumber, MASKED[NEW]);
    assert.deepEqual(waiting.allowedActions, []);
    for (const verb of ["confirm", "decline"] as const)
      assert.equal((await answer(asBen, waiting.changeId, verb)).code, "ownBankDetailChange");
    assert.deepEqual((await changes(asEve))[0].allowedActions, ["confirm", "decline"]);
    const confirmed = await answer(asEve, waiting.changeId, "confirm");
    assert.deepEqual([confirmed.body.status, confirmed.body.decidedBy.id], ["confirmed", eve.userId], confirmed.text);
    assert.equal((await answer(asEve, waiting.changeId, "confirm")).code, "bankDetailChangeDecided");
    assert.equal(await inForce(), NEW);
    assert.equal(await paidTo(), NEW);
    assert.deepEqual((await browse(world.app, { url: url(), cookie: asBen })).body.awaitingConfirmation, []);
  });

  test("the creator of the token that changed the details cannot confirm them; approvers and viewers never can", async () => {
    await newOrganization({ confirmBankDetailChanges: true });
    const token = await organization.newToken({ actor: { type: "user", id: eve.userId } });
    const asked = await inject(world.app, token, { url: url(), body: details(NEW) });
    assert.deepEqual(asked.body.awaitingConfirmation, ["ach"], asked.text);
    const [{ changeId, changedBy }] = await changes(asEve);
    assert.equal(changedBy.kind, "token");
    assert.equal((await answer(asEve, changeId, "confirm")).code, "ownBankDetailChange");
    const approver = await newPerson(world, organization.organizationId, { role: "approver" });
    assert.equal((await answer(await signedIn(world.app, approver), changeId, "confirm")).code, "notPermitted");
    const byToken = await inject(world.app, organization.token, {
      method: "POST",
      url: `${url()}/changes/${changeId}/confirm`,
    });
    assert.equal(byToken.body.errors.errorCode, "personNeeded");
    assert.equal((await answer(asBen, changeId, "decline")).body.status, "declined");
    assert.equal(await inForce(), OLD);
  });

  test("a newer proposal replaces the older one; of two concurrent decisions, one takes effect", async () => {
    await newOrganization({ confirmBankDetailChanges: true });
    await change(asBen, "111122223333");
    await change(asBen);
    assert.deepEqual((await changes()).map((entry: { status: string }) => entry.status).slice(0, 2), [
      "proposed",
      "overtaken",
    ]);
    const [{ changeId }] = await changes();
    const fay = await provedIn(world.app, await newPerson(world, organization.organizationId));
    const answers = await Promise.all([answer(asEve, changeId, "confirm"), answer(fay, changeId, "decline")]);
    assert.deepEqual(answers.map((reply) => reply.status).toSorted(), [200, 409]);
  });

  test("the history contains everything since the first details, and no complete account number", async () => {
    await newOrganization({});
    await change(asBen);
    await browse(world.app, { url: url(), cookie: asBen, body: { electronicRoutingInfo: null } });
    const history = await changes();
    assert.deepEqual(
      history.map((entry: { paymentMethod: string; status: string; before: unknown; after: unknown }) => [
        entry.paymentMethod,
        entry.status,
        entry.before !== null,
        entry.after !== null,
      ]),
      [
        ["ach", "applied", true, false],
        ["ach", "applied", true, true],
        ["domesticWire", "applied", false, true],
        ["check", "applied", false, true],
        ["ach", "applied", false, true],
      ],
    );
    for (const number of [OLD, NEW]) assert.ok(!JSON.stringify(history).includes(number));
  });

  test("approvals given before the new details became active are void", async () => {
    await newOrganization({ confirmBankDetailChanges: true });
    const approver = await newUser(world.service, organization);
    const asked = await inject(world.app, organization.token, paymentRequest(organization));
    await change(asBen);
    const [{ changeId }] = await changes();
    await answer(asEve, changeId, "confirm");
    const { requestId } = asked.body;
    assert.equal(
      await outcomeOf(decide(world.service, organization, { requestId, userId: approver })),
      "requestChanged",
    );
  });

  const cooling = async (approver: UserId) => {
    const { requestId } = (await inject(world.app, organization.token, paymentRequest(organization))).body;
    const outcome = await outcomeOf(decide(world.service, organization, { requestId, userId: approver }));
    const request = (await inject(world.app, organization.token, { url: `/request-send-money/${requestId}` })).body;
    return { outcome, problem: request.problem };
  };

  test("pays original and unchanged details during the cooling-off period, but not changed ones", async () => {
    await newOrganization({ bankDetailsCoolingOffHours: 48 });
    const approver = await newUser(world.service, organization);
    assert.equal((await pay()).status, 200, "the recipient's original details");
    await change(asBen);
    const until = plusMs(world.clock.now(), 48 * HOUR_MS).toISOString();
    const refused = await pay();
    assert.deepEqual(
      [refused.status, refused.body.errors.errorCode, refused.body.errors.until],
      [400, "bankDetailsCoolingOff", until],
    );
    assert.equal((await pay({ paymentMethod: "realTimePayment" })).body.errors?.errorCode, "bankDetailsCoolingOff");
    assert.equal((await pay({ paymentMethod: "domesticWire" })).status, 200, "its details were not changed");
    const asked = await cooling(approver);
    assert.equal(asked.outcome, "bankDetailsCoolingOff");
    assert.ok(asked.problem.includes(until), asked.problem);
    const { url: to, body } = paymentRequest(organization);
    const preview = await inject(world.app, organization.token, { url: `${to}/preview`, body });
    assert.ok(preview.body.warnings.some((warning: { code: string }) => warning.code === "bankDetailsCoolingOff"));

    world.clock.set(plusMs(world.clock.now(), 48 * HOUR_MS + 1));
    assert.equal((await pay()).status, 200);
    assert.equal((await cooling(approver)).outcome, "approved");
  });

  test("the cooling-off period starts at the confirmation, and a repeated key still gets its first answer", async () => {
    await newOrganization({ confirmBankDetailChanges: true, bankDetailsCoolingOffHours: 2 });
    const repeat = { idempotencyKey: "before", amount: 77 };
    const first = await pay(repeat);
    await change(asBen);
    world.clock.set(plusMs(world.clock.now(), 3 * HOUR_MS));
    assert.equal((await pay()).status, 200, "a proposal changes nothing");
    asEve = await provedIn(world.app, eve);
    await answer(asEve, (await changes(asEve))[0].changeId, "confirm");
    assert.equal((await pay()).body.errors.errorCode, "bankDetailsCoolingOff");
    assert.deepEqual((await pay(repeat)).body, first.body);
    world.clock.set(plusMs(world.clock.now(), 2 * HOUR_MS + 1));
    assert.equal(await paidTo(), NEW);
  });
});
