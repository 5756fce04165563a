import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import type { ShownRotation } from "#administration/commands/key-commands.ts";
import type { BankFileId } from "#bank/exchange";
import { moveConnection } from "#bank/exchange";
import { createFileRail } from "#bank/file-rails";
import { applyAchChanges } from "#bank/file-rails/ach-answers/apply-changes.ts";
import { HOUR_MS, MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { keyVersionOf } from "#kernel/crypto/vault.ts";
import { findingsOf } from "#kernel/proofs/unproven-row.ts";
import { proveAsIs } from "#kernel/proofs/watch-rows.ts";
import { provenTables } from "#kernel/sql/proven-table.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { failingJobs } from "#kernel/work/failing-jobs.ts";
import { createSandboxBank } from "#sandbox/sandbox-bank";
import { newBankFile } from "../../kit/bank-files/new-bank-file.ts";
import { newFolderConnection, newSftpConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import {
  byteColumns,
  damageOne,
  forgetOneMail,
  notSealed,
  valuesOf,
} from "../../kit/databases/sealed-columns.queries.ts";
import { pdf } from "../../kit/files/sample-files.ts";
import { debitBody, makeInvoice } from "../../kit/invoicing/invoices.ts";
import { passTime } from "../../kit/service/eventually.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { openWebhookSink, type WebhookSink } from "../../kit/service/webhook-sink.ts";
import { openLyingProvider } from "../../kit/single-sign-on/lying-provider.ts";
import { newTreasuryDocument } from "../../kit/treasury/treasury-documents.ts";
import { browse, newPerson, PASSWORD, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { codeNow, turnOnSecondFactor } from "../../kit/worlds/second-factor.ts";

/** Law 20: keys rotate on a database in which every feature was used, including deleted and damaged rows. */
describe("key rotation after using every feature", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let receiver: WebhookSink;
  let admin: TestPerson;
  let adminCookie: string;
  let totpSecret: string;
  let rotatedWebhook: string;
  let openInvite: string;
  let attachmentLink: string;
  let bankFile: string;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_00n);
    receiver = await openWebhookSink();
    admin = await newPerson(world, organization.organizationId);
    adminCookie = await provedIn(world.app, admin);
  });
  after(async () => {
    receiver.close();
    await world.close();
  });

  type Method = "GET" | "POST" | "DELETE";
  async function send(method: Method, url: string, body?: Readonly<Record<string, unknown>>) {
    const answer = await inject(world.app, organization.token, { method, url, ...(body ? { body } : {}) });
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`);
    return answer;
  }
  const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
  const electronicRoutingInfo = {
    accountNumber: "77123456789",
    routingNumber: "021000021",
    electronicAccountType: "personalChecking",
    address,
  };
  const recipient = { name: "Keyed", emails: [], electronicRoutingInfo, idempotencyKey: "recipient" };
  const rotate = () =>
    runAdminCommand(
      { service: world.service, sandbox: world.app.sandbox },
      { command: "key.rotate", input: {}, actor: operator },
    ) as Promise<ShownRotation>;
  const columnsOf = ({ organizations }: ShownRotation) =>
    organizations.find(({ organizationId }) => organizationId === organization.organizationId)?.columns ?? [];

  async function useWebhooks() {
    const create = async (key?: string) =>
      (await send("POST", "/webhooks", { url: receiver.url, idempotencyKey: key })).body.id as string;
    await send("DELETE", `/webhooks/${await create("deleted")}`);
    const rotatedThenDeleted = await create();
    await send("POST", `/webhooks/${rotatedThenDeleted}/rotate-secret`, {});
    await send("DELETE", `/webhooks/${rotatedThenDeleted}`);
    rotatedWebhook = await create();
    await send("POST", `/webhooks/${rotatedWebhook}/rotate-secret`, { idempotencyKey: "rotated" });
    await send("POST", `/webhooks/${rotatedWebhook}/verify`, { idempotencyKey: "verified" });
  }

  async function useInvites() {
    const invite = async (sendEmail: boolean) => {
      const { body } = await send("POST", "/recipients/invites", {
        name: "Marta Lindqvist",
        contactEmail: "marta@lindqvist.example",
        paymentMethods: ["ach"],
        requireTaxDocument: false,
        sendEmail,
        idempotencyKey: `invite-${world.service.newId()}`,
      });
      return body.id as string;
    };
    await send("POST", `/invites/${await invite(false)}`, { electronicRoutingInfo });
    await send("DELETE", `/recipients/invites/${await invite(true)}`);
    openInvite = await invite(true);
    await send("POST", `/recipients/invites/${openInvite}/resend`, { idempotencyKey: "resent" });
  }

  async function useRecipients() {
    await send("POST", "/recipients", recipient);
    const { body } = await send("POST", "/recipients", { ...recipient, name: "Gone", idempotencyKey: "gone" });
    await send("POST", `/recipient/${body.id}`, {
      electronicRoutingInfo: { ...electronicRoutingInfo, accountNumber: "77987654321" },
    });
    await send("DELETE", `/recipient/${body.id}`);
    const { url, body: sent } = payment(organization, { idempotencyKey: "paid" });
    const paid = await send("POST", url, sent);
    await send("POST", `/transaction/${paid.body.id}/cancel`, { idempotencyKey: "cancelled" });
    await organization.newAccount("Second");
  }

  async function useAttachments() {
    const url = `/recipient/${organization.recipientId}/attachments`;
    const attached = await inject(world.app, organization.token, { url, ...formOf(pdf()) });
    assert.equal(attached.status, 200, attached.text);
    // Too early for the sweep: a deleted file has its key until its content is deleted.
    await send("DELETE", `${url}/${attached.body.id}`);
    const kept = await inject(world.app, organization.token, { url, ...formOf(pdf("W-9")) });
    attachmentLink = new URL(kept.body.url).pathname;
  }

  async function useInvoices() {
    const { slug } = await makeInvoice(world, organization, { sendEmailOption: "SendNow" });
    const answer = await world.app.api.inject({
      method: "POST",
      url: `/payable-invoices/${slug}/debit`,
      payload: debitBody,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    for (const { name, run } of world.app.jobs) if (name === "invoice-letters") await run();
  }

  async function useTreasury() {
    const treasuryId = await organization.newAccount("Treasury", "treasury");
    const url = `/treasury/${treasuryId}/imports`;
    const body = {
      fileName: "a.csv",
      content: "Reference,Date,Type,Amount\nA-1,2026-11-20,dividendPosted,1",
    };
    const imported = await browse(world.app, { url, cookie: adminCookie, body });
    assert.ok(imported.status < 300, imported.text);
    await newTreasuryDocument(world, { organizationId: organization.organizationId, treasuryId });
  }

  async function useBankFiles() {
    bankFile = await newBankFile(world.service, organization.organizationId, { text: "101 091000019" });
    await newBankFile(world.service, organization.organizationId);
  }

  /** A payment that waits for its file, and a notification of change. */
  async function useFileRails() {
    const { organizationId, accountId, recipientId } = organization;
    const { routingId } = await world.service.database.one<{ routingId: RoutingId }>(sql`
        select ach_routing_id as "routingId" from recipients
         where organization_id = ${organizationId} and recipient_id = ${recipientId}`);
    const facts = { transactionId: world.service.newId<TransactionId>(), recipientId, routingId };
    const rail = createFileRail(world.service, []);
    await rail.submit([
      {
        organizationId,
        accountId,
        recipientId,
        method: "ach",
        amountMinor: 1n,
        recipientName: "Keyed",
        instructionId: facts.transactionId,
        routingId: facts.routingId,
        externalMemo: null,
        purpose: null,
        chargeBearer: null,
        achFields: null,
        routing: { method: "ach", accountNumber: "77123456789", routingNumber: "021000021" },
        dueAt: world.clock.now(),
        handedOverAt: world.clock.now(),
      },
    ]);
    const fileId = world.service.newId<BankFileId>();
    const order = {
      transaction_id: facts.transactionId,
      account_id: accountId,
      recipient_id: recipientId,
      routing_id: facts.routingId,
      reference: "021000020000001",
      amount_minor: 1n,
      receiving_bank: "02100002",
      file_id: fileId,
      file_state: "accepted" as const,
      settled_on: "2026-11-20",
    };
    const answer = {
      kind: "change" as const,
      line: 3,
      originalTraceNumber: order.reference,
      originalReceivingBank: "02100002",
      code: "C04",
      amountMinor: 0n,
      traceNumber: "021000020000009",
      correctedData: "KEYED LLC",
      identificationNumber: "",
      creationDate: "2026-11-20",
    };
    await world.service.database.transaction((tx) =>
      applyAchChanges(world.service, tx, {
        organizationId,
        fileId,
        changes: [{ answer, order }],
        sent: { wentTo: () => true },
      }),
    );
  }

  async function useBank() {
    await newSftpConnection(world.service, organization, { secrets: { password: "bank password" } });
    const { connectionId } = await newFolderConnection(world.service, {
      ...organization,
      accountId: await organization.newAccount("Payroll"),
    });
    await moveConnection(world.service, {
      ...organization,
      connectionId,
      trigger: "remove",
      actor: operator,
      ...unsentOf(world.service),
    });
    // Whatever it is asked, the sandbox's bank first opens its accounts.
    const nothing = { references: [], outcome: "confirmed" as const };
    assert.equal(await createSandboxBank(world.service).answerNow(organization.organizationId, nothing), "notYet");
  }

  async function useChatChannels() {
    const { url } = receiver;
    for (const [path, body] of [
      ["/session/chat-channel", { kind: "slack", url }],
      ["/organization/chat-channel", { kind: "teams", url, groups: ["approvals"] }],
    ] as const) {
      const answer = await browse(world.app, { url: path, body, cookie: adminCookie });
      assert.equal(answer.status, 200, answer.text);
    }
  }

  async function usePeople() {
    const browseAs = async (url: string, body: object) => {
      const answer = await browse(world.app, { url, body, cookie: adminCookie });
      assert.ok(answer.status < 300, answer.text);
    };
    await browseAs("/payment-file-draft", { name: "a.csv", payments: 1, requested: 0, version: 0, content: "AAAA" });
    await browseAs("/tokens", { name: "Keyed", kind: "readOnly", idempotencyKey: "token" });
    await browseAs("/users/invitations", { email: "new@example.com", firstName: "N", lastName: "N", role: "viewer" });
    const person = await newPerson(world, organization.organizationId);
    totpSecret = (await turnOnSecondFactor(world, person)).secret;
    const other = await newPerson(world, organization.organizationId);
    await turnOnSecondFactor(world, other);
    await browse(world.app, { method: "POST", url: `/users/${other.userId}/lock`, cookie: adminCookie });
    admin = person;
  }

  /** Twice: the former secret is forgotten. */
  async function useSignOn() {
    const provider = await openLyingProvider();
    const cookie = await provedIn(world.app, await newPerson(world, organization.organizationId));
    for (const clientSecret of ["the former secret", "the present secret"]) {
      const settings = {
        enabled: true,
        name: "Acme ID",
        issuer: provider.issuer,
        clientId: "bursar",
        emailDomains: ["acme.example"],
        clientSecret,
      };
      const changed = await browse(world.app, { url: "/sso/settings", body: settings, cookie });
      assert.equal(changed.status, 202, changed.text);
    }
    await provider.close();
  }

  test("everything is used, changed, and deleted", async () => {
    await useWebhooks();
    await useChatChannels();
    await useInvites();
    await useInvoices();
    await useRecipients();
    await useAttachments();
    await useTreasury();
    await useBankFiles();
    await usePeople();
    await useSignOn();
    await useBank();
    await useFileRails();
    await forgetOneMail(world.service.database, organization.organizationId);
  });

  test("everything is encrypted again, and nothing is unreadable", async () => {
    const rotation = await rotate();
    assert.deepEqual(rotation.unreadableKeys, []);
    for (const { column, resealed, unreadable } of columnsOf(rotation)) {
      assert.equal(unreadable, 0, column);
      assert.ok(resealed > 0, `${column} had nothing to encrypt: the test must use the feature that fills it`);
      const values = await valuesOf(world.service.database, organization.organizationId, column);
      for (const { value } of values) assert.equal(keyVersionOf(value), 2, column);
    }
  });

  test("every column of bytes is encrypted again or listed as not encrypted", async () => {
    const sealed = columnsOf(await rotate()).map(({ column }) => column);
    const all = (await byteColumns(world.service.database)).map(({ name }) => name);
    assert.deepEqual([...sealed, ...Object.keys(notSealed)].sort(), all.sort());
  });

  test("encrypted values work as before", async () => {
    assert.equal((await send("GET", `/bank-files/${bankFile}/content`)).text, "101 091000019");
    assert.equal((await inject(world.app, "", { url: attachmentLink })).text, pdf("W-9").toString());
    await send("POST", `/webhooks/${rotatedWebhook}/verify`, {});
    await send("POST", `/recipients/invites/${openInvite}/resend`, {});
    assert.equal((await send("GET", `/invites/${openInvite}`)).body.name, "Marta Lindqvist");
    const replay = await send("POST", "/recipients", recipient);
    assert.equal(replay.headers["idempotent-replayed"], "true");
    assert.equal(replay.body.electronicRoutingInfo.accountNumber, electronicRoutingInfo.accountNumber);
    world.clock.set(new Date(world.clock.now().getTime() + 60_000));
    const signedIn = await browse(world.app, { url: "/session", body: { email: admin.email, password: PASSWORD } });
    const code = codeNow(world, totpSecret);
    const second = await browse(world.app, { url: "/session/totp", body: { signIn: signedIn.body.signIn, code } });
    assert.ok(second.status < 300, second.text);
  });

  test("while keys are revoked, no job fails, whatever it works on, and restored keys open everything", async () => {
    const command = (name: string, more: object) =>
      runAdminCommand(
        { service: world.service, sandbox: world.app.sandbox },
        { command: name, input: { organization: organization.organizationId, ...more }, actor: operator },
      );
    await command("key.revoke", { confirm: "Acme, Inc." });
    await acrossOrganizations(async () => {
      for (let hour = 0; hour < 30; hour += 1) {
        world.clock.set(plusMs(world.clock.now(), HOUR_MS));
        passTime(MINUTE_MS);
        for (const { name, run } of world.app.jobs) await assert.doesNotReject(Promise.resolve(run()), name);
      }
    });
    assert.deepEqual(failingJobs(world.service), []);
    // Except the email that this test has changed itself.
    const found = [...findingsOf(world.service.vault).rows.values()].filter(({ table }) => table !== "mails");
    assert.deepEqual(found, [], "nothing is taken for an attack");
    assert.equal((await inject(world.app, organization.token, { url: "/transactions" })).status, 200);
    await command("key.restore", {});
    const rotation = await rotate();
    for (const { column, unreadable } of columnsOf(rotation)) assert.equal(unreadable, 0, column);
  });

  test("a damaged value is reported and does not stop the rotation", async () => {
    const columns = columnsOf(await rotate()).map(({ column }) => column);
    for (const column of columns) await damageOne(world.service.database, organization.organizationId, column);
    // Damage, not an attack: otherwise the rows are left out as changed outside the service.
    for (const table of provenTables()) await proveAsIs(world.service, table, organization.organizationId);
    const rotation = await rotate();
    for (const { column, resealed, unreadable } of columnsOf(rotation)) {
      assert.equal(unreadable, 1, column);
      const values = await valuesOf(world.service.database, organization.organizationId, column);
      assert.equal(resealed, values.length - 1, column);
    }
    assert.ok(rotation.rewrapped > 3);
  });
});
