import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { startMailServer } from "#test/kit/service/mail-server.ts";
import type { Mail, MailId } from "./mail.ts";
import { createMailTransport } from "./mail-transport.ts";

/** On Linux, all of 127.0.0.0/8 is loopback; only 127.0.0.1 and localhost count as local in SMTP_URL. */
const ANOTHER_HOST = "127.0.0.2";
const mail: Mail = {
  organizationId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b11" as OrganizationId,
  mailId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" as MailId,
  recipient: "ada@example.com",
  subject: "Hello",
  text: "A link that lets you in", // plain-words: sample text of a message
  html: "<p>A link that lets you in</p>",
  createdAt: new Date("2026-11-22T09:00:00Z"),
};

for (const [host, outcome, received] of [
  ["127.0.0.1", "sent", 1],
  [ANOTHER_HOST, "away", 0],
] as const)
  test(`a mail server without TLS at ${host}: ${outcome}`, {
    skip: process.platform === "linux" ? false : "needs a second loopback address, which only Linux has",
  }, async (t) => {
    const server = await startMailServer(0, host);
    t.after(() => server.close());
    const transport = createMailTransport({
      smtpUrl: server.url,
      mailFrom: "bursar@example.com",
      publicUrl: "http://127.0.0.1:8080",
      dataDir: "/nonexistent",
    });
    t.after(() => transport.close());
    assert.equal((await transport.send(mail)).kind, outcome);
    assert.equal(server.received.length, received);
  });
