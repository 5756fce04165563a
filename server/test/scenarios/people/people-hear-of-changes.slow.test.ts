/** A change to a user's sign-in cannot be hidden from the user: each change queues an email in the same transaction. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HOUR_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { listMails } from "#records/mail";
import { makeResetLink } from "#records/people";
import { findUser } from "#records/people/users.queries.ts";
import { openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { createAuthenticator } from "../../kit/worlds/authenticator.ts";
import { type BrowserCall, browse, newPerson, PASSWORD, type TestPerson } from "../../kit/worlds/people.ts";
import { codeNow } from "../../kit/worlds/second-factor.ts";

const ORIGIN = "http://localhost:8080";
const PAGE = { origin: ORIGIN, rpId: "localhost" };
const NEW_PASSWORD = "three herons above the weir";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";

const world = await openWorldOfFile({ publicUrl: ORIGIN });
const organization = await world.newOrganization();

describe("users receive emails about changes to their account", () => {
  let networks = 0;
  const ask = (call: BrowserCall) =>
    browse(world.app, { address: `10.5.${++networks}.1`, ...call, headers: { origin: ORIGIN, ...call.headers } });
  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));
  const signIn = ({ email, organizationId }: TestPerson, device?: string, password = PASSWORD) =>
    ask({
      url: "/session",
      body: { email, password, organizationId },
      headers: { "user-agent": BROWSER },
      ...(device === undefined ? {} : { cookie: device }),
    });
  /** The notices sent to a user since the last call, oldest first. */
  const seen = new Map<string, number>();
  async function newMailsOf({ email }: TestPerson) {
    const { mails } = await listMails(world.service, organization.organizationId, { limit: 1000 });
    const notices = mails.filter((mail) => mail.recipient === email && mail.kind === "securityNotice").toReversed();
    const before = seen.get(email) ?? 0;
    seen.set(email, notices.length);
    return notices.slice(before);
  }
  const subjectsOf = async (person: TestPerson) => (await newMailsOf(person)).map(({ subject }) => subject);

  test("a sign-in on a new device, but not the very first sign-in or one on a known device", async () => {
    const person = await newPerson(world, organization.organizationId);
    const first = await signIn(person);
    assert.deepEqual(await subjectsOf(person), [], "the very first sign-in");
    await signIn(person, first.device);
    assert.deepEqual(await subjectsOf(person), [], "the known device");
    await signIn(person);
    const [mail] = await newMailsOf(person);
    assert.equal(mail?.subject, "New sign-in to Bursar");
    assert.match(mail?.text ?? "", /on a device that we have not seen before/);
    assert.match(mail?.text ?? "", new RegExp(`IP address: 10\\.5\\.${networks}\\.1\nBrowser: Mozilla/5\\.0`));
    assert.match(mail?.text ?? "", /When: November 20, 2026 at 10:\d\d AM Eastern Time/);
    assert.match(mail?.text ?? "", /http:\/\/localhost:8080\/dashboard\/profile/);
    for (let device = 0; device < 15; device += 1) await signIn(person);
    assert.equal((await newMailsOf(person)).length, 9, "at most ten an hour");
    later(HOUR_MS + SECOND_MS);
    await signIn(person);
    assert.equal((await newMailsOf(person)).length, 1);
  });

  test("changes to a password, an authenticator app, a recovery code, and a passkey", async () => {
    const person = await newPerson(world, organization.organizationId);
    const { cookie, device } = await signIn(person);
    const act = async (call: BrowserCall) => {
      const answer = await ask({ cookie, ...call });
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };
    await act({ url: "/session/step-up", body: { password: PASSWORD } });
    assert.deepEqual(await subjectsOf(person), []);
    const { secret } = await act({ method: "POST", url: "/session/totp-enrolment" });
    const code = codeNow(world, secret);
    const { recoveryCodes } = await act({ url: "/session/totp-enrolment/confirm", body: { code } });
    assert.deepEqual(await subjectsOf(person), ["An authenticator app was added to your Bursar account"]);

    const begun = await signIn(person, device);
    const recovery = { signIn: begun.body.signIn, code: recoveryCodes[0] };
    assert.equal((await ask({ url: "/session/recovery-code", body: recovery, cookie: device })).status, 200);
    const [used] = await newMailsOf(person);
    assert.equal(used?.subject, "A recovery code was used for your Bursar account");
    assert.match(used?.text ?? "", /9 of your codes are left/);

    const authenticator = createAuthenticator(PAGE);
    const made = authenticator.make(await act({ method: "POST", url: "/session/passkeys/options" }));
    const passkey = await act({ url: "/session/passkeys", body: { name: "<b>Laptop</b>", ...made } });
    const [added] = await newMailsOf(person);
    assert.match(added?.text ?? "", /The passkey "<b>Laptop<\/b>" can now sign in/);
    assert.match(added?.html ?? "", /&lt;b&gt;Laptop/);
    await act({ method: "DELETE", url: `/session/passkeys/${passkey.id}` });
    assert.deepEqual(await subjectsOf(person), ["A passkey was removed from your Bursar account"]);
    await act({ method: "DELETE", url: "/session/totp-enrolment" });
    assert.deepEqual(await subjectsOf(person), ["The authenticator app was removed from your Bursar account"]);
    const refused = { password: "wrong", newPassword: NEW_PASSWORD };
    await ask({ url: "/session/password", body: refused, cookie });
    assert.deepEqual(await subjectsOf(person), [], "a refused change sends no notice");
    await act({ url: "/session/password", body: { password: PASSWORD, newPassword: NEW_PASSWORD } });
    assert.deepEqual(await subjectsOf(person), ["Your Bursar password was changed"]);
  });

  test("an operator's link and its use, after which known devices count as new", async () => {
    const person = await newPerson(world, organization.organizationId);
    const { device } = await signIn(person);
    const { link } = await world.service.database.transaction(async (tx) => {
      const user = await findUser(tx, person.organizationId, person.userId);
      assert.ok(user);
      return makeResetLink({ ...world.service, machineClock: world.clock }, tx, { user, actor: operator });
    });
    assert.deepEqual(await subjectsOf(person), ["A link to reset your Bursar account was created"]);
    const body = { secret: link.split("#")[1], password: NEW_PASSWORD };
    assert.equal((await ask({ url: "/invitations/accept", body })).status, 200);
    assert.deepEqual(await subjectsOf(person), ["Your Bursar account was reset"]);
    later(MINUTE_MS);
    await signIn(person, device, NEW_PASSWORD);
    assert.deepEqual(await subjectsOf(person), ["New sign-in to Bursar"]);
  });

  test("the password may contain neither the user's nor the company's name", async () => {
    const person = await newPerson(world, organization.organizationId);
    const { cookie } = await signIn(person);
    for (const newPassword of ["AdaLovelace-1815", "Acme, Inc. 2026", "Password2026!"]) {
      const answer = await ask({ url: "/session/password", cookie, body: { password: PASSWORD, newPassword } });
      assert.equal(answer.code, "invalidRequest", newPassword);
    }
  });
});
