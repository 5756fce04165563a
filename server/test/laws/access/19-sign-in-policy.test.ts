import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { type BrowserCall, browse, newPerson, PASSWORD, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { codeNow } from "../../kit/worlds/second-factor.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const ORIGIN = "http://localhost:8080";
const PAGE = { origin: ORIGIN, rpId: "localhost" };
const UNKNOWN_ID = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

/** The routes that a user without the required second factor may call: those that set one up, and signing out. */
const OPEN_WITHOUT_FACTOR = [
  "GET /session",
  "GET /sessions",
  "DELETE /session",
  "DELETE /sessions/:sessionId",
  "POST /session/step-up",
  "POST /session/step-up/options",
  "POST /session/password",
  "POST /session/totp-enrolment",
  "POST /session/totp-enrolment/confirm",
  "POST /session/passkeys/options",
  "POST /session/passkeys",
  "GET /session/passkeys",
];

const world = await openWorldOfFile({ publicUrl: ORIGIN }, { signOn: true });
const organization = await world.newOrganization();

/** Law 19, the organization's policy: second factors, step-up, and sessions that administrators end. */
describe("the sign-in policy", () => {
  let addresses = 0;
  const ask = (call: BrowserCall) =>
    browse(world.app, { headers: { origin: ORIGIN }, address: `10.1.${++addresses}.1`, ...call });
  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));
  const self = async (cookie: string) => (await ask({ url: "/session", cookie })).body;
  const proveAgain = async (cookie: string) =>
    assert.equal((await ask({ url: "/session/step-up", cookie, body: { password: PASSWORD } })).status, 204);
  const tryPassword = ({ email, organizationId }: { email: string; organizationId: string }) =>
    ask({ url: "/session", body: { email, password: PASSWORD, organizationId } });

  test("users are reminded during the grace period and can only set up a factor after it", async () => {
    const person = await newPerson(world, organization.organizationId);
    const dueAt = plusMs(world.clock.now(), 14 * DAY_MS);
    const early = await signedIn(world.app, person);
    assert.deepEqual(
      [(await self(early)).secondFactorDueAt, (await self(early)).secondFactorOverdue],
      [dueAt.toISOString(), false],
    );
    assert.equal((await ask({ url: "/users", cookie: early })).status, 200);

    world.clock.set(dueAt);
    const cookie = await signedIn(world.app, person);
    assert.equal((await self(cookie)).secondFactorOverdue, true);
    const opened: string[] = [];
    for (const { method, url, scope } of world.app.api.routeTable) {
      if (method === "HEAD" || scope === "public") continue;
      // Ends the calling session.
      if (`${method} ${url}` === "DELETE /session") {
        opened.push("DELETE /session");
        continue;
      }
      const { code } = await ask({
        method: method as "GET",
        url: url.replaceAll(/:[A-Za-z]+/g, UNKNOWN_ID).replace("*", "x"),
        cookie,
        ...(["POST", "PATCH", "PUT"].includes(method) ? { body: {} } : {}),
      });
      if (!["secondFactorNeeded", "tokenNeeded"].includes(String(code))) opened.push(`${method} ${url}`);
    }
    assert.deepEqual(opened.toSorted(), OPEN_WITHOUT_FACTOR.toSorted());

    await proveAgain(cookie);
    const { secret } = (await ask({ method: "POST", url: "/session/totp-enrolment", cookie })).body;
    const code = codeNow(world, secret);
    const confirmed = await ask({ url: "/session/totp-enrolment/confirm", cookie, body: { code } });
    assert.equal(confirmed.body.recoveryCodes.length, 10, confirmed.text);
    assert.equal((await ask({ url: "/users", cookie })).status, 200, "and all routes are available at once");
    assert.equal((await self(cookie)).secondFactorDueAt, null);
    later(MINUTE_MS);
    const { body } = await tryPassword(person);
    assert.equal(body.next, "totp");
  });

  test("accepts a passkey as a second factor, and then rejects the password alone", async () => {
    const person = await newPerson(world, organization.organizationId);
    later(15 * DAY_MS);
    const cookie = await signedIn(world.app, person);
    assert.equal((await ask({ url: "/users", cookie })).code, "secondFactorNeeded");
    await proveAgain(cookie);
    const authenticator = createAuthenticator(PAGE);
    const options = await ask({ method: "POST", url: "/session/passkeys/options", cookie });
    const made = authenticator.make(options.body);
    assert.equal((await ask({ url: "/session/passkeys", cookie, body: { name: "Laptop", ...made } })).status, 201);
    assert.equal((await ask({ url: "/users", cookie })).status, 200);
    assert.deepEqual((await self(cookie)).stepUpWith, ["passkey"]);
    const stepUp = await ask({ url: "/session/step-up", cookie, body: { password: PASSWORD } });
    assert.equal(stepUp.code, "stepUpRefused", "the password is not accepted as a step-up either");

    const alone = await tryPassword(person);
    assert.deepEqual([alone.body, alone.setCookie], [{ next: "passkey" }, undefined]);
    const { challenge } = (await ask({ method: "POST", url: "/session/passkey/options" })).body;
    assert.equal((await ask({ url: "/session/passkey", body: authenticator.sign(challenge) })).status, 200);

    await setSettings(world, organization.organizationId, { secondFactorRequiredFor: [] });
    assert.equal(
      (await tryPassword(person)).body.next,
      "signedIn",
      "where no second factor is required, the password is enough",
    );
  });

  test("the policy applies by role, with a grace period that starts with the requirement or the account", async () => {
    const { organizationId } = await world.newOrganization();
    const people = { viewer: await newPerson(world, organizationId, { role: "viewer" }) };
    const administrator = await newPerson(world, organizationId);
    await setSettings(world, organizationId, {
      secondFactorRequiredFor: ["administrator"],
      secondFactorGraceDays: 7,
    });
    const dueOf = async (person: typeof administrator) =>
      (await self(await signedIn(world.app, person))).secondFactorDueAt;
    const madeAt = world.clock.now();
    assert.equal(await dueOf(people.viewer), null);
    assert.equal(await dueOf(administrator), plusMs(madeAt, 7 * DAY_MS).toISOString());
    later(30 * DAY_MS);
    await setSettings(world, organizationId, { secondFactorRequiredFor: ["administrator", "viewer"] });
    assert.equal(await dueOf(people.viewer), plusMs(world.clock.now(), 7 * DAY_MS).toISOString());
    assert.equal(
      await dueOf(administrator),
      plusMs(madeAt, 7 * DAY_MS).toISOString(),
      "requiring it from more roles does not restart anyone's grace period",
    );
    await setSettings(world, organizationId, { secondFactorGraceDays: 0 });
    const viewer = await signedIn(world.app, people.viewer);
    assert.equal(
      (await ask({ url: "/overview", cookie: viewer })).code,
      "secondFactorNeeded",
      "zero days: immediately",
    );
  });

  test("users can change the policy in the settings, and the audit log records it", async () => {
    const { organizationId } = await world.newOrganization();
    const cookie = await provedIn(world.app, await newPerson(world, organizationId), "10.2.1.1");
    const url = "/organization/settings";
    const { body } = await ask({ url, cookie });
    const everybody = ["administrator", "approver", "bookkeeper", "viewer", "custom"];
    assert.deepEqual([body.secondFactorRequiredFor, body.secondFactorGraceDays], [everybody, 14]);
    const change = { version: body.version, secondFactorGraceDays: 3 };
    const changed = await ask({ url, cookie, body: change });
    assert.equal(changed.body.secondFactorGraceDays, 3, changed.text);
    for (const wrong of [
      { secondFactorGraceDays: 91 },
      { secondFactorGraceDays: -1 },
      { secondFactorRequiredFor: ["king"] },
      { secondFactorRequiredFor: ["viewer", "viewer"] },
    ])
      assert.equal((await ask({ url, cookie, body: { version: 2, ...wrong } })).code, "invalidRequest");
    const [row] = await world.service.database.many<{ before: string; after: string }>(sql`
        select before, after from audit_log where organization_id = ${organizationId} and action = 'organization.changeSettings'`);
    assert.deepEqual(JSON.parse(row?.after ?? ""), { secondFactorGraceDays: 3 });
  });

  test("routes that decide who is paid, or show numbers, require a recent step-up from people but not from tokens", async () => {
    const { organizationId } = organization;
    await setSettings(world, organizationId, { approvalStepUpFromMinor: 1_000_00n });
    await organization.deposit(organization.accountId, 10_000_00n);
    const savings = await organization.newAccount("Savings", "savings");
    const cookie = await signedIn(world.app, await newPerson(world, organizationId), "10.3.1.1");
    const recipient = `/recipient/${organization.recipientId}`;
    const routing = { accountNumber: "222222222222", routingNumber: "021000021" };
    const ach = { electronicRoutingInfo: { ...routing, electronicAccountType: "businessChecking" } };
    const transfer = (amount: number) => ({
      sourceAccountId: organization.accountId,
      destinationAccountId: savings,
      amount,
      idempotencyKey: `sweep-${amount}`,
    });
    const guarded: readonly BrowserCall[] = [
      { url: "/recipients", body: { name: "Initech", emails: [], ...ach } },
      { url: recipient, body: { name: "Globex Holdings" } },
      { method: "PATCH", url: recipient, body: { ...ach } },
      { method: "PUT", url: recipient, body: { checkInfo: null } },
      { url: `${recipient}/international-details`, body: { iban: "DE89370400440532013000", swiftCode: "COBADEFF" } },
      { method: "POST", url: `${recipient}/changes/${UNKNOWN_ID}/confirm` },
      { url: "/recipients/invites", body: { name: "Hooli", email: "pay@hooli.example" } },
      { method: "POST", url: `${recipient}/reveal` },
      { method: "POST", url: `/account/${organization.accountId}/reveal` },
      { url: "/transfer", body: transfer(1_000) },
    ];
    for (const call of guarded)
      assert.equal((await ask({ cookie, ...call })).code, "stepUpNeeded", `${call.method ?? "POST"} ${call.url}`);
    const small = await ask({ cookie, url: "/transfer", body: transfer(999.99) });
    assert.equal(small.status, 200, small.text);
    const requested = await ask({ cookie, url: "/request-transfer", body: transfer(5_000) });
    assert.equal(requested.status, 200, "a request moves no money; the approver needs the step-up");
    assert.equal((await ask({ cookie, url: recipient })).status, 200, "reading needs no step-up");
    for (const { method = "POST", url, body } of guarded) {
      const answer = await inject(world.app, organization.token, {
        method: method === "PUT" ? "PATCH" : method,
        url,
        ...(body === undefined ? {} : { body }),
      });
      assert.notEqual(answer.body?.errors?.errorCode, "stepUpNeeded", url);
    }
    await proveAgain(cookie);
    for (const call of guarded) assert.notEqual((await ask({ cookie, ...call })).code, "stepUpNeeded", call.url);
    later(10 * MINUTE_MS + SECOND_MS);
    assert.equal((await ask({ cookie, url: `${recipient}/reveal`, method: "POST" })).code, "stepUpNeeded");
  });

  test("administrators can end other users' sessions without locking them", async () => {
    const { organizationId } = organization;
    const bookkeeper = await newPerson(world, organizationId, { role: "bookkeeper" });
    const url = `/users/${bookkeeper.userId}/end-sessions`;
    const cookies = [await signedIn(world.app, bookkeeper), await signedIn(world.app, bookkeeper)];
    const admin = await signedIn(world.app, await newPerson(world, organizationId), "10.4.1.1");
    assert.equal((await ask({ method: "POST", url, cookie: admin })).code, "stepUpNeeded");
    await proveAgain(admin);
    const ended = await ask({ method: "POST", url, cookie: admin });
    assert.deepEqual([ended.status, ended.body], [200, { ended: 2 }], ended.text);
    for (const cookie of cookies) {
      later(MINUTE_MS);
      assert.equal((await ask({ url: "/session", cookie })).code, "sessionEnded");
    }
    const [row] = await world.service.database.many<{ action: string; after: string; actor_id: string }>(sql`
        select action, after, actor_id from audit_log
         where organization_id = ${organizationId} and resource_id = ${bookkeeper.userId} and action = 'session.endAll'`);
    assert.deepEqual(JSON.parse(row?.after ?? ""), { ended: 2 });
    assert.deepEqual((await ask({ method: "POST", url, cookie: admin })).body, { ended: 0 });
    const again = await signedIn(world.app, bookkeeper);
    assert.equal((await ask({ url: "/session", cookie: again })).status, 200, "they can sign in again");

    const custom = { role: "custom", customPermissions: ["fetchUsers", "manageUsers"] } as const;
    const limited = await signedIn(world.app, await newPerson(world, organizationId, custom), "10.4.2.1");
    await proveAgain(limited);
    assert.equal((await ask({ method: "POST", url, cookie: limited })).code, "beyondOwnRights");
    const unknown = `/users/${UNKNOWN_ID}/end-sessions`;
    assert.equal((await ask({ method: "POST", url: unknown, cookie: admin })).code, "resourceNotFound");
  });
});
