import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HOUR_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { hashPassword } from "#records/people";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import {
  browse,
  newPerson,
  OWN_ORIGIN,
  PASSWORD,
  provedIn,
  signedIn,
  type TestPerson,
} from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { lockUser } from "../../kit/worlds/users.queries.ts";

const world = await openWorldOfFile({}, { signOn: true });
const organization = await world.newOrganization();

/**
 * Law 19: throttled sign-in, second factors that cannot be skipped, sessions that end, no access for other sites'
 * pages.
 */
describe("signing in", () => {
  let networks = 0;

  const person = (more: Parameters<typeof newPerson>[2] = {}) => newPerson(world, organization.organizationId, more);
  /** An unused address, so that tests do not throttle each other. */
  const newAddress = () => `10.${Math.floor(++networks / 256)}.${networks % 256}.1`;
  const tryPassword = (email: string, password: string, address: string) =>
    browse(world.app, { url: "/session", body: { email, password }, address });
  /** Names the organization, so that one hash is checked instead of three. */
  const tryHere = (email: string, password: string, address: string) =>
    browse(world.app, {
      url: "/session",
      body: { email, password, organizationId: organization.organizationId },
      address,
    });
  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));
  const who = async (cookie: string) => (await browse(world.app, { url: "/session", cookie })).status;

  test("an unknown address, a wrong password, and a locked user get the same answer after the same work", async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const active = await person({ passwordHash });
    const locked = await person({ passwordHash });
    await lockUser(world.service, organization.organizationId, locked.userId, new Date());
    const attempts = [
      ["nobody@example.com", PASSWORD],
      [active.email, "not the password"],
      [locked.email, PASSWORD],
    ] as const;
    const shown = new Set<string>();
    // Processor time of this process, the least of several runs, so that the machine's load does not matter.
    const leastMs = [Infinity, Infinity, Infinity];
    for (let round = 0; round < 6; round += 1) {
      for (const [at, [email, password]] of attempts.entries()) {
        const address = newAddress();
        const before = process.cpuUsage();
        const { status, text, body, setCookie } = await tryPassword(email, password, address);
        const { user, system } = process.cpuUsage(before);
        leastMs[at] = Math.min(leastMs[at] ?? 0, (user + system) / 1_000);
        shown.add(`${status} ${setCookie} ${text.replaceAll(body.errors.requestId, "")}`);
      }
    }
    assert.equal(shown.size, 1, [...shown].join("\n"));
    assert.match([...shown].join(), /^401 .*"signInRefused"/);
    const times = leastMs.map((ms) => ms.toFixed(1)).join(", ");
    assert.ok(Math.min(...leastMs) > 0.6 * Math.max(...leastMs), `the same work each time: ${times} ms`);
  });

  test("a user of two organizations chooses one only after the correct password", async () => {
    const other = await world.newOrganization();
    const { email } = await person({ email: "both@example.com" });
    await newPerson(world, other.organizationId, { email });
    assert.equal((await tryPassword(email, "not the password", newAddress())).code, "signInRefused");
    const answer = await tryPassword(email, PASSWORD, newAddress());
    assert.equal(answer.body.next, "chooseOrganization");
    assert.equal(answer.setCookie, undefined);
    assert.deepEqual(
      answer.body.organizations.map((choice: { id: string }) => choice.id).sort(),
      [organization.organizationId, other.organizationId].sort(),
    );
    const cookie = await signedIn(world.app, { email, organizationId: other.organizationId } as TestPerson);
    const self = await browse(world.app, { url: "/session", cookie });
    assert.equal(self.body.organization.id, other.organizationId);
  });

  test("delays each guess longer than the last, even concurrent ones, but not the owner on another network", async () => {
    const { email } = await person();
    const [guesser, home] = [newAddress(), newAddress()];
    const burst = await Promise.all(Array.from({ length: 12 }, () => tryHere(email, "a guess", guesser)));
    assert.equal(burst.filter(({ code }) => code === "signInRefused").length, 5, "only five attempts are checked");
    assert.equal(burst.filter(({ code }) => code === "tooManySignIns").length, 7);
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const refused = await tryHere(email, PASSWORD, guesser);
      assert.deepEqual([refused.status, refused.code], [429, "tooManySignIns"], "the correct password is delayed");
      const seconds = Number(refused.headers["retry-after"]);
      assert.equal(refused.body.errors.retryAfterSeconds, seconds);
      waits.push(seconds);
      later(seconds * SECOND_MS);
      assert.equal((await tryHere(email, "a guess", guesser)).code, "signInRefused");
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    assert.equal((await tryHere(email, PASSWORD, home)).status, 200, "the owner can sign in from home");
  });

  test("many guessers delay an account by a minute at most, and never where its owner signed in before", async () => {
    const { email } = await person();
    const home = newAddress();
    assert.equal((await tryHere(email, PASSWORD, home)).status, 200);
    let guesses = 0;
    let refused = 0;
    for (let guesser = 0; guesser < 16; guesser += 1) {
      const address = `203.0.${guesser}.1`;
      for (let guess = 0; guess < 5; guess += 1) {
        const { status } = await tryHere(email, "a guess", address);
        guesses += 1;
        if (status === 429) refused += 1;
      }
    }
    assert.ok(refused > 5, `${refused} of ${guesses} guesses were not checked`);
    assert.equal((await tryHere(email, PASSWORD, home)).status, 200, "the home network is known");
    const elsewhere = newAddress();
    assert.equal((await tryHere(email, PASSWORD, elsewhere)).status, 200, "elsewhere, on a network's first attempts");
    const wrong = newAddress();
    for (let guess = 0; guess < 3; guess += 1)
      assert.equal((await tryHere(email, "a guess", wrong)).code, "signInRefused");
    assert.equal((await tryHere(email, PASSWORD, wrong)).code, "tooManySignIns", "not after three failures");
    later(MINUTE_MS);
    assert.equal((await tryHere(email, PASSWORD, wrong)).status, 200, "a minute later");
  });

  test("delays a network that guesses passwords of many accounts", async () => {
    const address = newAddress();
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => at).map(async (at) => {
        const answer = await browse(world.app, {
          url: "/session",
          body: {
            email: `nobody-${at}@example.com`,
            password: "a guess",
            organizationId: organization.organizationId,
          },
          address,
        });
        return answer.status;
      }),
    );
    assert.ok(statuses.filter((status) => status === 401).length <= 50, "at most fifty are checked");
    assert.ok(statuses.includes(429) || statuses.includes(503));
  });

  test("the cookie is inaccessible to scripts and other sites, and every sign-in gets a new one", async () => {
    const user = await person();
    const first = await tryPassword(user.email, PASSWORD, newAddress());
    assert.match(
      String(first.setCookie),
      /^bursar_session=[A-Za-z0-9_-]{64}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    assert.ok(!first.text.includes(String(first.cookie).slice(20)), "the body does not contain it");
    assert.match(
      String(first.setDevice),
      /^bursar_device=[A-Za-z0-9_-]{54}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    // Session fixation: the cookie before signing in is not the session after it.
    const planted = `bursar_session=${"A".repeat(64)}`;
    const second = await browse(world.app, {
      url: "/session",
      body: { email: user.email, password: PASSWORD },
      cookie: planted,
      address: newAddress(),
    });
    assert.notEqual(second.cookie, planted);
    assert.notEqual(second.cookie, first.cookie);
    assert.equal(await who(planted), 401);
    for (const wrong of ["", "x", "A".repeat(64), `${first.cookie?.slice(15, -1)}_`])
      assert.ok([401].includes(await who(`bursar_session=${wrong}`)), wrong);
  });

  test("refuses write requests from other sites' pages", async () => {
    const cookie = await signedIn(world.app, await person());
    const attempts: readonly (readonly [Readonly<Record<string, string>>, boolean])[] = [
      [{}, false],
      [{ origin: "https://evil.example" }, false],
      [{ origin: "null" }, false],
      [{ origin: "http://127.0.0.1:8081" }, false],
      [{ origin: "http://127.0.0.1:8080.evil.example" }, false],
      [{ "sec-fetch-site": "same-site" }, false],
      [{ "sec-fetch-site": "cross-site" }, false],
      [{ "sec-fetch-site": "none" }, false],
      [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
      [{ origin: OWN_ORIGIN }, true],
      [{ "sec-fetch-site": "same-origin" }, true],
    ];
    for (const [headers, passes] of attempts) {
      const body = {
        name: `Office ${JSON.stringify(headers)}`,
        visibleForCardSpend: true,
        visibleForReimbursements: true,
        visibleForOther: true,
      };
      const answer = await browse(world.app, { url: "/categories", body, cookie, headers });
      if (passes) assert.equal(answer.status, 201, JSON.stringify(headers));
      else assert.deepEqual([answer.status, answer.code], [403, "crossOriginRefused"], JSON.stringify(headers));
    }
    const login = { email: "x@example.com", password: "y" };
    const forged = await browse(world.app, {
      url: "/session",
      body: login,
      headers: { origin: "https://evil.example" },
    });
    assert.equal(forged.code, "crossOriginRefused", "another origin cannot sign a user in either");
  });

  test("a session ends at sign-out, after half an hour without use, and after twelve hours", async () => {
    const user = await person();
    const out = await signedIn(world.app, user);
    const answer = await browse(world.app, { method: "DELETE", url: "/session", cookie: out });
    assert.equal(answer.status, 204);
    assert.match(String(answer.setCookie), /^bursar_session=; Max-Age=0; Path=\/;/);
    assert.equal(await who(out), 401);

    const idle = await signedIn(world.app, user);
    later(29 * MINUTE_MS);
    assert.equal(await who(idle), 200);
    later(29 * MINUTE_MS);
    assert.equal(await who(idle), 200, "use keeps it alive");
    later(30 * MINUTE_MS + SECOND_MS);
    assert.equal(await who(idle), 401);

    const busy = await signedIn(world.app, user);
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later(20 * MINUTE_MS);
      assert.equal(await who(busy), 200);
    }
    later(20 * MINUTE_MS);
    assert.equal(await who(busy), 401, "regardless of use");
  });

  test("the second factor cannot be skipped, and a code works once", async () => {
    const user = await person();
    const { secret, recoveryCodes } = await turnOnSecondFactor(world, user);
    later(MINUTE_MS);
    const first = await tryPassword(user.email, PASSWORD, newAddress());
    assert.equal(first.body.next, "totp");
    assert.equal(first.setCookie, undefined, "the password alone creates no session");
    const { signIn } = first.body;
    assert.equal(await who(`bursar_session=${signIn}`), 401, "an unfinished sign-in is not a session");

    const give = (url: string, code: string, given = signIn) =>
      browse(world.app, { url, body: { signIn: given, code }, address: newAddress() });
    const code = codeNow(world, secret);
    assert.equal((await give("/session/totp", "000000")).code, "signInRefused");
    const both = await Promise.all([give("/session/totp", code), give("/session/totp", code)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401], "two concurrent uses: one session");
    const again = (await tryPassword(user.email, PASSWORD, newAddress())).body.signIn;
    assert.equal((await give("/session/totp", code, again)).code, "signInRefused", "or in a new sign-in");
    assert.equal((await give("/session/recovery-code", "AAAAA-AAAAA", again)).code, "signInRefused");
    const [recovery = ""] = recoveryCodes;
    assert.equal((await give("/session/recovery-code", recovery.toLowerCase(), again)).status, 200);
    const third = (await tryPassword(user.email, PASSWORD, newAddress())).body.signIn;
    assert.equal((await give("/session/recovery-code", recovery, third)).code, "signInRefused");
    assert.equal((await give("/session/totp", codeNow(world, secret), first.body.signIn)).code, "signInExpired");
  });

  test("five wrong codes, or five minutes, end an unfinished sign-in", async () => {
    const user = await person();
    const { secret } = await turnOnSecondFactor(world, user);
    later(MINUTE_MS);
    const begin = async () => (await tryPassword(user.email, PASSWORD, newAddress())).body.signIn;
    const give = (signIn: string, code: string) =>
      browse(world.app, { url: "/session/totp", body: { signIn, code }, address: newAddress() });
    const guessed = await begin();
    for (let guess = 0; guess < 5; guess += 1) assert.equal((await give(guessed, "000000")).code, "signInRefused");
    assert.equal((await give(guessed, codeNow(world, secret))).code, "signInExpired");
    const slow = await begin();
    later(5 * MINUTE_MS);
    assert.equal((await give(slow, codeNow(world, secret))).code, "signInExpired");
    for (const wrong of ["x", "A".repeat(64)])
      assert.equal((await give(wrong, codeNow(world, secret))).code, "signInExpired");
  });

  test("locking a user ends their sessions, unfinished sign-ins, and links", async () => {
    const admin = await provedIn(world.app, await person());
    const approver = await person({ role: "approver" });
    const session = await turnOnSecondFactor(world, approver);
    later(MINUTE_MS);
    const { signIn } = (await tryPassword(approver.email, PASSWORD, newAddress())).body;
    const locked = await browse(world.app, { method: "POST", url: `/users/${approver.userId}/lock`, cookie: admin });
    assert.equal(locked.status, 200, locked.text);
    assert.equal(locked.body.status, "locked");
    const answer = await browse(world.app, {
      url: "/session/totp",
      body: { signIn, code: codeNow(world, session.secret) },
      address: newAddress(),
    });
    assert.equal(answer.code, "signInExpired");
    assert.equal((await tryPassword(approver.email, PASSWORD, newAddress())).code, "signInRefused");
  });

  test("a step-up lasts ten minutes, and requires the second factor if there is one", async () => {
    const user = await person();
    const { cookie, secret } = await turnOnSecondFactor(world, user);
    const remove = () => browse(world.app, { method: "DELETE", url: "/session/totp-enrolment", cookie });
    const stepUp = (body: object) => browse(world.app, { url: "/session/step-up", body, cookie });
    assert.equal((await remove()).code, "stepUpNeeded");
    later(MINUTE_MS);
    assert.equal((await stepUp({ password: PASSWORD })).code, "stepUpRefused", "the password is not enough");
    assert.equal((await stepUp({})).code, "stepUpRefused");
    assert.equal((await stepUp({ code: codeNow(world, secret) })).status, 204);
    later(10 * MINUTE_MS);
    assert.equal((await remove()).code, "stepUpNeeded", "ten minutes later");
    assert.equal((await stepUp({ code: codeNow(world, secret) })).status, 204);
    assert.equal((await remove()).status, 204);
    assert.equal((await remove()).code, "secondFactorIsOff");
    assert.equal((await stepUp({ password: "not the password" })).code, "stepUpRefused");
    assert.equal((await stepUp({ password: PASSWORD })).status, 204);
  });

  test("stores and logs no secret in plain text", async () => {
    const user = await person();
    const { cookie, secret, recoveryCodes } = await turnOnSecondFactor(world, user);
    const rows = await world.service.database.many<{ text: string }>({
      text: `select row_to_json(s)::text as text from sessions s union all select row_to_json(t)::text from totp_secrets t
               union all select row_to_json(r)::text from recovery_codes r union all select row_to_json(a)::text from audit_log a
               union all select row_to_json(u)::text from users u union all select row_to_json(d)::text from known_devices d`,
      values: [],
    });
    const stored = rows.map(({ text }) => text).join("\n");
    assert.ok(rows.length > 20);
    const cookieText = cookie.split("=")[1] ?? "";
    const secrets = [
      PASSWORD,
      cookieText,
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace("-", "")),
    ];
    for (const text of secrets) {
      assert.ok(text.length >= 10);
      for (const form of [text, Buffer.from(text).toString("hex")]) assert.ok(!stored.includes(form));
    }
  });

  test("a password reset does not reveal whether an account exists, by its answer or its timing", async () => {
    const { email } = await person();
    const ask = async (address: string) => {
      const startedAt = performance.now();
      const answer = await browse(world.app, {
        url: "/session/forgotten",
        body: { email: address },
        address: newAddress(),
      });
      return { ms: performance.now() - startedAt, shown: [answer.status, answer.text, answer.setCookie] };
    };
    let [toUser, toNobody] = [await ask(email), await ask("nobody-here@example.com")];
    // On a busy machine, one of several pairs comes in time.
    for (let again = 0; again < 5 && Math.max(toUser.ms, toNobody.ms) >= 2_000; again += 1)
      [toUser, toNobody] = [await ask(email), await ask("nobody-here@example.com")];
    assert.deepEqual(toUser.shown, toNobody.shown);
    for (const { ms } of [toUser, toNobody]) assert.ok(ms >= 395 && ms < 2_000, `${ms} ms`);
  });

  test("other sites' pages cannot request links, set up the service, or start a passkey sign-in", async () => {
    const headers = { origin: "https://evil.example" };
    for (const [url, body] of [
      ["/session/forgotten", { email: "ada@example.com" }],
      ["/session/passkey/options", undefined],
      ["/session/passkey", { id: "AA", clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" }],
      [
        "/setup",
        { code: "x", organizationName: "x", firstName: "x", lastName: "x", email: "x@example.com", password: "x" },
      ],
    ] as const) {
      const forged = await browse(world.app, {
        method: "POST",
        url,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(forged.code, "crossOriginRefused", url);
    }
  });

  test("a session lasts twelve hours by the machine's clock", async () => {
    const cookie = await signedIn(world.app, await person());
    const { body } = await browse(world.app, { url: "/session", cookie });
    assert.equal(new Date(body.endsAt).getTime() - new Date(body.createdAt).getTime(), 12 * HOUR_MS);
  });
});
