import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import {
  type BrowserCall,
  browse,
  newPerson,
  PASSWORD,
  provedIn,
  signedIn,
  type TestPerson,
} from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { setSettings } from "../../kit/worlds/settings.ts";
import { agreed } from "../../kit/worlds/two-people.ts";

const ORIGIN = "http://localhost:8080";
const PAGE = { origin: ORIGIN, rpId: "localhost" };
let addresses = 0;
/** A new address for each caller, so that failed attempts do not slow other callers. */
const newAddress = () => `10.9.${++addresses}.1`;

describe("passkeys", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    world = await openWorld({ publicUrl: ORIGIN });
    organization = await world.newOrganization();
    // Users with a passkey can still sign in with only the password.
    await setSettings(world, organization.organizationId, { secondFactorRequiredFor: [] });
  });
  after(() => world.close());

  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));
  const ask = (call: BrowserCall) => browse(world.app, { headers: { origin: ORIGIN }, address: newAddress(), ...call });
  const proveAgain = async (cookie: string) =>
    assert.equal((await ask({ url: "/session/step-up", body: { password: PASSWORD }, cookie })).status, 204);
  const begin = (cookie: string) => ask({ method: "POST", url: "/session/passkeys/options", cookie });
  const add = (cookie: string, made: object, name = "Laptop") =>
    ask({ url: "/session/passkeys", body: { name, ...made }, cookie });
  const challengeToSignIn = async (): Promise<string> =>
    (await ask({ method: "POST", url: "/session/passkey/options" })).body.challenge;
  const signIn = (assertion: object) => ask({ url: "/session/passkey", body: assertion });
  const actionsOn = async (resourceId: string) => {
    const rows = await world.service.database.many<{ action: string }>({
      text: "select action from audit_log where resource_id = $1 order by audit_id",
      values: [resourceId],
    });
    return rows.map(({ action }) => action);
  };

  /** A user with a passkey. */
  async function enrolled(person?: TestPerson, isCounting = true) {
    const user = person ?? (await newPerson(world, organization.organizationId));
    const cookie = await signedIn(world.app, user);
    await proveAgain(cookie);
    const authenticator = createAuthenticator(PAGE, { isCounting });
    const options = await begin(cookie);
    assert.equal(options.status, 200, options.text);
    const added = await add(cookie, authenticator.make(options.body));
    assert.equal(added.status, 201, added.text);
    return { person: user, cookie, authenticator, passkeyId: added.body.id as string };
  }

  test("a user adds a passkey and signs in with it alone, even if a second factor is enabled", async () => {
    const user = await newPerson(world, organization.organizationId);
    const { authenticator, cookie, passkeyId } = await enrolled(user);
    await turnOnSecondFactor(world, user);
    const answer = await signIn(authenticator.sign(await challengeToSignIn()));
    assert.deepEqual([answer.status, answer.body], [200, { next: "signedIn" }], answer.text);
    const self = await ask({ url: "/session", cookie: answer.cookie });
    assert.equal(self.body.user.userId, user.userId);
    assert.deepEqual(self.body.stepUpWith, ["passkey", "code"]);
    const sessions = await ask({ url: "/sessions", cookie: answer.cookie });
    assert.equal(sessions.body.sessions.find(({ isThis }: { isThis: boolean }) => isThis).signedInWith, "passkey");
    const listed = await ask({ url: "/session/passkeys", cookie });
    assert.deepEqual(
      listed.body.passkeys.map(({ id, name }: Record<string, string>) => [id, name]),
      [[passkeyId, "Laptop"]],
    );
    assert.ok(listed.body.passkeys[0].lastUsedAt);
  });

  test("adding a passkey requires a recent step-up and an answer to this session's challenge", async () => {
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    const other = await signedIn(world.app, await newPerson(world, organization.organizationId));
    assert.equal((await begin(cookie)).code, "stepUpNeeded");
    await proveAgain(cookie);
    await proveAgain(other);
    const authenticator = createAuthenticator(PAGE);
    const challenge = async () => (await begin(cookie)).body;
    const wrong = [
      authenticator.make((await begin(other)).body),
      authenticator.make({ ...(await challenge()), challenge: await challengeToSignIn() }),
      authenticator.make({ ...(await challenge()), challenge: Buffer.alloc(54).toString("base64url") }),
      authenticator.make({ ...(await challenge()), challenge: "x" }),
      authenticator.make(await challenge(), { origin: "https://evil.example" }),
      authenticator.make(await challenge(), { rpId: "evil.example" }),
      authenticator.make(await challenge(), { verified: false }),
      { ...authenticator.make(await challenge()), attestationObject: "o2NmbXRkbm9uZQ" },
      { ...authenticator.make(await challenge()), clientDataJSON: "AAAA" },
    ];
    for (const made of wrong) assert.equal((await add(cookie, made)).code, "passkeyNotAdded");
    const options = await challenge();
    later(5 * MINUTE_MS);
    assert.equal((await add(cookie, authenticator.make(options))).code, "passkeyNotAdded", "after five minutes");
    await proveAgain(cookie);
    const good = authenticator.make(await challenge());
    const both = await Promise.all([add(cookie, good), add(cookie, good)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400], "a challenge can be answered once");
    assert.equal(
      (await add(cookie, authenticator.make(await challenge()))).code,
      "passkeyNotAdded",
      "the passkey was added",
    );
    assert.equal((await add(cookie, good, " ")).body.errors.fields[0].path, "name");
  });

  test("a challenge is valid once, for five minutes, and nothing else creates a session", async () => {
    const { authenticator } = await enrolled();
    // Only the challenge prevents reuse: this authenticator's counter would not.
    const { authenticator: uncounted } = await enrolled(undefined, false);
    const assertion = uncounted.sign(await challengeToSignIn());
    const both = await Promise.all([signIn(assertion), signIn(assertion)]);
    assert.deepEqual(
      both.map(({ status }) => status).sort(),
      [200, 401],
      "the same answer twice concurrently creates one session",
    );
    assert.equal((await signIn(assertion)).code, "passkeyRefused");
    const old = await challengeToSignIn();
    later(5 * MINUTE_MS);
    assert.equal((await signIn(authenticator.sign(old))).code, "passkeyRefused");
    const stranger = createAuthenticator(PAGE);
    const { authenticator: another } = await enrolled();
    const handleOfAnother = another.sign(await challengeToSignIn()).userHandle ?? "";
    const fresh = async (more: Parameters<typeof authenticator.sign>[1] = {}) =>
      authenticator.sign(await challengeToSignIn(), more);
    assert.equal((await signIn(await fresh())).status, 200);
    const wrong: readonly (() => Promise<object> | object)[] = [
      () => fresh({ counts: false }),
      () => fresh({ origin: "https://evil.example" }),
      () => fresh({ rpId: "evil.example" }),
      () => fresh({ verified: false }),
      () => fresh({ handle: handleOfAnother }),
      () => fresh({ handle: "AAAA" }),
      async () => ({ ...(await fresh()), signature: "MEUCIQDTGVxhrAbHsmMK" }),
      async () => ({ ...(await fresh()), authenticatorData: "AAAA" }),
      async () => stranger.sign(await challengeToSignIn(), { handle: handleOfAnother }),
      () => authenticator.sign(Buffer.alloc(54).toString("base64url")),
    ];
    for (const [index, make] of wrong.entries()) {
      const answer = await signIn(await make());
      assert.deepEqual([answer.code, answer.setCookie], ["passkeyRefused", undefined], `case ${index}`);
    }
    const { userHandle: _, ...anonymous } = authenticator.sign(await challengeToSignIn());
    assert.equal((await signIn(anonymous)).code, "passkeyRefused");
    assert.equal(
      (await signIn(authenticator.sign(await challengeToSignIn()))).status,
      200,
      "its owner still can sign in",
    );
  });

  test("rejects a locked user's passkey and a removed one", async () => {
    const { authenticator, person, passkeyId } = await enrolled();
    const newAdmin = async () => provedIn(world.app, await newPerson(world, organization.organizationId));
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const lock = (verb: string) =>
      agreed(world.app, { method: "POST", url: `/users/${person.userId}/${verb}`, cookie: admin }, other);
    assert.equal((await lock("lock")).status, 200);
    assert.equal((await signIn(authenticator.sign(await challengeToSignIn()))).code, "passkeyRefused");
    assert.equal((await lock("unlock")).status, 200);
    const answer = await signIn(authenticator.sign(await challengeToSignIn()));
    const fresh = answer.cookie ?? "";
    const remove = (id: string) => ask({ method: "DELETE", url: `/session/passkeys/${id}`, cookie: fresh });
    assert.equal((await remove(passkeyId)).code, "stepUpNeeded");
    await proveAgain(fresh);
    assert.equal((await remove((await enrolled()).passkeyId)).code, "resourceNotFound", "another person's");
    assert.equal((await remove(passkeyId)).status, 204);
    assert.equal((await remove(passkeyId)).code, "resourceNotFound");
    assert.equal((await signIn(authenticator.sign(await challengeToSignIn()))).code, "passkeyRefused");
    assert.deepEqual(await actionsOn(passkeyId), ["user.addPasskey", "user.removePasskey"]);
  });

  test("a passkey provides a step-up for its own session, once", async () => {
    const { authenticator, person } = await enrolled(undefined, false);
    const { secret } = await turnOnSecondFactor(world, person);
    const session = async () =>
      (await signIn(authenticator.sign(await challengeToSignIn()))).cookie ?? assert.fail("signs in");
    const [cookie, elsewhere] = [await session(), await session()];
    const options = async (from = cookie) =>
      (await ask({ method: "POST", url: "/session/step-up/options", cookie: from })).body;
    const stepUp = (passkey: object) => ask({ url: "/session/step-up", body: { passkey }, cookie });
    const steppedUp = async () => (await ask({ url: "/session", cookie })).body.steppedUpUntil;
    assert.deepEqual((await options()).allowed.length, 1);
    assert.equal((await stepUp(authenticator.sign((await options(elsewhere)).challenge))).code, "stepUpRefused");
    assert.equal((await stepUp(authenticator.sign(await challengeToSignIn()))).code, "stepUpRefused");
    assert.equal(await steppedUp(), null);
    const assertion = authenticator.sign((await options()).challenge);
    assert.equal((await stepUp(assertion)).status, 204);
    assert.ok(await steppedUp());
    assert.equal((await stepUp(assertion)).code, "stepUpRefused", "once");
    later(MINUTE_MS);
    const byCode = { url: "/session/step-up", body: { code: codeNow(world, secret) }, cookie };
    assert.equal((await ask(byCode)).status, 204, "a code is accepted too");
  });

  test("delays repeated failed passkey attempts", async () => {
    const { authenticator } = await enrolled();
    const address = newAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const body = authenticator.sign("x", {});
      statuses.push((await ask({ url: "/session/passkey", body, address })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    later(2 * SECOND_MS);
    const body = authenticator.sign(await challengeToSignIn());
    assert.equal((await ask({ url: "/session/passkey", body, address })).status, 200);
  });

  test("a passkey can be renamed, and a user has at most twenty", async () => {
    const { cookie, passkeyId } = await enrolled();
    const rename = (name: string) =>
      ask({ method: "PATCH", url: `/session/passkeys/${passkeyId}`, body: { name }, cookie });
    assert.equal((await rename(" Phone ")).body.name, "Phone");
    assert.equal((await rename("a\nb")).code, "invalidRequest");
    assert.deepEqual(await actionsOn(passkeyId), ["user.addPasskey", "user.renamePasskey"]);
    for (let count = 1; count < 20; count += 1) {
      const added = await add(cookie, createAuthenticator(PAGE).make((await begin(cookie)).body));
      assert.equal(added.status, 201, added.text);
    }
    assert.equal((await begin(cookie)).code, "tooManyPasskeys");
  });

  test("using a link that an operator created removes all passkeys", async () => {
    const { authenticator, person } = await enrolled();
    const { makeResetLink, findUserByEmail } = await import("#records/people");
    const people = { ...world.service, machineClock: world.clock };
    const { link } = await world.service.database.transaction(async (tx) => {
      const user = (await findUserByEmail(tx, person.organizationId, person.email)) ?? assert.fail("is there");
      return makeResetLink(people, tx, { user, actor: { type: "operator" } });
    });
    const body = { secret: link.split("#")[1], password: "three herons above the weir" };
    assert.equal((await ask({ url: "/invitations/accept", body })).status, 200);
    assert.equal((await signIn(authenticator.sign(await challengeToSignIn()))).code, "passkeyRefused");
  });
});

describe("the domains that passkeys can belong to", () => {
  for (const [publicUrl, available] of [
    ["http://127.0.0.1:8080", false],
    ["http://pay.example.com", false],
    ["https://[2001:db8::1]", false],
    ["http://localhost:8080", true],
    ["https://pay.example.com", true],
  ] as const)
    test(`${publicUrl}: ${available ? "possible" : "not possible"}`, async () => {
      const world = await openWorld({ publicUrl });
      try {
        const headers = { origin: publicUrl };
        assert.equal((await browse(world.app, { url: "/setup" })).body.passkeys, available);
        const options = await browse(world.app, { method: "POST", url: "/session/passkey/options", headers });
        assert.equal(options.code, available ? undefined : "passkeysUnavailable");
      } finally {
        await world.close();
      }
    });
});
