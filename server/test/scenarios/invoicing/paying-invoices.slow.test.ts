import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { extractText, getDocumentProxy } from "unpdf";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { waiveSecondFactor } from "#records/identity";
import { verifyLedger } from "#records/ledger/check";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** From the invoice to the money: emails, the pay page, ACH debits, matching, and reminders. */
describe("invoices are paid", () => {
  let person: TestPerson;
  let cookie: string;
  let customerId: string;
  before(async () => {
    // The story takes weeks, and the grace period for a second factor would end.
    await world.service.database.transaction((tx) => waiveSecondFactor(tx, organization.organizationId));
    person = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    cookie = await signedIn(world.app, person);
    customerId = (await call("/ar/customers", { name: "Globex Corporation", email: "ap@globex.example" })).body.id;
  });

  const call = (url: string, body?: unknown, method?: "DELETE") =>
    inject(world.app, organization.token, {
      url,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });
  const act = (url: string, body: object = {}) => browse(world.app, { url, body, cookie });
  const work = () => runUntilIdle(world.app.jobs);
  const newInvoice = (amount: number, more: object = {}) =>
    makeInvoice(world, organization, {
      customerId,
      ccEmails: ["boss@globex.example"],
      lineItems: [{ name: "Work", quantity: 1, unitPrice: amount }],
      ...more,
    });
  const statusOf = async (id: string): Promise<string> => (await call(`/ar/invoices/${id}`)).body.status;
  const activityOf = async (id: string) => (await call(`/ar/invoices/${id}/activity`)).body;
  const deposit = async (amount: number, name: string, memo?: string) => {
    const made = await call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount, name, memo });
    assert.equal(made.status, 200, made.text);
    await work();
    return made.body as { id: string; externalMemo: string | null };
  };
  const mails = async () =>
    (await call("/sandbox/emails")).body.emails as readonly { id: string; to: string; subject: string }[];
  const errorOf = (answer: { body: { errors?: { errorCode: string } } | undefined }) => answer.body?.errors?.errorCode;
  const advance = async (days: number) => {
    world.clock.set(plusMs(world.clock.now(), days * DAY_MS));
    // Sessions do not last as long.
    cookie = await signedIn(world.app, person);
    await work();
  };
  const payer = (amount: number, accountNumber: string) => ({
    payerName: "Globex Corporation",
    routingNumber: "021000021",
    accountNumber,
    accountType: "checking",
    amount,
    authorized: true,
  });

  test("an invoice is emailed with its PDF, and a receipt follows its payment", async () => {
    const invoice = await newInvoice(120, { sendEmailOption: "SendNow", payerMemo: "Thank you\nBcc: x@evil.example" });
    await work();
    const sent = (await mails()).filter(({ subject }) => subject.includes(invoice.invoiceNumber));
    assert.deepEqual(sent.map(({ to }) => to).sort(), ["ap@globex.example", "boss@globex.example"]);
    assert.equal(sent[0]?.subject, `Invoice ${invoice.invoiceNumber} from Acme, Inc.: $120.00 due Dec 20, 2026`);
    const { text } = (await call(`/sandbox/emails/${sent[0]?.id}`)).body;
    assert.ok(text.includes(`/pay/${invoice.slug}`), text);
    const file = await world.app.api.inject({
      url: `/ar/invoices/${invoice.slug}/pdf`,
      headers: { authorization: `Bearer ${organization.token}` },
    });
    assert.equal(file.headers["content-type"], "application/pdf");
    assert.equal(file.headers["content-disposition"], `attachment; filename="invoice-${invoice.invoiceNumber}.pdf"`);
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)), {
      mergePages: true,
    });
    for (const shown of [
      "Invoice",
      invoice.invoiceNumber,
      "$120.00",
      "400000001",
      "Globex Corporation",
      "Bcc: x@evil.example",
    ])
      assert.ok(pages.includes(shown), shown);
    assert.equal((await call("/ar/invoices/nothing/pdf")).status, 404);

    const paid = await deposit(120, "Someone", `thanks for ${invoice.invoiceNumber.toLowerCase()}!`);
    assert.equal(paid.externalMemo, `thanks for ${invoice.invoiceNumber.toLowerCase()}!`);
    assert.equal(await statusOf(invoice.id), "Paid");
    assert.ok(
      (await mails()).some(({ subject }) => subject.startsWith(`Receipt for invoice ${invoice.invoiceNumber}`)),
    );
    const [match] = (await activityOf(invoice.id)).matches;
    await act(`/ar/matches/${match.id}/undo`);
    await act(`/ar/payments/${paid.id}/match`, { matches: [{ invoiceId: invoice.id, amount: 120 }] });
    await work();
    assert.equal(await statusOf(invoice.id), "Paid");
    const receipts = (await mails()).filter(({ subject }) => subject.startsWith("Receipt"));
    assert.equal(receipts.length, 2, "one for each address, although the payment was matched again");
    const kinds = (await activityOf(invoice.id)).timeline.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(
      kinds.sort(),
      ["created", "invoiceEmailed", "matchUndone", "paid", "paymentMatched", "paymentMatched", "receiptEmailed"].sort(),
    );
    assert.equal(errorOf(await act(`/ar/invoices/${invoice.id}/email`, { kind: "reminder" })), "invoiceNotOpen");
  });

  test("payments in part, beyond the amount, and for several invoices; a match can be undone", async () => {
    const [first, second] = [await newInvoice(100), await newInvoice(50)];
    await deposit(30, "X", first.invoiceNumber);
    assert.deepEqual([(await activityOf(first.id)).amountDue, await statusOf(first.id)], [70, "Unpaid"]);
    assert.equal(errorOf(await call(`/ar/invoices/${first.id}/cancel`, {})), "invoiceNotCancellable");
    const over = await deposit(125, "X", `${first.invoiceNumber} ${second.invoiceNumber}`);
    assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["Paid", "Paid"]);
    const credit = await call("/ar/payments?status=credit");
    assert.deepEqual(
      credit.body.payments.map(({ id, amountMatched }: Record<string, unknown>) => [id, amountMatched]),
      [[over.id, 120]],
    );
    const overview = await call("/ar/overview");
    assert.equal(overview.body.credit, 5, overview.text);

    const match = (await activityOf(second.id)).matches[0];
    assert.equal((await act(`/ar/matches/${match.id}/undo`)).status, 200);
    assert.equal(errorOf(await act(`/ar/matches/${match.id}/undo`)), "matchNotActive");
    assert.equal(await statusOf(second.id), "Unpaid");
    const body = { matches: [{ invoiceId: second.id, amount: 50.01 }] };
    assert.equal(errorOf(await act(`/ar/payments/${over.id}/match`, body)), "matchExceedsPayment");
    const again = await act(`/ar/payments/${over.id}/match`, { matches: [{ invoiceId: second.id, amount: 50 }] });
    assert.deepEqual([again.status, again.body["amountMatched"]], [200, 120]);
    assert.equal(errorOf(await act(`/ar/payments/${over.id}/ignore`)), "paymentNotOpen");
  });

  test("the table of transactions finds a deposit by the number of its invoice, for those who may read invoices", async () => {
    const [invoice, other] = [await newInvoice(41), await newInvoice(42)];
    const paid = await deposit(41, "M. Delgado", "on account");
    const found = async (search: string, by = cookie) => {
      const { body } = await browse(world.app, { url: `/activity?search=${search}`, cookie: by });
      const totals = await browse(world.app, { url: `/activity/totals?search=${search}`, cookie: by });
      const ids = body.transactions.map(({ id }: { id: string }) => id);
      assert.equal(totals.body.count, ids.length, "the totals are those of the list");
      return ids;
    };
    assert.deepEqual(await found(invoice.invoiceNumber), [], "it is not matched yet");
    await act(`/ar/payments/${paid.id}/match`, { matches: [{ invoiceId: invoice.id, amount: 41 }] });
    assert.deepEqual(await found(invoice.invoiceNumber), [paid.id]);
    assert.deepEqual(await found(other.invoiceNumber), []);
    const reader = { role: "custom", customPermissions: ["fetchTransactions"] } as const;
    const without = await signedIn(world.app, await newPerson(world, organization.organizationId, reader));
    assert.deepEqual(await found(invoice.invoiceNumber, without), []);
    const [match] = (await activityOf(invoice.id)).matches;
    await act(`/ar/matches/${match.id}/undo`);
    assert.deepEqual(await found(invoice.invoiceNumber), [], "the match was undone");
    // Nothing open is left for the other stories.
    await act(`/ar/payments/${paid.id}/match`, { matches: [{ invoiceId: invoice.id, amount: 41 }] });
    assert.equal((await call(`/ar/invoices/${other.id}/cancel`, {})).status, 200);
  });

  test("a click too many does not match a second part of the payment with the same invoice", async () => {
    const invoice = await newInvoice(100);
    const payment = await deposit(90, "Nobody");
    const body = { matches: [{ invoiceId: invoice.id, amount: 30 }] };
    assert.equal((await act(`/ar/payments/${payment.id}/match`, body)).status, 200);
    const again = await act(`/ar/payments/${payment.id}/match`, body);
    assert.equal(errorOf(again), "invalidRequest", again.text);
    const { amountPaid, matches } = await activityOf(invoice.id);
    assert.deepEqual([amountPaid, matches.length], [30, 1]);
    assert.equal((await act(`/ar/matches/${matches[0].id}/undo`)).status, 200);
    assert.equal((await call(`/ar/invoices/${invoice.id}/cancel`, {})).status, 200);
  });

  test("a payment that arrives before its invoice pays it, if its memo has the number", async () => {
    const early = await deposit(64, "Globex Corporation", "order EARLY-64");
    await deposit(64, "Globex Corporation", "in advance");
    assert.equal((await call(`/ar/payments/${early.id}/suggestions`)).body.suggestions.length, 0);
    const other = await newInvoice(64);
    await work();
    assert.equal(await statusOf(other.id), "Unpaid", "equal amounts are not enough");
    const named = await newInvoice(64, { invoiceNumber: "EARLY-64" });
    await work();
    assert.equal(await statusOf(named.id), "Paid");
    const { matches } = await activityOf(named.id);
    assert.deepEqual([matches.length, matches[0].transactionId, matches[0].source], [1, early.id, "automatic"]);
    assert.equal((await call(`/ar/invoices/${other.id}/cancel`, {})).status, 200);
  });

  test("an unclear payment is suggested to a person, never matched", async () => {
    const [first] = [await newInvoice(77), await newInvoice(77)];
    const unclear = await deposit(77, "Globex Corporation");
    assert.equal(await statusOf(first.id), "Unpaid");
    const { suggestions } = (await call(`/ar/payments/${unclear.id}/suggestions`)).body;
    assert.deepEqual(
      suggestions.slice(0, 2).map(({ amount }: { amount: number }) => amount),
      [77, 77],
    );
    assert.equal((await act(`/ar/payments/${unclear.id}/ignore`)).body["status"], "ignored");
    assert.equal((await act(`/ar/payments/${unclear.id}/restore`)).body["status"], "open");
    const matched = await act(`/ar/payments/${unclear.id}/match`, { matches: [{ invoiceId: first.id, amount: 77 }] });
    assert.equal(matched.status, 200, matched.text);
    assert.equal(await statusOf(first.id), "Paid");
    const more = { matches: [{ invoiceId: first.id, amount: 1 }] };
    assert.equal(errorOf(await act(`/ar/payments/${unclear.id}/match`, more)), "invoiceNotOpen");
  });

  test("a payment under a near name is offered its invoice in part, and nobody else's", async () => {
    const customer = await call("/ar/customers", { name: "Juniper Street Market", email: "ap@juniper.example" });
    const invoice = await newInvoice(12_000, { customerId: customer.body.id });
    const payment = await deposit(8_000, "Juniper Street Market, Inc.");
    const other = await deposit(12_000, "Street Vendors");
    assert.equal(await statusOf(invoice.id), "Unpaid", "a near name is not enough to match it automatically");
    const { payments } = (await call("/ar/payments?status=open&suggestions=true")).body;
    const suggested = (id: string) =>
      payments
        .find((listed: { id: string }) => listed.id === id)
        .suggestedMatches.map((match: { invoice: { id: string }; amount: number }) => [match.invoice.id, match.amount]);
    assert.deepEqual(suggested(payment.id), [[invoice.id, 8_000]]);
    assert.deepEqual(suggested(other.id), []);
    const without = (await call("/ar/payments?status=open")).body.payments[0];
    assert.equal("suggestedMatches" in without, false);
    const figures = await browse(world.app, { url: `/ar/customer-figures?customerId=${customer.body.id}`, cookie });
    const { openInvoices, amountDue } = figures.body["customers"][0];
    assert.deepEqual([openInvoices, amountDue], [1, 12_000]);
    const aged = await call(`/ar/invoice-rows?age=current&customerId=${customer.body.id}`);
    assert.deepEqual(
      aged.body.invoices.map(({ id }: { id: string }) => id),
      [invoice.id],
    );
    assert.equal((await call(`/ar/invoice-rows?age=days1To30&customerId=${customer.body.id}`)).body.invoices.length, 0);
    const accepted = await act(`/ar/payments/${payment.id}/match`, {
      matches: [{ invoiceId: invoice.id, amount: 8_000 }],
    });
    assert.equal(accepted.status, 200, accepted.text);
    assert.equal((await activityOf(invoice.id)).amountDue, 4_000);
  });

  const page = (slug: string) => `/payable-invoices/${slug}`;
  const visit = async (url: string, body?: object) => {
    const answer = await world.app.api.inject({
      method: body === undefined ? "GET" : "POST",
      url,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json(), text: answer.body };
  };

  test("the customer pays by ACH debit, once, even when clicking twice", async () => {
    const invoice = await newInvoice(250);
    const shown = await visit(page(invoice.slug));
    assert.equal(shown.status, 200, shown.text);
    assert.deepEqual(shown.body.transfer, {
      beneficiary: "Acme, Inc.",
      routingNumber: "021000021",
      accountNumber: "400000001",
      reference: invoice.invoiceNumber,
    });
    assert.ok(!shown.text.includes(organization.organizationId) && !shown.text.includes(organization.accountId));
    const url = `${page(invoice.slug)}/debit`;
    const wrong = await visit(url, { ...payer(250, "12"), routingNumber: "021000022" });
    assert.deepEqual(
      wrong.body.errors.fields.map(({ path }: { path: string }) => path),
      ["routingNumber", "accountNumber"],
    );
    assert.equal((await visit(url, payer(249, "123456789"))).body.errors.fields[0].path, "amount");
    const both = await Promise.all([visit(url, payer(250, "123456789")), visit(url, payer(250, "123456789"))]);
    assert.deepEqual(
      both.map(({ status, body }) => [status, body.status]),
      [
        [200, "Processing"],
        [200, "Processing"],
      ],
    );
    assert.equal(errorOf(await visit(url, payer(250, "987654321"))), "debitUnavailable");
    assert.equal(errorOf(await call(`/ar/invoices/${invoice.id}/cancel`, {})), "invoiceNotCancellable");
    await advance(1);
    assert.equal(await statusOf(invoice.id), "Processing", "held while most returns arrive");
    await advance(6);
    assert.equal(await statusOf(invoice.id), "Paid");
    const { matches, timeline } = await activityOf(invoice.id);
    assert.deepEqual([matches.length, matches[0].source, matches[0].canUndo], [1, "achDebit", false]);
    assert.equal(errorOf(await act(`/ar/matches/${matches[0].id}/undo`)), "matchNotActive");
    assert.ok(!JSON.stringify(timeline).includes("123456789"), "only the last digits of the account");
    const money = (await call(`/transaction/${matches[0].transactionId}`)).body;
    assert.deepEqual([money.amount, money.kind, money.status], [250, "externalTransfer", "sent"]);
  });

  test("a match undone while a debit for the rest is on its way leaves its part due", async () => {
    const invoice = await newInvoice(100);
    await deposit(40, "X", invoice.invoiceNumber);
    await visit(`${page(invoice.slug)}/debit`, payer(60, "123456789"));
    const [match] = (await activityOf(invoice.id)).matches;
    const undone = await act(`/ar/matches/${match.id}/undo`);
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual([await statusOf(invoice.id), (await activityOf(invoice.id)).amountDue], ["Processing", 100]);
    await advance(7);
    assert.deepEqual([await statusOf(invoice.id), (await activityOf(invoice.id)).amountDue], ["Unpaid", 40]);
    const rest = await deposit(40, "X", invoice.invoiceNumber);
    assert.equal(await statusOf(invoice.id), "Paid", rest.id);
  });

  test("a returned debit makes the invoice due again, early or late", async () => {
    const early = await newInvoice(80);
    await visit(`${page(early.slug)}/debit`, payer(80, "9902000001"));
    await advance(7);
    const { body } = await visit(page(early.slug));
    assert.deepEqual([body.status, body.debit.latest.status, body.debit.isOffered], ["Unpaid", "returned", true]);
    assert.match(body.debit.latest.returnReason, /^R01/);

    const late = await newInvoice(60);
    await visit(`${page(late.slug)}/debit`, payer(60, "9902000010"));
    await advance(5);
    assert.equal(await statusOf(late.id), "Paid");
    const before = (await call(`/account/${organization.accountId}`)).body.availableBalance;
    await advance(10);
    assert.equal(await statusOf(late.id), "Unpaid");
    assert.equal((await call(`/account/${organization.accountId}`)).body.availableBalance, before - 60);
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  test("an unknown link is refused, and an invoice without debit or with a changed amount, too", async () => {
    const invoice = await newInvoice(10, { achDebitEnabled: false });
    const last = invoice.slug.endsWith("A") ? "B" : "A";
    for (const slug of [`${invoice.slug.slice(0, -1)}${last}`, "nothing"])
      assert.equal(errorOf(await visit(page(slug))), "payLinkUnusable");
    // More than the documents that may wait for the thread that draws them.
    const files = await Promise.all(
      Array.from({ length: 40 }, () => world.app.api.inject({ url: `${page(invoice.slug)}/pdf` })),
    );
    assert.deepEqual([...new Set(files.map(({ statusCode }) => statusCode))], [200], "one is drawn for all of them");
    const guesses = await Promise.all(Array.from({ length: 60 }, () => visit(page("nothing"))));
    assert.ok(
      guesses.some((answer) => errorOf(answer) === "tooManySignIns"),
      "guessing is throttled",
    );
    assert.equal((await visit(page(invoice.slug))).status, 200, "for guessers, not for customers in their network");
    await signedIn(world.app, person);
    assert.equal(errorOf(await visit(`${page(invoice.slug)}/debit`, payer(10, "123456789"))), "debitUnavailable");
  });

  test("an amount that was changed in the database is neither shown nor matched", async () => {
    const { organizationId } = organization;
    const invoice = await newInvoice(33);
    const payment = await deposit(1, "Nobody");
    await world.owner().run(sql`
      update invoices set amount_minor = 1 where organization_id = ${organizationId} and invoice_id = ${invoice.id}`);
    assert.equal(errorOf(await visit(page(invoice.slug))), "rowNotProven");
    await world.owner().run(sql`
      update invoices set amount_minor = 3300 where organization_id = ${organizationId} and invoice_id = ${invoice.id}`);
    assert.equal((await visit(page(invoice.slug))).status, 200);
    await world.owner().run(sql`
      update incoming_payments set amount_minor = 3300
       where organization_id = ${organizationId} and transaction_id = ${payment.id}`);
    const match = { matches: [{ invoiceId: invoice.id, amount: 33 }] };
    assert.equal((await act(`/ar/payments/${payment.id}/match`, match)).status, 500);
    assert.equal(await statusOf(invoice.id), "Unpaid");
    await world.owner().run(sql`
      update incoming_payments set amount_minor = 100
       where organization_id = ${organizationId} and transaction_id = ${payment.id}`);
  });

  test("reminders follow the settings, each once", async () => {
    const settings = (await call("/ar/settings")).body;
    const change = { version: settings.version, remindersOn: true, reminderDays: [3, -1, 3], automaticMatching: true };
    const changed = await act("/ar/settings", change);
    assert.deepEqual(changed.body["reminderDays"], [-1, 3], changed.text);
    assert.equal(errorOf(await act("/ar/settings", change)), "invoiceSettingsChanged");
    const today = world.clock.now().toISOString().slice(0, 10);
    const due = plusMs(world.clock.now(), 5 * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const invoice = await newInvoice(99, {
      invoiceDate: today,
      dueDate: due,
      sendEmailOption: "SendNow",
      ccEmails: [],
    });
    await work();
    const about = async () =>
      (await mails()).flatMap(({ subject }) =>
        subject.includes(invoice.invoiceNumber) ? [subject.split(":")[0] ?? ""] : [],
      );
    assert.equal((await about()).length, 1);
    await advance(5);
    assert.deepEqual((await about())[0], "Reminder");
    await advance(5);
    assert.deepEqual(await about(), ["Overdue", "Reminder", `Invoice ${invoice.invoiceNumber} from Acme, Inc.`]);
    await advance(20);
    assert.equal((await about()).length, 3);
    const rows = await call(`/ar/invoice-rows?status=overdue&search=${invoice.invoiceNumber}`);
    assert.deepEqual([rows.body.invoices.length, rows.body.invoices[0]?.isOverdue], [1, true]);
    assert.equal((await act(`/ar/invoices/${invoice.id}/email`, { kind: "reminder" })).status, 204);
    await work();
    assert.equal((await about()).length, 4);
  });

  // The last one: it takes three months.
  test("a link ends when it is renewed, and 90 days after the due date; an email always has one that works", async () => {
    const invoice = await newInvoice(75);
    const linkIn = async (count: number) => {
      await work();
      const all = (await mails()).filter(({ subject }) => subject.includes(invoice.invoiceNumber));
      assert.equal(all.filter(({ to }) => to === "ap@globex.example").length, count);
      const [{ id } = { id: "" }] = all;
      const { text } = (await call(`/sandbox/emails/${id}`)).body as { text: string };
      return /\/pay\/([\w-]+)/.exec(text)?.[1] ?? "";
    };
    const renew = () => browse(world.app, { method: "POST", url: `/ar/invoices/${invoice.id}/renew-link`, cookie });
    const viewer = await newPerson(world, organization.organizationId, { role: "viewer" });
    const asViewer = { method: "POST", cookie: await signedIn(world.app, viewer) } as const;
    assert.equal((await browse(world.app, { ...asViewer, url: `/ar/invoices/${invoice.id}/renew-link` })).status, 403);

    assert.equal((await visit(page(invoice.slug))).status, 200);
    assert.equal((await renew()).status, 204);
    const second = await linkIn(1);
    assert.notEqual(second, invoice.slug);
    assert.equal((await call(`/ar/invoices/${invoice.id}`)).body.slug, second);
    assert.equal((await visit(page(second))).status, 200);
    assert.equal(errorOf(await visit(page(invoice.slug))), "payLinkUnusable", "the link from before");
    assert.equal(errorOf(await visit(`${page(invoice.slug)}/debit`, payer(75, "123456789"))), "payLinkUnusable");
    assert.equal((await call(`/ar/invoices/${invoice.slug}/pdf`)).status, 404);
    assert.equal((await call(`/ar/invoices/${second}/pdf`)).status, 200);
    // A number of a later link, without its keyed hash.
    const bytes = Buffer.from(second, "base64url");
    bytes.writeUIntBE(3, 32, 3);
    assert.equal(errorOf(await visit(page(bytes.toString("base64url")))), "payLinkUnusable");
    const log = await world.owner().many<{ action: string }>(sql`
      select action from audit_log where resource_id = ${invoice.id} and action like 'invoice.%Link'`);
    assert.deepEqual(log, [{ action: "invoice.renewLink" }]);

    const shown = await browse(world.app, { url: `/ar/invoices/${invoice.id}/activity`, cookie });
    const { payLinkExpiresAt, allowedActions } = shown.body;
    assert.ok(allowedActions.includes("renewLink"));
    const expires = Math.ceil((Date.parse(payLinkExpiresAt) - world.clock.now().getTime()) / DAY_MS);
    assert.ok(expires > 85, payLinkExpiresAt);
    await advance(expires);
    assert.equal(errorOf(await visit(page(second))), "payLinkUnusable", "it has expired");
    assert.equal((await act(`/ar/invoices/${invoice.id}/email`, { kind: "reminder" })).status, 204);
    await work();
    const third = (await call(`/ar/invoices/${invoice.id}`)).body.slug;
    assert.notEqual(third, second);
    assert.equal((await visit(page(third))).status, 200, "the reminder has a link that works");
  });
});
