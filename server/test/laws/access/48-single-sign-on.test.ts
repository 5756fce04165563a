import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { createApp } from "#main/app.ts";
import { createToken } from "#records/identity";
import { lockUser } from "#records/people";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { type IdentityProvider, openIdentityProvider } from "../../kit/single-sign-on/identity-provider.ts";
import { type Lie, openLyingProvider } from "../../kit/single-sign-on/lying-provider.ts";
import { openSignOn, verified } from "../../kit/single-sign-on/sign-on-world.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { agreed, confirm } from "../../kit/worlds/two-people.ts";

const world = await openWorldOfFile();

/** Roles come from the claim `groups`; people who were not invited become users. */
const BY_GROUPS = {
  createsUsers: true,
  roleSource: "claim",
  roleClaim: "groups",
  roleMappings: [
    { value: "treasurers", role: "administrator", customPermissions: [] },
    { value: "finance", role: "approver", customPermissions: [] },
    { value: "interns", role: "custom", customPermissions: ["fetchTransactions"] },
  ],
};

/**
 * Law 48: no mapping, claim, or replayed token gives anyone a right that a person with the provider's word would not have,
 * and a deactivated user is out everywhere.
 */
describe("law 48: who signs in with the company's provider", () => {
  let provider: IdentityProvider;
  before(async () => {
    provider = await openIdentityProvider();
  });
  after(() => provider.close());

  const selfOf = async (cookie: string | undefined, node = world.app) => {
    passTime(600);
    return browse(node, { url: "/session", cookie });
  };
  const roleOf = async (cookie: string | undefined) => {
    const { user } = (await selfOf(cookie)).body;
    return [user.role, ...user.customPermissions];
  };
  /** As someone with the password of the serving role. */
  const writes = (text: string, ...values: readonly unknown[]) => world.service.database.run({ text, values });

  describe("what a mapping gives", () => {
    it("the first mapping that fits decides, and without one nobody gets in", async () => {
      const { signIn } = await openSignOn(world, provider, BY_GROUPS);
      const cases: readonly (readonly [string, unknown, readonly string[] | undefined])[] = [
        ["ann", ["staff", "finance"], ["approver"]],
        ["bob", ["finance", "treasurers"], ["administrator"]],
        ["cid", "interns", ["custom", "fetchTransactions"]],
        ["dan", ["staff"], undefined],
        ["eve", [], undefined],
        ["fay", "finance,treasurers", undefined],
        ["gus", ["Treasurers", " treasurers", "treasurers\u200b"], undefined],
        ["hal", [["treasurers"], { treasurers: true }, 1, null, true], undefined],
        ["ian", { 0: "treasurers", includes: "treasurers" }, undefined],
        ["jan", undefined, undefined],
      ];
      for (const [name, groups, role] of cases) {
        await provider.say(name, verified(name, { groups }));
        const answer = await signIn(name);
        if (role === undefined) assert.deepEqual([answer.problem, answer.cookie], ["noRole", undefined], name);
        else assert.deepEqual(await roleOf(answer.cookie), role, `${name}: ${answer.text}`);
      }
    });

    it("a role ends at the next sign-in without it, with the user's tokens", async () => {
      const { signIn, organizationId } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("kim", verified("kim", { groups: ["treasurers"] }));
      const first = await signIn("kim");
      const { userId } = (await selfOf(first.cookie)).body.user;
      const { token } = await world.service.database.transaction((tx) =>
        createToken(world.service, tx, {
          organizationId,
          name: "Kim's",
          kind: "readOnly",
          actor: { type: "user", id: userId },
        }),
      );
      assert.equal((await inject(world.app, token, { url: "/accounts" })).status, 200);
      await provider.say("kim", verified("kim", { groups: ["interns"] }));
      const second = await signIn("kim");
      assert.deepEqual(await roleOf(second.cookie), ["custom", "fetchTransactions"]);
      assert.deepEqual(await roleOf(first.cookie), ["custom", "fetchTransactions"], "also in the other session");
      assert.equal((await inject(world.app, token, { url: "/accounts" })).status, 401);
      await provider.say("kim", verified("kim", { groups: [] }));
      assert.equal((await signIn("kim")).problem, "noRole");
      assert.deepEqual(await roleOf(first.cookie), ["custom"], "nothing is left");
      assert.equal((await browse(world.app, { url: "/transactions", cookie: first.cookie })).status, 403);
    });

    it("one person alone changes neither a mapping nor the provider", async () => {
      const { signIn, asAda, asBen, organizationId } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("lee", verified("lee", { groups: ["staff"] }));
      const more = { roleMappings: [{ value: "staff", role: "administrator", customPermissions: [] }] };
      for (const body of [
        more,
        { issuer: "http://127.0.0.1:2000" },
        { emailDomains: ["evil.example"] },
        { enabled: false },
      ]) {
        const proposed = await browse(world.app, { url: "/sso/settings", body, cookie: asAda });
        assert.ok([202, 409].includes(proposed.status), proposed.text);
        if (proposed.status === 202)
          assert.equal((await confirm(world.app, proposed.body.changeId, asAda)).code, "ownControlChange");
        assert.equal((await signIn("lee")).problem, "noRole");
      }
      // A user who may change other settings, but not everything, proposes nothing and confirms nothing.
      const manager = await newPerson(world, organizationId, {
        role: "custom",
        customPermissions: ["manageOrganization", "manageUsers"],
      });
      const asManager = await provedIn(world.app, manager);
      const refused = await browse(world.app, { url: "/sso/settings", body: more, cookie: asManager });
      assert.deepEqual([refused.status, refused.code], [400, "providerNotUsable"]);
      const proposed = await browse(world.app, { url: "/sso/settings", body: more, cookie: asAda });
      assert.equal((await confirm(world.app, proposed.body.changeId, asManager)).code, "mayNotDecideControlChange");
      assert.equal((await confirm(world.app, proposed.body.changeId, asBen)).status, 200);
      assert.deepEqual(await roleOf((await signIn("lee")).cookie), ["administrator"]);
      const plain = await signedIn(world.app, await newPerson(world, organizationId));
      assert.equal((await browse(world.app, { url: "/sso/settings", body: more, cookie: plain })).code, "stepUpNeeded");
    });

    it("the last administrator keeps the role, and does not get in without it", async () => {
      const { signIn, ada, ben, organizationId } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("mia", verified("mia", { groups: ["treasurers"] }));
      const { cookie } = await signIn("mia");
      for (const { userId } of [ada, ben])
        await world.service.database.transaction((tx) =>
          lockUser({ ...world.service, machineClock: world.clock }, tx, {
            organizationId,
            userId,
            actor: operator,
            caller: undefined,
          }),
        );
      await provider.say("mia", verified("mia", { groups: [] }));
      assert.equal((await signIn("mia")).problem, "noRole");
      assert.deepEqual(await roleOf(cookie), ["administrator"]);
    });
  });

  describe("who someone is", () => {
    it("an address counts if the provider has verified it and it belongs to the company", async () => {
      const { signIn, organizationId } = await openSignOn(world, provider, BY_GROUPS);
      const groups = ["finance"];
      const ben = await newPerson(world, organizationId, { email: "ben@acme.example", role: "viewer" });
      const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string | undefined])[] = [
        ["unverified", verified("ben", { groups, email_verified: false }), "emailNotVerified"],
        ["silent", verified("ben", { groups, email_verified: undefined }), "emailNotVerified"],
        ["edov", verified("ben", { groups, email_verified: false, xms_edov: true }), "emailNotVerified"],
        ["text", verified("ben", { groups, email_verified: "true" }), "emailNotVerified"],
        ["nameless", { groups, email_verified: true }, "emailNotVerified"],
        ["outside", verified("ben", { groups, email: "ben@evil.example" }), "otherDomain"],
        ["suffix", verified("ben", { groups, email: "ben@notacme.example" }), "otherDomain"],
        ["subdomain", verified("ben", { groups, email: "ben@mail.acme.example" }), "otherDomain"],
        ["double", verified("ben", { groups, email: "ben@acme.example@evil.example" }), "otherDomain"],
        ["listed", verified("ben", { groups, email: ["ben@acme.example"] }), "emailNotVerified"],
        ["capital", verified("ben", { groups, email: "Ben@ACME.example" }), undefined],
      ];
      for (const [account, claims, problem] of cases) {
        await provider.say(account, claims);
        const answer = await signIn(account);
        assert.equal(answer.problem, problem, account);
        if (problem === undefined) assert.equal((await selfOf(answer.cookie)).body.user.userId, ben.userId);
      }
    });

    it("is the provider's permanent ID: another one with the same address does not become the user", async () => {
      const { signIn, asAda, asBen } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("nora", verified("nora", { groups: ["finance"] }));
      const { userId } = (await selfOf((await signIn("nora")).cookie)).body.user;
      await provider.say("impostor", verified("nora", { groups: ["treasurers"] }));
      assert.equal((await signIn("impostor")).problem, "linkedToAnother");
      // A new address at the provider changes nothing about who she is.
      await provider.say("nora", verified("nora.new", { groups: ["finance"] }));
      assert.equal((await selfOf((await signIn("nora")).cookie)).body.user.userId, userId);
      // She has a new account there: two people say so.
      const call = { method: "DELETE", url: `/sso/links/${userId}`, cookie: asAda } as const;
      const alone = await browse(world.app, call);
      assert.equal(alone.status, 202, alone.text);
      assert.equal((await signIn("impostor")).problem, "linkedToAnother");
      assert.equal((await confirm(world.app, alone.body.changeId, asBen)).status, 200);
      assert.equal((await selfOf((await signIn("impostor")).cookie)).body.user.userId, userId);
    });

    it("someone unknown is not let in unless they were invited, with the invitation's role", async () => {
      const { signIn, asAda, asBen } = await openSignOn(world, provider);
      await provider.say("olga", verified("olga", { groups: ["treasurers"], role: "administrator" }));
      assert.equal((await signIn("olga")).problem, "noAccount");
      const invitee = { email: "olga@acme.example", firstName: "Olga", lastName: "Roe", role: "bookkeeper" };
      const invited = await agreed(world.app, { url: "/users/invitations", body: invitee, cookie: asAda }, asBen);
      assert.ok(invited.status < 300, invited.text);
      assert.deepEqual(await roleOf((await signIn("olga")).cookie), ["bookkeeper"]);
      assert.deepEqual(await roleOf((await signIn("olga")).cookie), ["bookkeeper"], "and again");
    });

    it("a locked user stays out, and so does one of another organization", async () => {
      const { signIn, asAda, asBen } = await openSignOn(world, provider, BY_GROUPS);
      const other = await openSignOn(world, provider);
      await provider.say("pia", verified("pia", { groups: ["finance"] }));
      const pia = await signIn("pia");
      const { userId } = (await selfOf(pia.cookie)).body.user;
      assert.equal((await other.signIn("pia")).problem, "noAccount", "an organization's users are its own");
      const lock = { method: "POST", url: `/users/${userId}/lock`, cookie: asAda } as const;
      assert.ok((await agreed(world.app, lock, asBen)).status < 300);
      assert.equal((await selfOf(pia.cookie)).status, 401);
      assert.equal((await signIn("pia")).problem, "locked");
    });
  });

  describe("a way to the provider and back", () => {
    it("counts in the browser that started it, once, and for a while", async () => {
      const { start, at, comeBack } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("quin", verified("quin", { groups: ["finance"] }));
      const [mine, other] = [await start(), await start()];
      const answer = await at("quin", mine.url);
      assert.equal((await comeBack(answer, undefined)).problem, "abandoned", "without the cookie");
      assert.equal((await comeBack(answer, other.cookie)).problem, "abandoned", "in another browser");
      const changed = new URL(answer);
      changed.searchParams.set("state", new URL(other.url).searchParams.get("state") ?? "");
      assert.equal((await comeBack(changed, mine.cookie)).problem, "abandoned", "with another state");
      // Someone else's code in this browser's attempt: the verifier and the nonce do not fit.
      const injected = new URL(await at("quin", other.url));
      injected.searchParams.set("state", new URL(mine.url).searchParams.get("state") ?? "");
      assert.equal((await comeBack(injected, mine.cookie)).problem, "answerRefused", "with another code");
      assert.equal((await comeBack(answer, mine.cookie)).problem, "abandoned", "the attempt is used up");
      const [name, text = ""] = other.cookie.split("=");
      const forged = `${name}=${text.slice(0, -2)}${text.endsWith("AA") ? "BB" : "AA"}`;
      assert.equal((await comeBack(await at("quin", other.url), forged)).problem, "abandoned", "with a forged cookie");

      const fresh = await start();
      const good = await at("quin", fresh.url);
      const node = await world.anotherNode();
      const both = await Promise.all([comeBack(good, fresh.cookie), comeBack(good, fresh.cookie, node)]);
      assert.deepEqual(both.map(({ problem }) => problem ?? "in").sort(), ["abandoned", "in"], "on two nodes at once");

      const late = await start();
      const inAQuarter = { now: () => plusMs(new Date(), 16 * MINUTE_MS) };
      const later = await createApp(world.service, { work: false, machineClock: inAQuarter });
      assert.equal((await comeBack(await at("quin", late.url), late.cookie, later)).problem, "abandoned");
      await later.close();
    });

    it("ends when the settings change meanwhile", async () => {
      const { start, at, comeBack, change } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("rex", verified("rex", { groups: ["treasurers"] }));
      const { url, cookie } = await start();
      const answer = await at("rex", url);
      assert.ok((await change({ roleMappings: [] })).status < 300);
      assert.equal((await comeBack(answer, cookie)).problem, "abandoned");
    });

    it("returns to pages of the dashboard only", async () => {
      const { at, comeBack, organizationId } = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("sam", verified("sam", { groups: ["finance"] }));
      const cases = [
        ["/dashboard/approvals/1?tab=files", "/dashboard/approvals/1?tab=files"],
        ["https://evil.example/", "/dashboard/"],
        ["//evil.example/", "/dashboard/"],
        ["/dashboard//evil.example", "/dashboard/"],
        ["/dashboard/\\evil.example", "/dashboard/"],
        ["/dashboard/\r\nset-cookie: a=b", "/dashboard/"],
        ["/sso/callback", "/dashboard/"],
      ];
      for (const [returnTo, expected] of cases) {
        const started = await browse(world.app, { url: "/sso/start", body: { organizationId, returnTo } });
        const cookie = String(started.headers["set-cookie"]).split(";")[0];
        const back = await comeBack(await at("sam", started.body.url), cookie);
        assert.equal(back.landsAt, expected, returnTo ?? "");
      }
      const foreign = await browse(world.app, {
        url: "/sso/start",
        body: { organizationId },
        headers: { origin: "https://evil.example" },
      });
      assert.equal(foreign.code, "crossOriginRefused");
    });

    it("needs the provider: refused there, and with a rotated key", async () => {
      const { signIn } = await openSignOn(world, provider, BY_GROUPS);
      assert.equal((await signIn("nobody")).problem, "providerRefused");
      await provider.say("tea", verified("tea", { groups: ["finance"] }));
      assert.equal((await signIn("tea")).problem, undefined);
      await provider.rotateKeys();
      assert.equal((await signIn("tea")).problem, undefined, "its new key is known at once");
      await provider.conformIdTokenClaims(true);
      assert.equal((await signIn("tea")).problem, undefined, "with claims from userinfo");
      await provider.conformIdTokenClaims(false);
    });
  });

  describe("an answer that no honest provider gives", () => {
    let liar: Awaited<ReturnType<typeof openLyingProvider>>;
    before(async () => {
      liar = await openLyingProvider();
    });
    after(() => liar.close());
    const groups = ["finance"];
    const seconds = () => Math.floor(Date.now() / 1000);

    it("admits nobody", async () => {
      const scene = await openSignOn(world, liar, BY_GROUPS);
      const saying = async (lie: Lie, more: Readonly<Record<string, string>> = {}) => {
        liar.say({ ...lie, claims: { groups, ...lie.claims } });
        const { url, cookie } = await scene.start();
        const answer = await scene.comeBack(liar.answerTo(url, more), cookie);
        return answer.problem ?? (answer.cookie === undefined ? "no session" : "in");
      };
      assert.equal(await saying({}), "in");
      assert.equal(liar.lastTokenRequest().get("code_verifier")?.length, 43);
      const lies: Readonly<Record<string, Lie>> = {
        "for another client": { claims: { aud: "someone-else" } },
        "for several clients": { claims: { aud: [scene.clientId, "someone-else"], azp: "someone-else" } },
        "from another issuer": { claims: { iss: "https://evil.example" } },
        "of another attempt": { claims: { nonce: "another" } },
        "of no attempt": { claims: { nonce: undefined } },
        expired: { claims: { exp: seconds() - 120, iat: seconds() - 600 } },
        "without an end": { claims: { exp: undefined } },
        "about nobody": { claims: { sub: "" } },
        "about someone without an ID": { claims: { sub: undefined } },
        "about a very long ID": { claims: { sub: "x".repeat(256) } },
        "signed by another key": { signed: "otherKey" },
        "signed with the client's secret": { signed: "secret" },
        "not signed": { signed: "none" },
        "without an ID token": {
          answer: {
            headers: { "content-type": "application/json" },
            body: '{"access_token":"a","token_type":"Bearer"}',
          },
        },
        "an error": { answer: { status: 500 } },
        "a redirect": { answer: { status: 307, headers: { location: `${liar.issuer}/token` } } },
        "too long": { answer: { headers: { "content-type": "application/json" }, body: `"${"x".repeat(2 ** 21)}"` } },
        "keys in the cloud's own network": { document: { jwks_uri: "http://169.254.169.254/keys" } },
        "a token endpoint in a private network": { document: { token_endpoint: "http://10.0.0.1/token" } },
      };
      for (const [name, lie] of Object.entries(lies)) assert.equal(await saying(lie), "answerRefused", name);
      assert.equal(
        await saying({}, { iss: "https://evil.example" }),
        "answerRefused",
        "mixed up with another provider",
      );
      assert.equal(await saying({}, { error: "access_denied" }), "providerRefused");

      for (const document of [
        { issuer: "https://evil.example" },
        { authorization_endpoint: "javascript:alert(1)" },
        { authorization_endpoint: undefined },
      ]) {
        liar.say({ document });
        const { organizationId } = scene;
        const refused = await browse(world.app, { url: "/sso/start", body: { organizationId } });
        assert.deepEqual([refused.status, refused.code], [409, "providerUnreachable"], JSON.stringify(document));
      }
    });

    it("tolerates clocks that differ by less than a minute, and no more", async () => {
      const scene = await openSignOn(world, liar, BY_GROUPS);
      const saying = async (claims: Lie["claims"]) => {
        liar.say({ claims: { groups, ...claims } });
        const { url, cookie } = await scene.start();
        return (await scene.comeBack(liar.answerTo(url), cookie)).cookie === undefined ? "out" : "in";
      };
      const now = Math.floor(world.clock.now().getTime() / 1000);
      assert.deepEqual([await saying({ exp: now - 40 }), await saying({ nbf: now + 50 })], ["in", "in"]);
      assert.deepEqual([await saying({ exp: now - 90 }), await saying({ nbf: now + 120 })], ["out", "out"]);
    });

    it("steps up only by a sign-in that is fresh, of the same person", async () => {
      const scene = await openSignOn(world, liar, BY_GROUPS);
      liar.say({ claims: { groups } });
      const { url, cookie } = await scene.start();
      const session = (await scene.comeBack(liar.answerTo(url), cookie)).cookie ?? "";
      const stepUp = async (lie: Lie) => {
        liar.say(lie);
        const started = await browse(world.app, {
          url: "/sso/step-up",
          body: { returnTo: "/dashboard/x" },
          cookie: session,
        });
        const asked = new URL(started.body.url).searchParams;
        assert.deepEqual([asked.get("prompt"), asked.get("max_age")], ["login", "0"]);
        const answer = await scene.comeBack(
          liar.answerTo(started.body.url),
          String(started.headers["set-cookie"]).split(";")[0],
        );
        const { steppedUpUntil } = (await selfOf(session)).body;
        return [answer.problem, steppedUpUntil !== null, answer.cookie];
      };
      assert.deepEqual(await stepUp({ claims: { auth_time: seconds() - 300 } }), ["notFresh", false, undefined]);
      assert.deepEqual(await stepUp({ claims: { auth_time: undefined } }), ["notFresh", false, undefined]);
      assert.deepEqual(await stepUp({ claims: { auth_time: String(seconds()) } }), ["answerRefused", false, undefined]);
      assert.deepEqual(await stepUp({ claims: { sub: "somebody-else" } }), ["linkedToAnother", false, undefined]);
      assert.deepEqual(await stepUp({}), [undefined, true, undefined]);
      const other = await provedIn(world.app, await newPerson(world, scene.organizationId));
      assert.deepEqual((await selfOf(other)).body.stepUpWith, ["password"]);
    });

    it("logs nobody out", async () => {
      const scene = await openSignOn(world, liar, BY_GROUPS);
      const logOut = (token: string, organizationId = scene.organizationId) =>
        world.app.api.inject({
          method: "POST",
          url: `/sso/logout/${organizationId}`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          payload: new URLSearchParams({ logout_token: token }).toString(),
        });
      const enter = async (sid: string) => {
        liar.say({ claims: { groups, sid } });
        const { url, cookie } = await scene.start();
        return (await scene.comeBack(liar.answerTo(url), cookie)).cookie;
      };
      const session = await enter("one");
      const event = "http://schemas.openid.net/event/backchannel-logout";
      const lies: Readonly<Record<string, Lie>> = {
        "for another client": { claims: { aud: "someone-else" } },
        "from another issuer": { claims: { iss: "https://evil.example" } },
        "an ID token": { claims: { nonce: "a nonce" } },
        "no event": { claims: { events: {} } },
        "another event": { claims: { events: [event] } },
        "no ID": { claims: { jti: undefined } },
        "nobody's": { claims: { sub: undefined } },
        old: { claims: { iat: seconds() - 900, exp: seconds() + 900 } },
        expired: { claims: { exp: seconds() - 120 } },
        "of another key": { signed: "otherKey" },
        "signed with the client's secret": { signed: "secret" },
        "not signed": { signed: "none" },
      };
      for (const [name, lie] of Object.entries(lies)) {
        const answer = await logOut(await liar.logoutToken(lie));
        assert.equal(answer.json().errors.errorCode, "logoutRefused", name);
      }
      const good = await liar.logoutToken({ claims: { sid: "one" } });
      const other = await openSignOn(world, provider);
      assert.equal((await logOut(good, other.organizationId)).statusCode, 400, "another organization's");
      assert.equal((await selfOf(session)).status, 200);
      assert.equal((await logOut(good)).statusCode, 200);
      assert.equal((await selfOf(session)).status, 401);

      const [next, beside] = [await enter("one"), await enter("two")];
      assert.equal((await logOut(good)).statusCode, 400, "a token works once");
      assert.equal((await selfOf(next)).status, 200);
      assert.equal((await logOut(await liar.logoutToken({ claims: { sid: "two" } }))).statusCode, 200);
      assert.deepEqual([(await selfOf(next)).status, (await selfOf(beside)).status], [200, 401], "one session");
      await enter("three");
      assert.equal((await logOut(await liar.logoutToken())).statusCode, 200);
      assert.equal((await selfOf(next)).status, 401, "all of the user");
    });
  });

  describe("where the provider is required", () => {
    const required = async () => {
      const scene = await openSignOn(world, provider, BY_GROUPS);
      await provider.say("uma", verified("uma", { groups: ["finance"] }));
      await scene.signIn("uma");
      const factor = await turnOnSecondFactor(world, scene.ada);
      return { ...scene, factor };
    };

    it("at least one administrator gets in without it, and it was tried", async () => {
      const scene = await openSignOn(world, provider, BY_GROUPS);
      const viewer = await newPerson(world, scene.organizationId, { role: "viewer" });
      const refusalOf = async (body: Readonly<Record<string, unknown>>) => (await scene.change(body)).code;
      assert.equal(await refusalOf({ enforced: true }), "breakGlassNeeded");
      assert.equal(await refusalOf({ enforced: true, breakGlassUsers: [viewer.userId] }), "breakGlassNeeded");
      assert.equal(await refusalOf({ enforced: true, breakGlassUsers: [scene.ada.userId] }), "breakGlassNeeded");
      await turnOnSecondFactor(world, scene.ada);
      assert.equal(await refusalOf({ enforced: true, breakGlassUsers: [scene.ada.userId] }), "signOnNotTried");
    });

    it("nothing else admits anyone, within a second on every node, except break-glass administrators", async () => {
      const { change, ada, ben, asBen, factor, organizationId, signIn } = await required();
      const node = await world.anotherNode();
      assert.equal((await selfOf(asBen, node)).status, 200);
      assert.ok((await change({ enforced: true, breakGlassUsers: [ada.userId] })).status < 300);
      passTime(1_000);
      for (const app of [world.app, node])
        assert.equal((await browse(app, { url: "/session", cookie: asBen })).code, "sessionEnded", "with a password");
      const credentials = { email: ben.email, password: PASSWORD, organizationId };
      assert.equal((await browse(world.app, { url: "/session", body: credentials })).code, "providerNeeded");
      const wrong = { ...credentials, password: "not the password at all" };
      assert.equal((await browse(world.app, { url: "/session", body: wrong })).code, "signInRefused");
      assert.equal((await signIn("uma")).problem, undefined);

      const first = await browse(world.app, { url: "/session", body: { ...credentials, email: ada.email } });
      assert.equal(first.body.next, "totp", "a break-glass administrator needs the second factor");
      world.clock.set(plusMs(world.clock.now(), 31 * SECOND_MS));
      const second = await browse(world.app, {
        url: "/session/totp",
        body: { signIn: first.body.signIn, code: codeNow(world, factor.secret) },
      });
      assert.equal((await selfOf(second.cookie)).status, 200, second.text);
    });

    it("the provider's word does not reach break-glass administrators", async () => {
      const scene = await openSignOn(world, provider, BY_GROUPS);
      const { organizationId, change, signIn } = scene;
      const gail = await newPerson(world, organizationId, { email: "gail@acme.example" });
      await turnOnSecondFactor(world, gail);
      assert.ok((await change({ breakGlassUsers: [gail.userId] })).status < 300);
      await provider.say("gail", verified("gail", { groups: ["interns"] }));
      assert.equal((await signIn("gail")).problem, "breakGlass");
      const { body } = await browse(world.app, { url: "/users", cookie: scene.asAda });
      const found = body.users.find((user: { userId: string }) => user.userId === gail.userId);
      assert.equal(found.role, "administrator");
    });
  });

  describe("what only the database says", () => {
    it("admits nobody, and requires nothing less", async () => {
      const scene = await openSignOn(world, provider, BY_GROUPS);
      const { organizationId, signIn, ada, asAda } = scene;
      await provider.say("vic", verified("vic", { groups: ["staff"] }));
      await provider.say("wes", verified("wes", { groups: ["finance"] }));
      const wes = (await selfOf((await signIn("wes")).cookie)).body.user.userId;
      const refused = async (account: string, why: string) => {
        const { url, cookie } = await scene.start().catch(() => ({ url: "", cookie: undefined }));
        if (url === "") return;
        const answer = await scene.comeBack(await scene.at(account, url), cookie);
        assert.equal(answer.cookie, undefined, why);
      };
      // A link to an administrator for someone whom the provider knows.
      await writes(
        `insert into identity_links (organization_id, link_id, issuer, subject, user_id, linked_at)
         values ($1, $2, $3, 'vic', $4, now())`,
        organizationId,
        world.service.newId(),
        provider.issuer,
        ada.userId,
      );
      await refused("vic", "a link that was written into the database");
      // A link that was ended, to make room for another one.
      await provider.say("wes-two", verified("wes", { groups: ["treasurers"] }));
      await writes("update identity_links set ended_at = now() where user_id = $1", wes);
      await refused("wes-two", "in the place of a link that was ended in the database");
      await refused("wes", "by a link that was ended in the database");
      for (const [column, value] of [
        ["user_id", ada.userId],
        ["subject", "vic"],
        ["issuer", "https://evil.example"],
      ])
        await assert.rejects(writes(`update identity_links set ${column} = $1`, value), { code: "42501" }, column);
      await assert.rejects(writes("delete from identity_links"), { code: "42501" });
      await assert.rejects(writes("delete from used_provider_tokens"), { code: "42501" });
      assert.equal((await selfOf(asAda)).status, 200, "everyone else continues");
    });

    it("changes neither the mapping nor whom it binds", async () => {
      for (const [text, value] of [
        [
          "role_mappings = $2::jsonb",
          JSON.stringify([{ value: "staff", role: "administrator", customPermissions: [] }]),
        ],
        ["email_domains = $2::text[]", "{acme.example,evil.example}"],
        ["role_claim = $2", "given_name"],
      ] as const) {
        const { organizationId, start, at, comeBack } = await openSignOn(world, provider, BY_GROUPS);
        await provider.say("xia", verified("xia", { groups: ["staff"] }));
        const { url, cookie } = await start();
        const answer = await at("xia", url);
        await writes(`update identity_providers set ${text} where organization_id = $1`, organizationId, value);
        const back = await comeBack(answer, cookie);
        assert.deepEqual([back.cookie, back.status, back.code], [undefined, 403, "rowNotProven"], text);
        const again = await browse(world.app, { url: "/sso/start", body: { organizationId } });
        assert.equal(again.code, "rowNotProven");
      }
    });

    it("does not lift the requirement", async () => {
      await provider.say("yan", verified("yan", { groups: ["finance"] }));
      for (const set of ["single_sign_on_since = null", "break_glass_users = array[$2::uuid]"]) {
        const { organizationId, ada, ben, change, signIn } = await openSignOn(world, provider, BY_GROUPS);
        await signIn("yan");
        await turnOnSecondFactor(world, ada);
        assert.ok((await change({ enforced: true, breakGlassUsers: [ada.userId] })).status < 300);
        const values = set.includes("$2") ? [organizationId, ben.userId] : [organizationId];
        await writes(`update organizations set ${set} where organization_id = $1`, ...values);
        const body = { email: ben.email, password: PASSWORD, organizationId };
        const answer = await browse(world.app, { url: "/session", body });
        assert.deepEqual([answer.cookie, answer.code], [undefined, "rowNotProven"], set);
      }
    });
  });
});
