import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runPaymentNotices } from "#desk/payment-tracking/notices/run-notices.ts";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { runMonthlyStatements } from "#reports/statements";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

describe("emails about payments and statements", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let server: MailServer;
  let cookie: string;
  let viewer: TestPerson;
  let amount = 0;

  before(async () => {
    server = await startMailServer();
    world = await openWorld({ smtpUrl: server.url, mailFrom: "Bursar <bursar@example.com>" });
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
    const admin = await newPerson(world, organization.organizationId, { email: "ada@example.com" });
    viewer = await newPerson(world, organization.organizationId, { email: "vera@example.com", role: "viewer" });
    cookie = await provedIn(world.app, admin);
    const body = { contactEmail: "payee@example.com" };
    const named = await inject(world.app, organization.token, { url: `/recipient/${organization.recipientId}`, body });
    assert.equal(named.status, 200, named.text);
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const notices = () => acrossOrganizations(() => runPaymentNotices(world.service));
  async function arriving(act: () => Promise<unknown>) {
    const { length } = server.received;
    await act();
    await runUntilIdle([{ run: notices }]);
    await runUntilIdle(world.app.jobs.filter(({ name }) => name === "mail"));
    return server.received.slice(length);
  }
  async function paid(memo = "Invoice 7") {
    amount += 1;
    const made = await inject(world.app, organization.token, payment(organization, { amount, externalMemo: memo }));
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  }
  const move = (transactionId: string, trigger: "confirm" | "return" | "reject" | "cancel") =>
    world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId: organization.organizationId,
        actor: { type: "bank" },
        moves: [
          {
            transactionId: transactionId as never,
            trigger,
            at: world.clock.now(),
            ...(["return", "reject"].includes(trigger) ? { reason: "Account closed" } : {}),
          },
        ],
      }),
    );

  const anHourLater = async () => world.clock.set(plusMs(world.clock.now(), HOUR_MS));

  test("a failed or returned payment is reported once to its requester and to administrators", async () => {
    const mails = await arriving(async () => move(await paid(), "reject"));
    // The token's creator requested the payment.
    assert.deepEqual(mails.flatMap(({ to }) => to).sort(), ["ada@example.com", "integrations@acme.example"]);
    assert.equal(mails[0]?.subject, "Payment to Globex, $1.00, failed");
    for (const part of ["Account closed", "Operating", "/dashboard/transactions/"])
      assert.ok(mails[0]?.text.includes(part), part);
    assert.ok(!mails.some(({ text }) => text.includes("123456789")), "no bank details");
    assert.deepEqual(await arriving(() => Promise.resolve()), []);
    const id = await paid();
    assert.deepEqual(await arriving(() => move(id, "confirm")), [], "recipients receive nothing by default");
    const returned = await arriving(() => move(id, "return"));
    assert.equal(returned[0]?.subject, "Payment to Globex, $2.00, was returned");
    assert.deepEqual(await arriving(async () => move(await paid(), "cancel")), [], "a cancellation is no failure");
  });

  test("users choose their emails", async () => {
    const url = "/session/notification-preferences";
    const choices = async (who: string, body?: object): Promise<Record<string, string>> => {
      const answer = await browse(world.app, { url, cookie: who, ...(body ? { body } : {}) });
      assert.equal(answer.status, 200, answer.text);
      const { preferences } = answer.body as { preferences: { group: string; delivery: string }[] };
      return Object.fromEntries(preferences.map(({ group, delivery }) => [group, delivery]));
    };
    const { ownPayments, otherPayments, statements } = await choices(cookie);
    assert.deepEqual([ownPayments, otherPayments, statements], ["immediately", "immediately", "immediately"]);
    const viewerCookie = await signedIn(world.app, viewer);
    assert.deepEqual(await choices(viewerCookie), {
      conversations: "immediately",
      otherPayments: "off",
      statements: "off",
    });
    assert.equal((await choices(cookie, { group: "otherPayments", delivery: "off" }))["otherPayments"], "off");
    await choices(viewerCookie, { group: "otherPayments", delivery: "immediately" });
    const mails = await arriving(async () => move(await paid(), "reject"));
    assert.deepEqual(mails.flatMap(({ to }) => to).sort(), ["integrations@acme.example", "vera@example.com"]);
  });

  test("recipients receive an email if the organization wants it, and hostile texts stay text", async () => {
    const { version } = (await browse(world.app, { url: "/organization/settings", cookie })).body;
    const body = { version, remittanceAdvice: true };
    const changed = await browse(world.app, { url: "/organization/settings", cookie, body });
    assert.equal(changed.body.remittanceAdvice, true, changed.text);
    const [mail, ...others] = await arriving(async () => move(await paid("<b>Invoice 8</b>"), "confirm"));
    assert.equal(others.length, 0);
    assert.deepEqual(mail?.to, ["payee@example.com"]);
    assert.equal(mail?.subject, "Acme, Inc. sent you a payment of $5.00");
    assert.ok(mail?.text.includes("Memo: <b>Invoice 8</b>"));
    assert.ok(!mail?.text.includes("/dashboard"), "recipients have no account here");
    const both = await arriving(async () => {
      const id = await paid();
      await move(id, "confirm");
      await move(id, "return");
    });
    assert.ok(!both.some(({ to }) => to.includes("payee@example.com")), "what came back is not announced");
    assert.equal(both.length, 2);
  });

  test("while the mail server refuses or is down, they wait, and each arrives once", async () => {
    const failedAndSent = async () => {
      await move(await paid(), "reject");
      await move(await paid(), "confirm");
    };
    const threeLater = ["integrations@acme.example", "payee@example.com", "vera@example.com"];
    const recipients = (mails: readonly { readonly to: readonly string[] }[]) => mails.flatMap(({ to }) => to).sort();
    for (const code of [451, 421]) {
      server.refuse(code);
      assert.deepEqual(await arriving(failedAndSent), [], `with ${code}`);
      server.refuse(undefined);
      assert.deepEqual(recipients(await arriving(anHourLater)), threeLater, `after ${code}`);
    }
    const { url } = server;
    await server.close();
    await arriving(failedAndSent);
    server = await startMailServer(Number(new URL(url).port));
    assert.deepEqual(recipients(await arriving(anHourLater)), threeLater, "after it was down");
    assert.deepEqual(await arriving(anHourLater), [], "each once");
    server.refuse(550);
    assert.deepEqual(await arriving(failedAndSent), []);
    server.refuse(undefined);
    assert.deepEqual(await arriving(anHourLater), [], "a permanent refusal is not retried");
    assert.equal((await arriving(failedAndSent)).length, 3, "and the next emails are sent");
  });

  test("a flood of emails to one address is cut off with a note", async () => {
    await arriving(async () => {
      for (let count = 0; count < 30; count += 1) await move(await paid(), "confirm");
    });
    const toPayee = server.received.filter(({ to }) => to.includes("payee@example.com"));
    assert.equal(toPayee.length, 20);
    assert.match(toPayee.at(-1)?.text ?? "", /no further emails/);
  });

  test("one email when the statements of a month are ready", async () => {
    await organization.newAccount("Savings", "savings");
    world.clock.set(new Date("2026-12-01T05:00:00Z"));
    server.refuse(451);
    const waiting = await arriving(() => acrossOrganizations(() => runMonthlyStatements(world.service)));
    assert.deepEqual(waiting, [], "it waits while the mail server refuses it");
    server.refuse(undefined);
    const mails = await arriving(anHourLater);
    assert.equal(mails.length, 1);
    assert.deepEqual(
      [mails[0]?.to, mails[0]?.subject],
      [["ada@example.com"], "Statements for November 2026 are ready"],
    );
    assert.match(mails[0]?.text ?? "", /Savings ••••0002: \$0\.00/);
    await anHourLater();
    const none = await arriving(() => acrossOrganizations(() => runMonthlyStatements(world.service)));
    assert.deepEqual(none, []);
  });
});
