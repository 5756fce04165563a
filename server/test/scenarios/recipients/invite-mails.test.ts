/** Invite emails are sent in the organization's name: a stolen token must not turn them into spam or phishing. */
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { enqueueMail } from "#records/mail";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();

describe("invite emails", () => {
  let organization: TestOrganization;
  let ben: TestPerson;
  beforeEach(async () => {
    organization = await world.newOrganization();
    ben = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
  });

  let addresses = 0;
  const invite = (token: string, more: object = {}) =>
    inject(world.app, token, {
      url: "/recipients/invites",
      body: {
        name: "Marta Lindqvist",
        contactEmail: `payee-${++addresses}@example.com`,
        paymentMethods: ["ach"],
        requireTaxDocument: false,
        sendEmail: true,
        ...more,
      },
    });
  const tokenOf = ({ userId }: TestPerson) => organization.newToken({ actor: { type: "user", id: userId } });
  /** Records this many invites as emailed for a caller within the last hour. */
  const haveSent = (count: number, senderId: UserId) =>
    world.service.database.transaction(async (tx) => {
      for (let sent = 0; sent < count; sent += 1)
        await enqueueMail(world.service, tx, {
          organizationId: organization.organizationId,
          kind: "recipientInvite",
          recipient: `before-${sent}@example.com`,
          letter: { subject: "An invite", paragraphs: [], link: { label: "Open", url: "/" }, footer: "" },
          senderId,
        });
    });

  test("the subject has only the legal name; the sender's text is in the body, attributed to the sender", async () => {
    await invite(organization.token, {
      name: "Your account is locked",
      organizationNameOnRequest: "URGENT: verify your bank account",
    });
    const { emails } = (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body;
    assert.equal(emails[0].subject, "Acme, Inc. would like to pay you");
    const { text } = (await inject(world.app, organization.token, { url: `/sandbox/emails/${emails[0].id}` })).body;
    assert.ok(text.includes('The sender says that you know them as "URGENT: verify your bank account".'), text);
    assert.equal(text.split("URGENT").length, 2, "said once");
  });

  test("names with links are refused", async () => {
    for (const [path, value] of [
      ["name", "See https://evil.example"],
      ["organizationNameOnRequest", "WWW.evil.example"],
    ] as const) {
      const refused = await invite(organization.token, { [path]: value });
      assert.deepEqual([refused.status, refused.body.errors.fields?.[0].path], [400, path], refused.text);
    }
    assert.equal((await invite(organization.token, { organizationNameOnRequest: "Amazon.com, Inc." })).status, 201);
  });

  test("the limit of an address does not depend on its case", async () => {
    for (let count = 0; count < 5; count += 1)
      assert.equal((await invite(organization.token, { contactEmail: "Marta@Example.com" })).status, 201);
    const refused = await invite(organization.token, { contactEmail: "marta@example.com" });
    assert.deepEqual([refused.status, refused.body.errors.limit], [429, 5], refused.text);
  });

  test("an open invite can be resent five times an hour; a used one cannot be resent", async () => {
    const { id } = (await invite(organization.token)).body;
    const url = `/recipients/invites/${id}/resend`;
    const resend = () => inject(world.app, organization.token, { method: "POST", url });
    for (let count = 0; count < 4; count += 1) assert.equal((await resend()).status, 200);
    assert.equal((await resend()).body.errors.errorCode, "tooManyInviteMails");
    world.clock.set(plusMs(world.clock.now(), HOUR_MS + 1));
    assert.equal((await resend()).status, 200);
    const electronicRoutingInfo = {
      accountNumber: "556677889900",
      routingNumber: "021000021",
      electronicAccountType: "personalChecking",
    };
    const answer = await browse(world.app, { url: `/invites/${id}`, body: { electronicRoutingInfo } });
    assert.equal(answer.status, 204);
    const late = await resend();
    assert.deepEqual([late.status, late.body.errors.errorCode], [409, "inviteNotOpen"]);
  });

  test("one user can email a hundred invites an hour, regardless of the number of tokens", async () => {
    await haveSent(99, ben.userId);
    const cookie = await provedIn(world.app, ben);
    const body = {
      name: "Marta",
      contactEmail: "m@example.com",
      paymentMethods: ["ach"],
      requireTaxDocument: false,
      sendEmail: true,
    };
    assert.equal((await browse(world.app, { url: "/recipients/invites", cookie, body })).status, 201);
    for (const token of [await tokenOf(ben), await tokenOf(ben)]) {
      const refused = await invite(token);
      assert.deepEqual([refused.status, refused.body.errors.limit], [429, 100], refused.text);
      assert.ok(refused.headers["retry-after"]);
    }
    assert.equal((await invite(await tokenOf(ben), { sendEmail: false })).status, 201);
    assert.equal((await invite(organization.token)).status, 201, "another creator's token");
    world.clock.set(plusMs(world.clock.now(), HOUR_MS + 1));
    assert.equal((await invite(await tokenOf(ben))).status, 201);
  });

  test("an organization can email three hundred invites an hour, regardless of the number of users", async () => {
    for (let count = 0; count < 3; count += 1)
      await haveSent(100, (await newPerson(world, organization.organizationId)).userId);
    const refused = await invite(organization.token);
    assert.deepEqual([refused.status, refused.body.errors.limit], [429, 300], refused.text);
  });
});
