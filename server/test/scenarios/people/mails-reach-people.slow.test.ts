import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DAY_MS, HOUR_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { createApp } from "#main/app.ts";
import { createMailTransport } from "#records/mail";
import { runMailer } from "#records/mail/mailer.ts";
import { countResealed } from "../../kit/databases/count-resealed.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";
import { decide, paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";
import { mailedLink } from "../../kit/worlds/two-people.ts";

const NEW_PASSWORD = "three herons above the weir";
let addresses = 0;
/** A new address for each caller, so that failed attempts do not slow other callers. */
const newAddress = () => `10.9.${++addresses}.1`;

describe("mails reach people", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let server: MailServer;
  let admin: TestPerson;
  let cookie: string;
  before(async () => {
    server = await startMailServer();
    world = await openWorld({ smtpUrl: server.url, mailFrom: "Bursar <bursar@example.com>" });
    organization = await world.newOrganization();
    admin = await newPerson(world, organization.organizationId, { email: "ada@example.com" });
    cookie = await provedIn(world.app, admin);
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const later = (ms: number) => world.clock.set(plusMs(world.clock.now(), ms));
  const people = () => ({ ...world.service, machineClock: world.clock });
  const sendAll = async () => {
    for (const job of world.app.jobs.filter(({ name }) => name === "mail")) await job.run();
  };
  /** The mails that arrived since the last call. */
  const arriving = async (act: () => Promise<unknown>) => {
    await sendAll();
    const { length } = server.received;
    await act();
    await sendAll();
    return server.received.slice(length);
  };
  const linkIn = (text: string) => /http:\/\/127\.0\.0\.1:8080\/dashboard\/join#([A-Za-z0-9_-]{64})/.exec(text)?.[1];
  const invite = (email: string) =>
    browse(world.app, {
      url: "/users/invitations",
      body: { email, firstName: "Grace", lastName: "Hopper", role: "viewer" },
      cookie,
    });
  const accept = (secret: string | undefined) =>
    browse(world.app, {
      url: "/invitations/accept",
      body: { secret, password: NEW_PASSWORD },
      address: newAddress(),
    });
  const forget = (email: string, address = newAddress()) =>
    browse(world.app, { url: "/session/forgotten", body: { email }, address });

  test("an invitation arrives by email, and its link signs the user in", async () => {
    let inviteAnswer = "";
    const [mail, ...others] = await arriving(async () => {
      inviteAnswer = (await invite("grace@example.com")).text;
    });
    assert.equal(others.length, 0);
    assert.deepEqual([mail?.from, mail?.to], ["bursar@example.com", ["grace@example.com"]]);
    assert.equal(mail?.subject, "Join Acme, Inc. on Bursar");
    assert.match(mail?.text ?? "", /Ada Lovelace invited you/);
    assert.ok(!inviteAnswer.includes(linkIn(mail?.text ?? "") ?? "#"), "the inviter does not see the link");
    assert.equal((await accept(linkIn(mail?.text ?? ""))).status, 200);
    assert.equal((await arriving(async () => undefined)).length, 0, "once");
  });

  test("resending an invitation creates a new link and ends the earlier one", async () => {
    const first = (await invite("alan@example.com")).body;
    await sendAll();
    const firstSecret = linkIn(server.received.at(-1)?.text ?? "");
    const resend = (id: string) =>
      browse(world.app, { method: "POST", url: `/users/invitations/${id}/resend`, cookie });
    const second = await resend(first.id);
    assert.equal(second.status, 201, second.text);
    await sendAll();
    assert.equal((await accept(firstSecret)).code, "invitationInvalid");
    assert.equal((await resend(first.id)).code, "resourceNotFound");
    assert.equal((await accept(linkIn(server.received.at(-1)?.text ?? ""))).status, 200);
    assert.equal((await resend(second.body.id)).code, "resourceNotFound");
  });

  test("a password reset link changes the password, ends the sessions, and keeps the second factor", async () => {
    const user = await newPerson(world, organization.organizationId);
    const { cookie: session, secret } = await turnOnSecondFactor(world, user);
    const [mail] = await arriving(() => forget(user.email.toUpperCase()));
    assert.deepEqual(mail?.to, [user.email]);
    assert.equal((await arriving(() => forget(user.email))).length, 0, "requested again immediately: no second mail");
    assert.equal((await accept(linkIn(mail?.text ?? ""))).status, 200);
    assert.equal((await accept(linkIn(mail?.text ?? ""))).code, "invitationInvalid", "once");
    assert.equal((await browse(world.app, { url: "/session", cookie: session })).code, "sessionEnded");
    later(MINUTE_MS);
    const begun = await browse(world.app, {
      url: "/session",
      body: { email: user.email, password: NEW_PASSWORD },
      address: newAddress(),
    });
    assert.equal(begun.body.next, "totp");
    const body = { signIn: begun.body.signIn, code: codeNow(world, secret) };
    assert.equal((await browse(world.app, { url: "/session/totp", body, address: newAddress() })).status, 200);
  });

  test("the link works for an hour; locked users and unknown addresses get none", async () => {
    const user = await newPerson(world, organization.organizationId, { role: "approver" });
    const [mail] = await arriving(() => forget(user.email));
    later(HOUR_MS);
    assert.equal((await accept(linkIn(mail?.text ?? ""))).code, "invitationInvalid");
    cookie = await provedIn(world.app, admin);
    const locked = await browse(world.app, { method: "POST", url: `/users/${user.userId}/lock`, cookie });
    assert.equal(locked.status, 200);
    assert.equal((await arriving(() => forget(user.email))).length, 0);
    assert.equal((await arriving(() => forget("nobody@example.com"))).length, 0);
    assert.equal((await forget("x@example.com")).status, 204);
  });

  test("notifies approvers of a request but not its requester, and limits the emails per person", async () => {
    const other = await world.newOrganization();
    const asker = await newPerson(world, other.organizationId);
    const approver = await newPerson(world, other.organizationId, { role: "approver" });
    await newPerson(world, other.organizationId, { role: "bookkeeper" });
    const asked = await signedIn(world.app, asker);
    const request = paymentRequest(other, { amount: 1250.5 });
    const ask = () => browse(world.app, { url: request.url, body: request.body, cookie: asked });
    // The requester may approve under this rule, and needs no email about their own request.
    await saveRule(world.service, other, { allowSelfApproval: true });
    const mails = await arriving(ask);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [[approver.email]],
    );
    const [mail] = mails;
    assert.equal(mail?.subject, "Payment to Globex, $1,250.50, is waiting for approval");
    assert.match(mail?.text ?? "", /http:\/\/127\.0\.0\.1:8080\/dashboard\/approvals\/[0-9a-f-]{36}/);
    // IDs and nodemailer's boundary between parts are hexadecimal and may contain nine digits in a row.
    const withoutIds = (mail?.text ?? "").replaceAll(/[0-9a-f-]{36}|_NmP-[0-9a-f]{16}/g, "");
    assert.ok(!/\d{9}/.test(withoutIds), "no account or routing number");
    const more = await arriving(async () => {
      for (let count = 0; count < 12; count += 1) assert.equal((await ask()).status, 200);
    });
    assert.equal(more.length, 9, "ten in an hour");
    assert.match(more.at(-1)?.text ?? "", /no further emails/);
    const byToken = await arriving(() => inject(world.app, other.token, request));
    assert.deepEqual(
      byToken.flatMap(({ to }) => to),
      [asker.email],
      "a token's request has no requester to leave out",
    );
  });

  test("notifies the approvers of the next step when a step is complete, each user once", async () => {
    const other = await world.newOrganization();
    const bookkeeper = await newPerson(world, other.organizationId, { role: "bookkeeper" });
    const approver = await newPerson(world, other.organizationId, { role: "approver" });
    const both = await newPerson(world, other.organizationId, { role: "administrator" });
    const treasurer = await newPerson(world, other.organizationId, { role: "administrator" });
    await saveRule(world.service, other, {
      steps: [
        { approvals: 1, approvers: { kind: "users", userIds: [approver.userId, both.userId] } },
        { approvals: 1, approvers: { kind: "roles", roles: ["administrator"] } },
      ],
    });
    await other.deposit(other.accountId, 7_700n);
    const asked = await signedIn(world.app, bookkeeper);
    const request = paymentRequest(other, { amount: 77 });
    let requestId = "";
    const first = await arriving(async () => {
      ({ requestId } = (await browse(world.app, { url: request.url, body: request.body, cookie: asked })).body);
    });
    assert.deepEqual(first.flatMap(({ to }) => to).sort(), [approver.email, both.email].sort());
    const second = await arriving(() => decide(world.service, other, { requestId, userId: approver.userId }));
    assert.deepEqual(
      second.flatMap(({ to }) => to),
      [treasurer.email],
    );
    assert.match(second[0]?.subject ?? "", /is waiting for approval/);
    assert.equal((await arriving(() => decide(world.service, other, { requestId, userId: both.userId }))).length, 0);
  });

  test("emails wait while the mail server is down, and are sent when it is back", async () => {
    const { url } = server;
    await server.close();
    await invite("edsger@example.com");
    await invite("barbara@example.com");
    await sendAll();
    const back = await startMailServer(Number(new URL(url).port));
    server = back;
    await sendAll();
    assert.deepEqual(
      back.received.map(({ to }) => to[0]),
      ["barbara@example.com"],
      "one was tried and waits for its retry; the other was not tried",
    );
    later(30 * SECOND_MS);
    await sendAll();
    assert.deepEqual(back.received.map(({ to }) => to[0]).sort(), ["barbara@example.com", "edsger@example.com"]);
  });

  test("resends an email with the same Message-ID after a kill between sending and recording it", async () => {
    await invite("niklaus@example.com");
    const transport = createMailTransport(world.service.config);
    const { length } = server.received;
    const dying = {
      ...transport,
      send: async (mail: Parameters<typeof transport.send>[0]) => {
        await transport.send(mail);
        throw new Error("killed");
      },
    };
    await assert.rejects(runMailer(people(), dying), /killed/);
    await sendAll();
    assert.equal(server.received.length, length + 1, "leased by the killed process");
    later(2 * MINUTE_MS);
    await sendAll();
    const [first, second, ...others] = server.received.slice(length);
    assert.equal(others.length, 0);
    assert.equal(first?.messageId, second?.messageId);
    assert.match(first?.messageId ?? "", /^<[0-9a-f-]{36}@/);
    assert.equal(linkIn(first?.text ?? ""), linkIn(second?.text ?? ""));
    later(HOUR_MS);
    await sendAll();
    assert.equal(server.received.length, length + 2);
    transport.close();
    cookie = await provedIn(world.app, admin);
  });

  test("gives up a permanently refused address immediately, and retries a temporarily refused one", async () => {
    const states = async (email: string) => {
      const { body } = await inject(world.app, organization.token, { url: "/sandbox/emails" });
      return body.emails
        .filter((mail: { to: string }) => mail.to === email)
        .map((mail: { status: string }) => mail.status);
    };
    server.refuse(550);
    await invite("gone@example.com");
    await sendAll();
    assert.deepEqual(await states("gone@example.com"), ["givenUp"]);
    server.refuse(451);
    await invite("busy@example.com");
    await sendAll();
    assert.deepEqual(await states("busy@example.com"), ["waiting"]);
    server.refuse(undefined);
    later(MINUTE_MS);
    await sendAll();
    assert.deepEqual(await states("busy@example.com"), ["sent"]);
    assert.deepEqual(await states("gone@example.com"), ["givenUp"]);
  });

  test("deletes sent and failed emails after thirty days, but not one that is still waiting", async () => {
    const other = await openWorld({ smtpUrl: server.url });
    try {
      const { organizationId, token } = await other.newOrganization();
      const session = await provedIn(other.app, await newPerson(other, organizationId));
      const inviting = (email: string) =>
        browse(other.app, {
          url: "/users/invitations",
          body: { email, firstName: "A", lastName: "B", role: "viewer" },
          cookie: session,
        });
      const run = async (jobName: string) => {
        for (const job of other.app.jobs.filter(({ name }) => name === jobName)) await job.run();
      };
      await inviting("first@example.com");
      await run("mail");
      await inviting("second@example.com");
      other.clock.set(plusMs(other.clock.now(), 31 * DAY_MS));
      await run("mail-clean-up");
      const { body } = await inject(other.app, token, { url: "/sandbox/emails" });
      assert.deepEqual(
        body.emails.map(({ to, status }: Record<string, string>) => [to, status]),
        [["second@example.com", "waiting"]],
      );
    } finally {
      await other.close();
    }
  });

  test("emails are readable in the sandbox, even after a key rotation, and are stored encrypted", async () => {
    await invite("ken@example.com");
    const link = await mailedLink(world.app, organization.token, "ken@example.com");
    await sendAll();
    const rows = await world.service.database.many<{ text: string }>({
      text: "select row_to_json(m)::text as text from mails m",
      values: [],
    });
    const stored = rows.map(({ text }) => text).join("\n");
    for (const form of [link.split("#")[1] ?? link, Buffer.from(link).toString("hex")])
      assert.ok(!stored.includes(form));
    const { organizationId } = organization;
    await world.service.database.transaction((tx) =>
      world.service.vault.rotateOrganizationKey(tx, organizationId, world.clock.now()),
    );
    assert.ok(((await countResealed(world.service, organizationId, "mails.content")) ?? 0) > 5);
    const list = await inject(world.app, organization.token, { url: "/sandbox/emails?limit=2" });
    assert.deepEqual(list.body.emails.map(({ to, subject }: Record<string, string>) => [to, subject])[0], [
      "ken@example.com",
      "Join Acme, Inc. on Bursar",
    ]);
    assert.ok(list.body.page.nextPage);
    const shown = await inject(world.app, organization.token, { url: `/sandbox/emails/${list.body.emails[0].id}` });
    assert.ok(shown.body.text.includes(link) && shown.body.html.includes(link));
    const foreign = await inject(world.app, (await world.newOrganization()).token, {
      url: `/sandbox/emails/${shown.body.id}`,
    });
    assert.equal(foreign.status, 404);
  });

  test("without SMTP_URL each email is a file that only its owner can read", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "bursar-mails-"));
    const config = { ...world.service.config, smtpUrl: undefined, dataDir };
    const app = await createApp({ ...world.service, config }, { work: false, machineClock: world.clock });
    try {
      await invite("dennis@example.com");
      for (const job of app.jobs.filter(({ name }) => name === "mail")) await job.run();
      const [file = "", ...others] = await readdir(join(dataDir, "mails"));
      assert.deepEqual([others.length, file.slice(36)], [0, ".eml"]);
      const path = join(dataDir, "mails", file);
      assert.match(await readFile(path, "utf8"), /^To: dennis@example\.com$/m);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    } finally {
      await app.close();
      await rm(dataDir, { recursive: true });
    }
  });

  test("in production, the text of a sent mail is erased", async () => {
    const app = await createApp(
      { ...world.service, config: { ...world.service.config, mode: "production" } },
      { work: false, machineClock: world.clock },
    );
    await invite("margaret@example.com");
    for (const job of app.jobs.filter(({ name }) => name === "mail")) await job.run();
    await app.close();
    assert.deepEqual(server.received.at(-1)?.to, ["margaret@example.com"]);
    const { body } = await inject(world.app, organization.token, { url: "/sandbox/emails?limit=1" });
    assert.deepEqual(
      [body.emails[0].to, body.emails[0].subject],
      ["margaret@example.com", "(erased after it was sent)"],
    );
  });

  test("limits requests for links like failed sign-ins, for known and unknown addresses", async () => {
    for (const email of [admin.email, "nobody-at-all@example.com"]) {
      const address = newAddress();
      const statuses: number[] = [];
      for (let count = 0; count < 7; count += 1) statuses.push((await forget(email, address)).status);
      assert.deepEqual(statuses, [204, 204, 204, 204, 204, 429, 429]);
    }
    assert.equal(
      (
        await browse(world.app, {
          url: "/session",
          body: { email: admin.email, password: PASSWORD },
          address: newAddress(),
        })
      ).status,
      200,
      "signing in is not limited",
    );
  });
});
