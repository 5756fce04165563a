import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runUntilIdle } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { verifyLedger } from "#records/ledger/check";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { invoiceNumbers, wrongDays, wrongInvoices, wrongPayments } from "../../kit/invoicing/invoices.queries.ts";
import { debitBody, invoiceContent, type MadeInvoice, makeInvoice } from "../../kit/invoicing/invoices.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const world = await openWorldOfFile();

/**
 * Law 35: numbers have no gaps, an invoice is paid exactly when the payments matched with it cover it, and no part of a
 * payment counts twice, whatever people, jobs, and two nodes do at the same time.
 */
describe("invoices are numbered without gaps and paid once", () => {
  let node: App;
  let organization: TestOrganization;
  let cookie: string;
  before(async () => {
    node = await world.anotherNode();
    organization = await world.newOrganization();
    cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
  });

  /** Repeated after 503: one number after the other is taken, and on a slow server some wait too long. */
  const create = async (app: App, customerId: string, more: object = {}) => {
    const body = {
      ...invoiceContent,
      customerId,
      destinationAccountId: organization.accountId,
      sendEmailOption: "DontSend",
      ...more,
    };
    for (;;) {
      const answer = await inject(app, organization.token, { url: "/ar/invoices", body });
      if (answer.status !== 503) return answer;
    }
  };

  test("numbers have no gaps, although two nodes create invoices at once and some are rolled back", async () => {
    const { customerId } = await makeInvoice(world, organization);
    const copies = Array.from({ length: 10 }, (_, at) => `copy${at}@globex.example`);
    // The limit on emails is checked after the number is taken, so the later ones are rolled back.
    const mailed = Array.from({ length: 60 }, (_, at) =>
      create(at % 2 === 0 ? world.app : node, customerId, { ccEmails: copies, sendEmailOption: "SendNow" }),
    );
    const others = Array.from({ length: 20 }, (_, at) => create(at % 2 === 0 ? node : world.app, customerId));
    const own = [
      create(node, customerId, { invoiceNumber: "inv-0009" }),
      create(world.app, customerId, { invoiceNumber: "INV 0009" }),
    ];
    const statuses = (await Promise.all([...mailed, ...others, ...own])).map(({ status }) => status);
    assert.ok(statuses.includes(429), "some were rolled back after they took a number");
    assert.ok(
      own.length === 2 && statuses.slice(-2).some((status) => status === 400),
      `a number is used once: ${statuses.slice(-2).join()}`,
    );
    const made = (await invoiceNumbers(world.service.database, organization.organizationId)).map((row) =>
      Number(row.invoice_number.replaceAll(/\D/g, "")),
    );
    assert.equal(made.length, 1 + statuses.filter((status) => status === 200).length);
    assert.deepEqual(
      made,
      Array.from({ length: made.length }, (_, at) => at + 1),
    );
  });

  /** Without the emails, which have scenarios of their own. */
  const work = (app: App) =>
    runUntilIdle(app.jobs.filter(({ name }) => name === "incoming-payments" || name === "invoice-debits"));
  const act = async (url: string, body: object = {}) => {
    const answer = await browse(world.app, { url, body, cookie });
    assert.ok(answer.status < 500, `${url}: ${answer.text}`);
    return answer;
  };
  const consistent = async () => {
    const { database } = world.service;
    assert.deepEqual(await wrongInvoices(database, organization.organizationId), []);
    assert.deepEqual(await wrongPayments(database, organization.organizationId), []);
    assert.deepEqual(await wrongDays(database, organization.organizationId), []);
  };

  test("one payment matched by two people at once counts once", async () => {
    const [first, second] = [await makeInvoice(world, organization), await makeInvoice(world, organization)];
    const url = `/sandbox/accounts/${organization.accountId}/deposit`;
    const { body } = await inject(world.app, organization.token, { url, body: { amount: 100, name: "Unknown" } });
    await work(world.app);
    const matches = [first, second, first].map(({ id }) =>
      act(`/ar/payments/${body.id}/match`, { matches: [{ invoiceId: id, amount: 100 }] }),
    );
    const statuses = (await Promise.all(matches)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
    await consistent();
  });

  test("random deposits, matches, undone matches, debits, and returns leave consistent books", async () => {
    const random = seeded(testSeed("law 35"));
    const below = (count: number): number => Math.floor(random() * count);
    const pick = <T>(from: readonly T[]): T => from[below(from.length)] ?? assert.fail("nothing to pick");
    const invoices: MadeInvoice[] = [];
    const deposits: string[] = [];
    const steps: readonly (() => Promise<unknown>)[] = [
      async () =>
        void invoices.push(
          await makeInvoice(world, organization, {
            lineItems: [{ name: "W", quantity: 1, unitPrice: 10 + below(90) }],
          }),
        ),
      async () => {
        const memo =
          invoices.length === 0
            ? ""
            : `${pick(invoices).invoiceNumber} ${below(3) === 0 ? pick(invoices).invoiceNumber : ""}`;
        const body = { amount: 1 + below(150), name: pick(["Globex Corporation", "Other"]), memo };
        const url = `/sandbox/accounts/${organization.accountId}/deposit`;
        deposits.push((await inject(world.app, organization.token, { url, body })).body.id);
      },
      async () =>
        deposits.length > 0 &&
        invoices.length > 0 &&
        act(`/ar/payments/${pick(deposits)}/match`, {
          matches: [{ invoiceId: pick(invoices).id, amount: 1 + below(60) }],
        }),
      async () => {
        if (invoices.length === 0) return;
        const { body } = await inject(world.app, organization.token, {
          url: `/ar/invoices/${pick(invoices).id}/activity`,
        });
        for (const { id } of body.matches.slice(0, 1)) {
          const undone = await act(`/ar/matches/${id}/undo`);
          assert.ok(undone.status < 500, undone.text);
        }
      },
      async () => {
        if (invoices.length === 0) return;
        const { slug } = pick(invoices);
        const { amountDue } = (await world.app.api.inject({ url: `/payable-invoices/${slug}` })).json();
        const accountNumber = pick(["77555566667777", "9902000001"]);
        const payload = { ...debitBody, amount: amountDue || 1, accountNumber };
        await Promise.all(
          [world.app, node].map((app) =>
            app.api.inject({ method: "POST", url: `/payable-invoices/${slug}/debit`, payload }),
          ),
        );
      },
      async () =>
        invoices.length > 0 &&
        inject(world.app, organization.token, { url: `/ar/invoices/${pick(invoices).id}/cancel`, body: {} }),
      async () => {
        if (deposits.length === 0) return;
        const url = `/sandbox/transactions/${pick(deposits)}/return`;
        const answers = await Promise.all(
          [world.app, node].map((app) => inject(app, organization.token, { url, body: {} })),
        );
        for (const { status, text } of answers) assert.ok(status < 500, text);
      },
      async () => Promise.all([work(world.app), work(node)]),
    ];
    for (let turn = 0; turn < (long ? 600 : 20); turn += 1) await pick(steps)();
    world.clock.set(new Date(world.clock.now().getTime() + 7 * 86_400_000));
    await Promise.all([work(world.app), work(node)]);
    await consistent();
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });

  const call = (url: string, body?: unknown) =>
    inject(world.app, organization.token, { url, ...(body === undefined ? {} : { body }) });
  const activityOf = async (id: string) => (await call(`/ar/invoices/${id}/activity`)).body;
  const statusOf = async (id: string): Promise<string> => (await call(`/ar/invoices/${id}`)).body.status;
  const deposit = async (amount: number, name: string, memo: string) => {
    const made = await call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount, name, memo });
    assert.equal(made.status, 200, made.text);
    await work(world.app);
    return made.body as { id: string };
  };
  const page = (slug: string) => `/payable-invoices/${slug}`;
  const errorOf = (answer: { body: { errors?: { errorCode: string } } | undefined }) => answer.body?.errors?.errorCode;

  test("a returned deposit makes everything that it paid due again", async () => {
    // Sessions have ended.
    cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    const { customerId } = await makeInvoice(world, organization);
    const newInvoice = (unitPrice: number) =>
      makeInvoice(world, organization, { customerId, lineItems: [{ name: "W", quantity: 1, unitPrice }] });
    const [part, over, other] = [await newInvoice(100), await newInvoice(40), await newInvoice(30)];
    const first = await deposit(25, "X", part.invoiceNumber);
    const second = await deposit(60, "X", over.invoiceNumber);
    const credit = { matches: [{ invoiceId: other.id, amount: 20 }] };
    assert.equal((await act(`/ar/payments/${second.id}/match`, credit)).status, 200);
    // The rest of the first is on its way by debit when its deposit is returned.
    const payload = { ...debitBody, amount: 75 };
    const url75 = `${page(part.slug)}/debit`;
    assert.equal((await world.app.api.inject({ method: "POST", url: url75, payload })).statusCode, 200);
    await work(world.app);
    const balance = async () => (await call(`/account/${organization.accountId}`)).body.availableBalance;
    const before = await balance();
    const url = `/sandbox/transactions/${second.id}/return`;
    const returned = await inject(world.app, organization.token, {
      url,
      body: {},
      headers: { "idempotency-key": "return-1" },
    });
    assert.deepEqual(
      [returned.body.amount, returned.body.kind, returned.body.status, returned.body.bankDescription],
      [-60, "externalTransfer", "sent", "Returned deposit from X"],
    );
    assert.match(returned.body.note, /^R06: /);
    const again = await inject(world.app, organization.token, {
      url,
      body: {},
      headers: { "idempotency-key": "return-1" },
    });
    assert.deepEqual([again.body.id, again.headers["idempotent-replayed"]], [returned.body.id, "true"]);
    assert.equal(errorOf(await call(url, {})), "alreadyReturned");
    assert.equal(errorOf(await call(`/sandbox/transactions/${returned.body.id}/return`, {})), "notPossibleNow");
    assert.equal(errorOf(await call(`/sandbox/transactions/${first.id}/fail`, {})), "notPossibleNow");
    assert.equal((await call(`/sandbox/transactions/${first.id}/return`, { code: "R10" })).status, 200);
    await work(world.app);
    assert.equal(await balance(), before - 85);
    assert.deepEqual(
      (await call(`/transaction/${second.id}`)).body.relatedTransactions.map(
        ({ id, amount, relationKind }: Record<string, unknown>) => [id, amount, relationKind],
      ),
      [[returned.body.id, -60, "OriginalTransactionToReturn"]],
    );
    for (const { id } of [over, other])
      assert.deepEqual([await statusOf(id), (await activityOf(id)).amountPaid], ["Unpaid", 0]);
    assert.deepEqual([await statusOf(part.id), (await activityOf(part.id)).amountDue], ["Processing", 100]);
    const { detail } = (await activityOf(other.id)).timeline.find(
      ({ kind }: { kind: string }) => kind === "matchUndone",
    );
    assert.equal(detail, "$20.00: the payer's bank returned the payment");
    const audit = { url: `/audit?resourceType=invoice&resourceId=${over.id}`, cookie };
    const audited = (await browse(world.app, audit)).body;
    assert.ok(JSON.stringify(audited).includes("invoice.reopen"), "reopening is in the audit log");
    world.clock.set(new Date(world.clock.now().getTime() + 7 * 86_400_000));
    await work(world.app);
    assert.deepEqual([await statusOf(part.id), (await activityOf(part.id)).amountDue], ["Unpaid", 25]);
    // The debit's own deposit is returned by the bank as well.
    const debited = (await activityOf(part.id)).matches.find(({ source }: { source: string }) => source === "achDebit");
    assert.equal((await call(`/sandbox/transactions/${debited.transactionId}/return`, { code: "R10" })).status, 200);
    await work(world.app);
    const { debit } = (await world.app.api.inject({ url: page(part.slug) })).json();
    assert.deepEqual([debit.latest.status, (await activityOf(part.id)).amountDue], ["reversed", 100]);
    await consistent();
    assert.deepEqual((await verifyLedger(world.service.database)).differences, []);
  });
});
