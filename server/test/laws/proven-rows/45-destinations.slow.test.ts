import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { runAdminCommand } from "#administration/commands/commands.ts";
import type { ShownRow } from "#administration/commands/row-commands.ts";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { idAt, type OrganizationId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { enqueueMail, mailJobs } from "#records/mail";
import { pdf } from "../../kit/files/sample-files.ts";
import { attackerOf } from "../../kit/proofs/attacker.ts";
import { inject, openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";
import { eventsAt, openWorldWithEndpoint, pump } from "../../kit/worlds/webhook-world.ts";

const world = await openWorldOfFile();

/** Law 45: nothing is sent to a destination, or sent again, because someone wrote to the database. */
describe("webhook endpoints are proven", () => {
  const openAttacked = async (t: TestContext) => {
    const opened = await openWorldWithEndpoint(t);
    const { service, organizationId } = opened.world;
    // Alarms are expected here.
    Object.assign(service.log, { error: () => undefined });
    return { ...opened, ...attackerOf(service, organizationId), organizationId };
  };

  for (const [what, change] of [
    ["another address", (to: string) => sql`url = ${to}`],
    ["another choice of events", () => sql`event_types = '{}'`],
    ["an earlier secret", () => sql`previous_secret = secret, previous_secret_until = now()`],
  ] as const)
    it(`deliver nothing with ${what}`, async (t) => {
      const { world, receiver, endpoint, attack, isReported, organizationId } = await openAttacked(t);
      await world.deposit(1_00n);
      await pump(world);
      assert.equal(eventsAt(receiver).length, 1);
      await world.deposit(2_00n);
      await attack(sql`
        update webhook_endpoints set ${change(`${receiver.origin}/mallory`)}
         where organization_id = ${organizationId} and endpoint_id = ${endpoint.id}`);
      await pump(world);
      assert.equal(eventsAt(receiver).length, 1);
      assert.equal(await isReported("webhook_endpoints"), true);
      assert.equal((await world.call({ url: `/webhooks/${endpoint.id}` })).body.errors.errorCode, "rowNotProven");
    });

  it("deliver nothing that waited when their address was changed, and go on for the others", async (t) => {
    const { world, receiver, endpoint, answer, attack, organizationId } = await openAttacked(t);
    const other = await world.call({ url: "/webhooks", body: { url: `${receiver.origin}/other` } });
    assert.equal(other.status, 200);
    answer(500);
    await world.deposit(1_00n);
    await pump(world);
    const before = receiver.requests.length;
    answer(200);
    await attack(sql`
      update webhook_endpoints set url = ${`${receiver.origin}/mallory`}, retry_at = null
       where organization_id = ${organizationId} and endpoint_id = ${endpoint.id}`);
    await attack(sql`
      update webhook_deliveries set next_attempt_at = created_at, claimed_until = null where organization_id = ${organizationId}`);
    await pump(world);
    const paths = receiver.requests.slice(before).map(({ url }) => url);
    assert.deepEqual(paths, ["/other"]);
  });

  it("deliver nothing to an endpoint that was inserted, restored, or whose events were moved", async (t) => {
    const { world, receiver, endpoint, attack, isReported, organizationId } = await openAttacked(t);
    const ours = sql`organization_id = ${organizationId} and endpoint_id = ${endpoint.id}`;
    const { secret } = await withinOrganization(organizationId, () =>
      world.service.database.one<{ secret: Buffer }>(sql`select secret from webhook_endpoints where ${ours}`),
    );
    assert.equal((await world.call({ method: "DELETE", url: `/webhooks/${endpoint.id}` })).status, 204);
    await attack(sql`update webhook_endpoints set status = 'active', secret = ${secret} where ${ours}`);
    await world.deposit(1_00n);
    await pump(world);
    assert.deepEqual(receiver.requests, []);
    await attack(sql`
      insert into webhook_endpoints (organization_id, endpoint_id, url, status, secret, created_at, updated_at)
      select organization_id, gen_random_uuid(), ${`${receiver.origin}/mallory`}, 'active', '\\x00', created_at, updated_at
        from webhook_endpoints where ${ours}`);
    await world.deposit(1_00n);
    await pump(world);
    assert.deepEqual(receiver.requests, []);
    assert.equal(await isReported("webhook_endpoints"), true);
    await assert.rejects(attack(sql`update webhook_deliveries set endpoint_id = endpoint_id`), { code: "42501" });
    await assert.rejects(attack(sql`update webhook_deliveries set event_id = event_id`), { code: "42501" });
    await assert.rejects(attack(sql`delete from webhook_endpoints`), { code: "42501" });
  });

  it("are listed for the operator when they were changed, and used again once the operator has accepted them", async (t) => {
    const { world, receiver, endpoint, attack, organizationId } = await openAttacked(t);
    const run = (command: string, input: object) =>
      runAdminCommand({ service: world.service, sandbox: undefined }, { command, input, actor: operator });
    const row = `webhook_endpoints/${endpoint.id}`;
    // This world writes its account without a proof.
    const listed = async () =>
      ((await run("rows.list", {})) as readonly ShownRow[]).filter((shownRow) => !shownRow.row.startsWith("accounts/"));
    assert.deepEqual(await listed(), []);
    assert.deepEqual(await run("rows.accept", { row }), { accepted: false }, "nothing is to be accepted");
    await attack(sql`
      update webhook_endpoints set url = ${`${receiver.origin}/moved`}
       where organization_id = ${organizationId} and endpoint_id = ${endpoint.id}`);
    assert.deepEqual(await listed(), [{ organizationId, row }]);
    for (const other of [`webhook_endpoints/${world.service.newId()}`, `webhook_deliveries/${endpoint.id}`, "users/x"])
      assert.deepEqual(await run("rows.accept", { row: other }), { accepted: false }, other);
    await world.deposit(1_00n);
    await pump(world);
    assert.deepEqual(receiver.requests, []);

    assert.deepEqual(await run("rows.accept", { row }), { accepted: true });
    assert.deepEqual(await listed(), []);
    const recorded = await withinOrganization(organizationId, () =>
      world.service.database.many(
        sql`select resource_id, actor_type from audit_log where organization_id = ${organizationId} and action = 'row.accept'`,
      ),
    );
    assert.deepEqual(recorded, [{ resource_id: endpoint.id, actor_type: operator.type }]);
    await world.deposit(2_00n);
    await pump(world);
    assert.deepEqual([...new Set(receiver.requests.map(({ url }) => url))], ["/moved"]);
  });
});

describe("emails, links, invoices, and accounts are proven", () => {
  let organization: TestOrganization;
  let cookie: string;
  let attack: ReturnType<typeof attackerOf>["attack"];
  let isReported: ReturnType<typeof attackerOf>["isReported"];
  beforeEach(async () => {
    organization = await world.newOrganization();
    cookie = await signedIn(world.app, await newPerson(world, organization.organizationId, { role: "bookkeeper" }));
    ({ attack, isReported } = attackerOf(world.service, organization.organizationId));
  });

  const call = (url: string, body?: unknown, method?: "DELETE") =>
    inject(world.app, organization.token, {
      url,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });
  const codeOf = (answer: { body?: { errors?: { errorCode: string } } }) => answer.body?.errors?.errorCode;
  const ours = (): Sql => sql`organization_id = ${organization.organizationId}`;

  const write = (recipient: string) =>
    world.service.database.transaction((tx) =>
      enqueueMail(world.service, tx, {
        organizationId: organization.organizationId,
        kind: "passwordReset",
        recipient,
        letter: { subject: "Reset", paragraphs: [], link: { label: "Open", url: "/reset" }, footer: "" },
      }),
    );
  const sendMails = async (): Promise<readonly string[]> => {
    const sent: string[] = [];
    const transport = {
      send: (mail: { recipient: string; organizationId: OrganizationId }) => {
        if (mail.organizationId === organization.organizationId) sent.push(mail.recipient);
        return Promise.resolve({ kind: "sent" } as const);
      },
      close: () => undefined,
    };
    const mailing = { ...world.service, machineClock: world.clock };
    const [mailer] = mailJobs(mailing, transport, { send: async () => ({ kind: "sent" }) });
    while (((await mailer?.run()) ?? 0) > 0);
    return sent;
  };

  it("sends no email that was redirected, inserted, or filled with something else", async () => {
    const mine = await write("ada@acme.example");
    await write("ben@acme.example");
    await assert.rejects(attack(sql`update mails set recipient = 'mallory@evil.example' where ${ours()}`), {
      code: "42501",
    });
    await attack(sql`delete from mails where ${ours()} and mail_id = ${mine}`);
    await attack(sql`
      insert into mails (organization_id, mail_id, kind, recipient, content, created_at)
      select organization_id, ${mine}, kind, 'mallory@evil.example', content, created_at from mails where ${ours()}`);
    await attack(sql`
      insert into mails (organization_id, mail_id, kind, recipient, content, created_at)
      select organization_id, gen_random_uuid(), kind, 'mallory@evil.example', content, created_at from mails
       where ${ours()} and mail_id <> ${mine}`);
    assert.deepEqual(await sendMails(), ["ben@acme.example"]);
    assert.equal(await isReported("mails"), true);
  });

  it("sends no email a second time because it was made to wait again", async () => {
    await write("ada@acme.example");
    assert.deepEqual(await sendMails(), ["ada@acme.example"]);
    await attack(
      sql`update mails set status = 'waiting', sent_at = null, retry_at = null, attempts = 0 where ${ours()}`,
    );
    await write("ben@acme.example");
    assert.deepEqual(await sendMails(), ["ben@acme.example"]);
    assert.equal(await isReported("mails"), true);
  });

  it("allows an invite to be used once, also if it is made open again", async () => {
    const made = await call("/recipients/invites", {
      name: "Marta",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach"],
      requireTaxDocument: false,
      sendEmail: false,
    });
    assert.equal(made.status, 201, made.text);
    const url = `/invites/${made.body.id}`;
    const details = (accountNumber: string) => ({
      electronicRoutingInfo: { accountNumber, routingNumber: "021000021", electronicAccountType: "personalChecking" },
    });
    assert.equal((await browse(world.app, { url, body: details("556677889900") })).status, 204);
    await assert.rejects(
      attack(sql`update recipient_invites set contact_email = 'mallory@evil.example' where ${ours()}`),
      {
        code: "42501",
      },
    );
    await attack(sql`
      update recipient_invites set status = 'created', completed_at = null, recipient_id = null where ${ours()}`);
    assert.equal(
      (await browse(world.app, { url, body: details("666666666666"), address: "10.1.1.1" })).code,
      "inviteUnusable",
    );
    assert.equal(codeOf(await call(`/recipients/invites/${made.body.id}`)), "rowNotProven");
    assert.equal(await isReported("recipient_invites"), true);
  });

  const email = (invoiceId: string) =>
    browse(world.app, { url: `/ar/invoices/${invoiceId}/email`, body: { kind: "invoice" }, cookie });
  const newInvoice = async (more: object = {}) => {
    const customer = await call("/ar/customers", { name: "Globex Corporation", email: "ap@globex.example" });
    assert.equal(customer.status, 200, customer.text);
    const made = await call("/ar/invoices", {
      customerId: customer.body.id,
      destinationAccountId: organization.accountId,
      invoiceDate: "2026-11-20",
      dueDate: "2026-12-20",
      ccEmails: [],
      achDebitEnabled: true,
      creditCardEnabled: false,
      useRealAccountNumber: true,
      sendEmailOption: "DontSend",
      lineItems: [{ name: "Work", quantity: 1, unitPrice: 120 }],
      ...more,
    });
    assert.equal(made.status, 200, made.text);
    return { customerId: customer.body.id as string, ...(made.body as { id: string; slug: string }) };
  };
  const invoiceMails = async () => {
    await runUntilIdle(world.app.jobs);
    const { emails } = (await call("/sandbox/emails")).body;
    return emails
      .filter(({ kind }: { kind: string }) => kind === "invoice")
      .map(({ to }: { to: string }) => to) as readonly string[];
  };

  for (const [what, change] of [
    ["another amount", sql`amount_minor = 1`],
    ["another account holder's copy", sql`cc_emails = '{mallory@evil.example}'`],
    ["a state of the past", sql`status = 'Cancelled', canceled_at = now()`],
    ["another number", sql`invoice_number = 'INV9', number_key = 'INV9'`],
  ] as const)
    it(`shows, sends, and collects no invoice with ${what}`, async () => {
      const { id, slug } = await newInvoice();
      const other = await newInvoice();
      await attack(sql`update invoices set ${change} where ${ours()} and invoice_id = ${id}`);
      assert.equal((await browse(world.app, { url: `/payable-invoices/${slug}` })).code, "rowNotProven");
      assert.equal(codeOf(await call(`/ar/invoices/${id}`)), "rowNotProven");
      assert.equal(codeOf(await email(id)), "rowNotProven");
      assert.equal((await call(`/ar/invoices/${other.id}`)).status, 200);
      assert.deepEqual(await invoiceMails(), []);
      assert.equal(await isReported("invoices"), true);
    });

  it("emails no invoice to a customer whose address was changed, and no letter that was inserted", async () => {
    const { id, customerId } = await newInvoice();
    const other = await newInvoice();
    await attack(sql`
      update invoice_customers set email = 'mallory@evil.example' where ${ours()} and customer_id = ${customerId}`);
    assert.equal(codeOf(await email(id)), "rowNotProven");
    await attack(sql`
      insert into invoice_letters (organization_id, letter_id, invoice_id, kind, addresses, created_at)
      select organization_id, gen_random_uuid(), invoice_id, 'invoice', '{mallory@evil.example}', created_at from invoices where ${ours()}`);
    assert.equal((await email(other.id)).status, 204);
    assert.deepEqual(await invoiceMails(), ["ap@globex.example"]);
    await attack(
      sql`update invoice_letters set status = 'waiting', sent_at = null where ${ours()} and status = 'sent'`,
    );
    assert.deepEqual(await invoiceMails(), ["ap@globex.example"]);
    for (const table of ["invoice_customers", "invoice_letters"]) assert.equal(await isReported(table), true, table);
  });

  it("debits no account that was inserted", async () => {
    const { id } = await newInvoice();
    await attack(sql`
      insert into invoice_debits (organization_id, debit_id, invoice_id, amount_minor, payer_name, routing_number, account_number,
                                  account_number_last4, account_type, authorization_text, authorized_at, address, ask_at)
      select organization_id, gen_random_uuid(), invoice_id, amount_minor, 'Victim', '021000021', '\\x00', '0000', 'checking',
             'I agree', created_at, '1.2.3.4', created_at
        from invoices where ${ours()} and invoice_id = ${id}`);
    await runUntilIdle(world.app.jobs);
    assert.equal(await isReported("invoice_debits"), true);
    assert.equal((await call(`/ar/invoices/${id}`)).body.status, "Unpaid");
    for (const column of ["routing_number", "amount_minor", "payer_name", "authorized_at"])
      await assert.rejects(attack(sql`update invoice_debits set ${{ text: `${column} = ${column}`, values: [] }}`), {
        code: "42501",
      });
  });

  it("collects no debit a second time because it and its invoice were made to wait again", async () => {
    const { id, slug } = await newInvoice();
    const paid = await browse(world.app, {
      url: `/payable-invoices/${slug}/debit`,
      body: {
        payerName: "Globex Corporation",
        routingNumber: "021000021",
        accountNumber: "123456789",
        accountType: "checking",
        amount: 120,
        authorized: true,
      },
    });
    assert.equal(paid.status, 200, paid.text);
    world.clock.set(plusMs(world.clock.now(), 7 * DAY_MS));
    await runUntilIdle(world.app.jobs);
    const balance = async () => (await call(`/account/${organization.accountId}`)).body.availableBalance;
    const before = await balance();
    assert.equal(before, 120);
    await attack(sql`
      update invoices set status = 'Processing', paid_minor = 0, paid_at = null where ${ours()} and invoice_id = ${id}`);
    await attack(sql`
      update invoice_debits set status = 'waiting', collected_at = null, transaction_id = null, trace_number = null,
                                ask_at = authorized_at
       where ${ours()}`);
    await runUntilIdle(world.app.jobs).catch(() => undefined);
    assert.equal(await balance(), before);
    assert.equal(await isReported("invoice_debits"), true);
  });

  it("shows no file in another place or as another one", async () => {
    const url = `/recipient/${organization.recipientId}/attachments`;
    const uploaded = async (text: string): Promise<string> => {
      const made = await inject(world.app, organization.token, { url, ...formOf(pdf(text)) });
      assert.equal(made.status, 200, made.text);
      return made.body.id;
    };
    const [form, other] = [await uploaded("W-9"), await uploaded("Another one")];
    const elsewhere = await organization.newRecipient("Globex");
    await attack(sql`update attachments set owner_id = ${elsewhere} where ${ours()} and attachment_id = ${form}`);
    assert.deepEqual((await call(`/recipient/${elsewhere}/attachments`)).body.attachments, []);
    assert.equal((await call(url)).body.attachments.length, 1);
    assert.ok(other);
    assert.equal(await isReported("attachments"), true);
    for (const column of ["sha256", "object_name", "file_name", "media_type"])
      await assert.rejects(attack(sql`update attachments set ${{ text: `${column} = ${column}`, values: [] }}`), {
        code: "42501",
      });
  });

  it("emails no summary of what someone wrote into the database", async () => {
    const { userId } = await newPerson(world, organization.organizationId);
    await attack(sql`
      insert into notifications (organization_id, user_id, notification_id, kind, subject_type, subject_id, source_id, facts,
                                 created_at, in_digest)
      values (${organization.organizationId}, ${userId}, ${idAt(plusMs(world.clock.now(), -HOUR_MS), 0)}, 'detailsToConfirm', 'recipient',
              ${organization.recipientId}, gen_random_uuid(), '{"name": "Call Mallory", "outcome": "details"}', now(), true)`);
    world.clock.set(plusMs(world.clock.now(), DAY_MS));
    await runUntilIdle(world.app.jobs);
    const { emails } = (await call("/sandbox/emails")).body;
    assert.deepEqual(
      emails.filter(({ kind }: { kind: string }) => kind === "digest"),
      [],
    );
    assert.equal(await isReported("notifications"), true);
  });

  it("has no privilege to change where deposits go", async () => {
    for (const column of ["routing_number", "account_number_last4", "kind", "status", "name", "account_id"])
      await assert.rejects(attack(sql`update accounts set ${{ text: `${column} = ${column}`, values: [] }}`), {
        code: "42501",
      });
    await attack(sql`update accounts set account_number = '\\x00' where ${ours()}`);
    assert.equal(codeOf(await call(`/account/${organization.accountId}`)), "rowNotProven");
    assert.equal(await isReported("accounts"), true);
  });

  it("does not sweep or import as someone set in the database", async () => {
    const accountId = await organization.newAccount("Treasury", "treasury");
    await attack(sql`
      insert into treasury_settings (organization_id, account_id, version, sweep, target_cash_minor, minimum_sweep_minor, updated_at)
      values (${organization.organizationId}, ${accountId}, 1, true, 0, 1, now())`);
    await runUntilIdle(world.app.jobs);
    assert.equal(await isReported("treasury_settings"), true);
  });
});
