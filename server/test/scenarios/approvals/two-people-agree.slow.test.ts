/**
 * Changes that take two people: what waits, who may confirm, what happens when something changes in between, and that a
 * sole administrator can still set up an organization.
 */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { lockUser } from "#records/people";
import { inject, openWorldOfFile, operator, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { confirm, mailedLink, twoAdministrators } from "../../kit/worlds/two-people.ts";

const invitee = { email: "grace@example.com", firstName: "Grace", lastName: "Hopper", role: "approver" };

const world = await openWorldOfFile();

describe("two people agree", () => {
  let organization: TestOrganization;
  let ada: TestPerson;
  let ben: TestPerson;
  let asAda: string;
  let asBen: string;
  beforeEach(async () => {
    ({ organization, ada, ben, asAda, asBen } = await twoAdministrators(world));
  });

  const call = (cookie: string, url: string, body?: unknown) =>
    browse(world.app, { method: body === undefined ? "GET" : "POST", url, body, cookie });
  const decide = (cookie: string, changeId: string, verb: string) =>
    call(cookie, `/control-changes/${changeId}/${verb}`, {});
  const changesSeenBy = async (cookie: string) => (await call(cookie, "/control-changes")).body.changes;
  const lockByOperator = ({ organizationId, userId }: TestPerson) =>
    world.service.database.transaction((tx) =>
      lockUser({ ...world.service, machineClock: world.clock }, tx, {
        organizationId,
        userId,
        actor: operator,
        caller: undefined,
      }),
    );

  test("an invitation is sent when the second administrator confirms it, and only the invitee gets the link", async () => {
    const { changeId } = (await call(asAda, "/users/invitations", invitee)).body;
    const [seen] = await changesSeenBy(asBen);
    assert.deepEqual(
      [seen.summary, seen.kind, seen.proposedBy.id, seen.allowedActions, seen.confirmers.length],
      ["Invite Grace Hopper (grace@example.com) as approver", "invitation", ada.userId, ["confirm", "decline"], 1],
    );
    assert.equal((await decide(asAda, changeId, "confirm")).code, "ownControlChange");
    const again = await provedIn(world.app, ada);
    assert.equal((await decide(again, changeId, "confirm")).code, "ownControlChange", "nor in another session");
    const byToken = await inject(world.app, organization.token, {
      method: "POST",
      url: `/control-changes/${changeId}/confirm`,
    });
    assert.equal(byToken.body.errors.errorCode, "personNeeded", "a token can never confirm");
    const unproved = await signedIn(world.app, ben);
    assert.equal((await decide(unproved, changeId, "confirm")).code, "stepUpNeeded");
    const confirmed = await decide(asBen, changeId, "confirm");
    assert.equal(confirmed.body.status, "applied", confirmed.text);
    const link = await mailedLink(world.app, organization.token, invitee.email);
    const { invitations } = (await call(asAda, "/users/invitations")).body;
    assert.deepEqual([invitations.length, invitations[0].invitedBy], [1, ada.userId]);
    const resent = await call(asAda, `/users/invitations/${invitations[0].id}/resend`, {});
    assert.equal(resent.status, 201, "one person can resend an invitation that two agreed on");
    for (const text of [confirmed.text, resent.text]) assert.ok(!/join#/.test(text));
    assert.notEqual(await mailedLink(world.app, organization.token, invitee.email), link);
  });

  test("a token that may send works once it is confirmed, and is revoked if declined", async () => {
    const made = async () =>
      (await call(asAda, "/tokens", { name: "Payroll", kind: "readWrite", allowlist: ["127.0.0.1"] })).body;
    const [toConfirm, toDecline] = [await made(), await made()];
    const send = (token: string) => inject(world.app, token, payment(organization, { amount: 3 }));
    assert.equal((await send(toConfirm.token)).body.errors.errorCode, "tokenAwaitsConfirmation");
    const changes = await changesSeenBy(asBen);
    const changeOf = ({ apiToken }: { apiToken: { tokenId: string } }) =>
      changes.find(({ subject }: { subject: string }) => subject === apiToken.tokenId).changeId;
    assert.equal((await decide(asBen, changeOf(toConfirm), "confirm")).body.status, "applied");
    assert.equal((await send(toConfirm.token)).status, 200);
    assert.equal((await decide(asBen, changeOf(toDecline), "decline")).body.status, "declined");
    assert.equal((await send(toDecline.token)).body.errors.errorCode, "tokenRevoked");
  });

  test("a token revoked while it waits is no longer listed for confirmation and never works", async () => {
    const { token, apiToken } = (await call(asAda, "/tokens", { name: "Gone", kind: "readWrite" })).body;
    const [{ changeId }] = await changesSeenBy(asBen);
    await browse(world.app, { method: "DELETE", url: `/tokens/${apiToken.tokenId}`, cookie: asAda });
    assert.deepEqual(await changesSeenBy(asBen), []);
    assert.equal((await decide(asBen, changeId, "confirm")).body.status, "overtaken");
    assert.equal((await inject(world.app, token, { url: "/accounts" })).status, 401);
  });

  test("settings change when confirmed, from the version they were proposed on; tightening takes one person", async () => {
    const { version } = (await call(asAda, "/organization/settings")).body;
    const loose = await call(asAda, "/organization/settings", {
      version,
      duplicateGuardHours: 0,
      selfApproval: false,
    });
    const [{ summary }] = await changesSeenBy(asBen);
    assert.equal(summary, "Change the settings: duplicate guard (hours): 0");
    const tight = await call(asAda, "/organization/settings", { version, bankDetailsCoolingOffHours: 72 });
    assert.equal(tight.status, 200, tight.text);
    assert.equal((await decide(asBen, loose.body.changeId, "confirm")).body.status, "overtaken");
    const anew = await call(asAda, "/organization/settings", { version: version + 1, duplicateGuardHours: 0 });
    assert.equal((await decide(asBen, anew.body.changeId, "confirm")).body.status, "applied");
    assert.equal((await call(asAda, "/organization/settings")).body.duplicateGuardHours, 0);
  });

  test("a higher limit waits for confirmation, and a lower one applies immediately", async () => {
    const limit = (cookie: string, amount: number | null) =>
      call(cookie, "/approver-limits", { userId: ben.userId, limit: amount });
    assert.equal((await limit(asAda, 100)).status, 200, "the first limit");
    assert.equal((await limit(asAda, 50)).status, 200);
    const raised = await limit(asAda, 80);
    assert.equal((await decide(asBen, raised.body.changeId, "confirm")).body.status, "applied");
    const removed = await limit(asBen, null);
    assert.equal((await decide(asAda, removed.body.changeId, "confirm")).body.status, "applied");
    assert.deepEqual((await call(asAda, "/approver-limits")).body.limits, []);
  });

  test("only its proposer can withdraw a change, and proposing it again replaces the earlier one", async () => {
    const { changeId } = (await call(asAda, "/users/invitations", invitee)).body;
    const again = (await call(asAda, "/users/invitations", { ...invitee, role: "bookkeeper" })).body;
    assert.equal((await decide(asBen, changeId, "confirm")).code, "controlChangeDecided");
    assert.equal((await decide(asBen, again.changeId, "withdraw")).code, "notOwnControlChange");
    assert.equal((await decide(asAda, again.changeId, "withdraw")).body.status, "withdrawn");
    assert.deepEqual(await changesSeenBy(asBen), []);
  });

  test("limits the number of open changes to fifty per proposer", async () => {
    const invite = (index: number) => call(asAda, "/users/invitations", { ...invitee, email: `n${index}@example.com` });
    for (let index = 0; index < 50; index += 1) assert.equal((await invite(index)).status, 202);
    assert.equal((await invite(50)).code, "tooManyControlChanges");
    assert.equal((await invite(7)).status, 202, "replacing a change does not add to the number");
  });

  test("applies a change once when it is confirmed twice concurrently", async () => {
    const carl = await provedIn(world.app, await newPerson(world, organization.organizationId));
    const { changeId } = (await call(asAda, "/users/invitations", invitee)).body;
    const answers = await Promise.all([confirm(world.app, changeId, asBen), confirm(world.app, changeId, carl)]);
    assert.deepEqual(answers.map(({ body, code }) => code ?? body.status).sort(), ["applied", "controlChangeDecided"]);
    const { body } = await inject(world.app, organization.token, { url: "/sandbox/emails" });
    assert.equal(body.emails.length, 1);
  });

  test("a change is void when its proposer can no longer make it", async () => {
    const { changeId } = (await call(asAda, "/users/invitations", invitee)).body;
    await newPerson(world, organization.organizationId);
    await lockByOperator(ada);
    assert.deepEqual(await changesSeenBy(asBen), []);
    assert.equal((await decide(asBen, changeId, "confirm")).body.status, "overtaken");
  });

  test("refuses confirmation by a user who has lost the permission", async () => {
    const { changeId } = (await call(asAda, "/users/invitations", invitee)).body;
    const carl = await newPerson(world, organization.organizationId);
    const asCarl = await provedIn(world.app, carl);
    await call(asCarl, "/control-changes");
    await lockByOperator(carl);
    const late = await decide(asCarl, changeId, "confirm");
    assert.ok(["sessionEnded", "mayNotDecideControlChange"].includes(late.code ?? ""), late.text);
    assert.equal((await decide(asBen, changeId, "confirm")).body.status, "applied");
  });

  test("users decide about changes that restrict themselves only if nobody else can", async () => {
    const locked = await call(asAda, `/users/${ben.userId}/lock`, {});
    const [alone] = await changesSeenBy(asBen);
    assert.match(alone.hint, /bursar user lock/);
    assert.deepEqual(alone.allowedActions, ["confirm", "decline"]);
    const carl = await newPerson(world, organization.organizationId);
    const [change] = await changesSeenBy(asBen);
    assert.deepEqual([change.hint, change.allowedActions, change.confirmers[0].id], [null, [], carl.userId]);
    assert.equal((await decide(asBen, locked.body.changeId, "decline")).code, "mayNotDecideControlChange");
    const asCarl = await provedIn(world.app, carl);
    assert.equal((await decide(asCarl, locked.body.changeId, "confirm")).body.status, "applied");
    assert.equal((await call(asCarl, `/users/${ben.userId}`)).body.status, "locked");
  });

  test("a sole administrator's changes take effect immediately, and the response says what is unprotected", async () => {
    const { organizationId } = await world.newOrganization();
    const only = await newPerson(world, organizationId);
    const cookie = await provedIn(world.app, only);
    const protections = async () => (await call(cookie, "/control-changes")).body.protections;
    for (const { isProtected, unprotected } of await protections()) {
      assert.equal(isProtected, false);
      assert.match(unprotected, /^One user can /);
    }
    assert.equal((await call(cookie, "/users/invitations", { ...invitee, role: "administrator" })).status, 201);
    assert.equal((await call(cookie, "/organization/settings", { version: 1, selfApproval: true })).status, 200);
    const { apiToken } = (await call(cookie, "/tokens", { name: "All", kind: "readWrite" })).body;
    assert.equal(apiToken.state, "active");
    assert.deepEqual(await changesSeenBy(cookie), []);
    const url = "/invitations/accept";
    // An invitation does not count yet: the invited user counts once they join.
    assert.ok((await protections()).every(({ isProtected }: { isProtected: boolean }) => !isProtected));
    const token = (await call(cookie, "/tokens", { name: "Mails", kind: "readWrite" })).body.token;
    const link = await mailedLink(world.app, token, invitee.email);
    await browse(world.app, { url, body: { secret: link.split("#")[1], password: `${PASSWORD} again` } });
    assert.ok((await protections()).every(({ isProtected }: { isProtected: boolean }) => isProtected));
    assert.equal((await call(cookie, "/tokens", { name: "More", kind: "readWrite" })).body.apiToken.state, "waiting");
  });
});
