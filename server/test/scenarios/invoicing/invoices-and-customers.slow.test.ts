import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { findCustomer } from "#payments/invoicing/customers/customers.queries.ts";
import { setPlan } from "#records/identity";
import { pdf } from "../../kit/files/sample-files.ts";
import { customerBody, invoiceContent, makeInvoice } from "../../kit/invoicing/invoices.ts";
import { inject, openWorldOfFile, operator } from "../../kit/service/full-app.ts";
import { formOf } from "../../kit/service/upload.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/** Customers and invoices over the API (wire contract §4.15). */
describe("customers and invoices", () => {
  const call = (url: string, body?: unknown, method?: "DELETE" | "PATCH") =>
    inject(world.app, organization.token, {
      url,
      ...(body === undefined ? {} : { body }),
      ...(method ? { method } : {}),
    });
  const address = {
    name: "Globex Corporation",
    address1: "500 Terry Francois St",
    city: "San Francisco",
    region: "CA",
    postalCode: "94158",
    country: "US",
  };
  const newCustomer = async (name = "Globex Corporation") =>
    (await call("/ar/customers", { name, email: "billing@globex.example", address })).body as { id: string };
  const invoice = (customerId: string, more: object = {}) => ({
    customerId,
    destinationAccountId: organization.accountId,
    invoiceDate: "2026-11-20",
    dueDate: "2026-12-20",
    ccEmails: [],
    achDebitEnabled: true,
    creditCardEnabled: false,
    useRealAccountNumber: true,
    sendEmailOption: "DontSend",
    lineItems: [
      { name: "Consulting", quantity: 2.5, unitPrice: 150 },
      { name: "Hardware", quantity: 3, unitPrice: 49.95, salesTaxRate: 8.875 },
      { name: "Loyal customer", quantity: 1, unitPrice: -25, salesTaxRate: 8.875 },
    ],
    ...more,
  });

  test("requires a plan", async () => {
    const poor = await world.newOrganization();
    await world.service.database.transaction((tx) =>
      setPlan(world.service, tx, { organizationId: poor.organizationId, plan: "free", actor: operator }),
    );
    for (const at of [
      { url: "/ar/customers" },
      { url: "/ar/invoices", body: {} },
      { url: `/api/v1/ar/invoices/${UNKNOWN}` },
    ]) {
      const refused = await inject(world.app, poor.token, at);
      assert.deepEqual([refused.status, refused.body.errors.errorCode], [403, "subscriptionRequired"], at.url);
    }
  });

  test("customers are added, replaced, deleted, and still readable", async () => {
    const made = await call("/ar/customers", { name: "Initech", email: "ap@initech.example", idempotencyKey: "c1" });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(made.body, {
      id: made.body.id,
      name: "Initech",
      email: "ap@initech.example",
      address: null,
      deletedAt: null,
    });
    const again = await call("/ar/customers", { name: "Initech", email: "ap@initech.example", idempotencyKey: "c1" });
    assert.equal(again.text, made.text);
    const url = `/ar/customers/${made.body.id}`;
    const changed = await call(url, {
      name: "Initech LLC",
      email: "ap@initech.example",
      address,
      resendOpenInvoices: false,
    });
    const { name: _, ...shown } = address;
    assert.deepEqual(changed.body.address, { ...shown, address2: null });
    const blank = await call(url, { name: " ", email: "nobody", resendOpenInvoices: false });
    assert.deepEqual([blank.status, blank.body.errors.errorCode], [400, "invalidRequest"]);
    const deleted = await call(url, undefined, "DELETE");
    assert.deepEqual(
      [deleted.status, deleted.text, deleted.headers["content-type"]],
      [200, "null", "application/json; charset=utf-8"],
    );
    assert.equal((await call(url, undefined, "DELETE")).status, 200);
    assert.ok((await call(url)).body.deletedAt);
    const { body } = await call("/ar/customers");
    assert.ok(!body.customers.some(({ id }: { id: string }) => id === made.body.id));
    const refused = await call("/ar/invoices", invoice(made.body.id));
    assert.equal(refused.body.errors.fields[0].path, "customerId");
    assert.equal((await call(`/ar/customers/${UNKNOWN}`)).status, 404);
  });

  test("an invoice adds up its rounded lines and taxes, and takes the next number", async () => {
    const { id } = await newCustomer();
    const first = await call("/ar/invoices", invoice(id, { idempotencyKey: "i1" }));
    assert.equal(first.status, 200, first.text);
    // 375.00 + 149.85 + 13.30 - 25.00 - 2.22
    assert.equal(first.body.amount, 510.93);
    assert.equal(first.body.status, "Unpaid");
    assert.match(first.body.slug, /^[\w-]{64}$/);
    assert.equal(first.body.invoiceNumber, "INV-0001");
    assert.equal((await call("/ar/invoices", invoice(id, { idempotencyKey: "i1" }))).text, first.text);
    assert.equal(
      (await call("/ar/invoices", invoice(id, { invoiceNumber: "inv 0002" }))).body.invoiceNumber,
      "inv 0002",
    );
    assert.equal(
      (await call("/ar/invoices", invoice(id))).body.invoiceNumber,
      "INV-0003",
      "a number in use is skipped",
    );
    const twice = await call("/ar/invoices", invoice(id, { invoiceNumber: "INV0001" }));
    assert.equal(twice.body.errors.fields[0].path, "invoiceNumber");
    const shouted = invoice(id.toUpperCase(), { destinationAccountId: organization.accountId.toUpperCase() });
    const quiet = await call("/ar/invoices", shouted);
    assert.deepEqual((await call(`/ar/invoices/${quiet.body.id}`)).body, quiet.body, "ids in upper case");
    const { lineItems, servicePeriodStartDate, servicePeriodEndDate, ...summary } = first.body;
    assert.equal(lineItems.length, 3);
    assert.deepEqual([servicePeriodStartDate, servicePeriodEndDate], [null, null]);
    const list = await call("/ar/invoices?limit=1");
    assert.deepEqual(list.body, { invoices: [summary], page: { nextPage: summary.id } });
    assert.equal(
      (await call(`/ar/invoices?start_after=${summary.id}&status=Unpaid&customerId=${id}`)).body.invoices.length,
      3,
    );
    const open = await call(`/ar/invoices?customerId=${(await newCustomer("Hooli")).id}`);
    assert.deepEqual(open.body, { invoices: [], page: {} }, "of another customer");
    assert.deepEqual((await call("/ar/invoices?status=Paid")).body.invoices, []);
    const named = await call("/ar/customers?search=HOOL");
    assert.deepEqual(
      named.body.customers.map(({ name }: { name: string }) => name),
      ["Hooli"],
    );
  });

  test("refuses wrong invoices with the field", async () => {
    const { id } = await newCustomer();
    const treasury = await organization.newAccount("Treasury", "treasury");
    const line = { name: "Work", quantity: 1, unitPrice: 10 };
    const cases: readonly (readonly [more: object, path: string])[] = [
      [{ dueDate: "2026-11-19" }, "dueDate"],
      [{ invoiceDate: "1999-12-31" }, "invoiceDate"],
      [{ destinationAccountId: treasury }, "destinationAccountId"],
      [{ customerId: UNKNOWN }, "customerId"],
      [{ lineItems: [] }, "lineItems"],
      [{ lineItems: [{ ...line, unitPrice: 0.005 }] }, "lineItems.0.unitPrice"],
      [{ lineItems: [{ ...line, quantity: 0.00001 }] }, "lineItems.0.quantity"],
      [{ lineItems: [{ ...line, salesTaxRate: 8.12345 }] }, "lineItems.0.salesTaxRate"],
      [{ lineItems: [line, { ...line, unitPrice: -10 }] }, "lineItems"],
      [
        {
          lineItems: [
            { ...line, salesTaxRate: 100 },
            { ...line, unitPrice: -15 },
          ],
        },
        "lineItems",
      ],
      [
        { lineItems: [-1, 1].map((sign) => ({ ...line, quantity: 3, unitPrice: sign * 333_333_333.34 })) },
        "lineItems.0.quantity",
      ],
      [{ currencyCode: "EUR" }, "currencyCode"],
      [{ ccEmails: ["nobody"] }, "ccEmails.0"],
      [{ payerMemo: "a\u202eb" }, "payerMemo"],
      [{ servicePeriodStartDate: "2026-11-02", servicePeriodEndDate: "2026-11-01" }, "servicePeriodEndDate"],
    ];
    for (const [more, path] of cases) {
      const refused = await call("/ar/invoices", invoice(id, more));
      assert.deepEqual([refused.status, refused.body.errors?.fields?.[0].path], [400, path], refused.text);
    }
    const card = await call("/ar/invoices", invoice(id, { creditCardEnabled: true }));
    assert.deepEqual([card.status, card.body.errors.errorCode], [400, "creditCardsUnavailable"]);
  });

  test("an unpaid invoice is replaced or canceled, and keeps its number if canceled", async () => {
    const { id } = await newCustomer();
    const { customerId: _, destinationAccountId: __, sendEmailOption: ___, ...body } = invoice(id);
    const made = await call("/ar/invoices", invoice(id, { poNumber: "PO-9" }));
    const url = `/ar/invoices/${made.body.id}`;
    const { invoiceNumber } = made.body;
    const changed = await call(url, {
      ...body,
      invoiceNumber,
      lineItems: [{ name: "Work", quantity: 1, unitPrice: 10 }],
    });
    assert.deepEqual([changed.status, changed.body.amount, changed.body.poNumber], [200, 10, null], changed.text);
    const cancel = await call(`${url}/cancel`, { idempotencyKey: "x" });
    assert.deepEqual([cancel.status, cancel.text], [200, "null"]);
    assert.equal((await call(`${url}/cancel`, {})).status, 200);
    assert.deepEqual(
      [(await call(url)).body.status, (await call(url)).body.invoiceNumber],
      ["Cancelled", invoiceNumber],
    );
    const late = await call(url, { ...body, invoiceNumber });
    assert.deepEqual([late.status, late.body.errors.errorCode], [400, "invoiceNotChangeable"]);
    assert.equal((await call(`/ar/invoices/${UNKNOWN}/cancel`, {})).status, 404);
  });

  test("a number of the series is changed once, to an unused one, and stays reserved", async () => {
    const { id } = await newCustomer();
    const made = await call("/ar/invoices", invoice(id));
    const url = `/ar/invoices/${made.body.id}`;
    const { invoiceNumber: generated } = made.body;
    const renamed = (to: string, at = url) => call(at, { invoiceNumber: to }, "PATCH");
    const refusedFor = ({ body }: Awaited<ReturnType<typeof renamed>>) => body.errors?.fields[0].message;
    const [own, other] = [
      await call("/ar/invoices", invoice(id, { invoiceNumber: "2026/9" })),
      await call("/ar/invoices", invoice(id)),
    ];
    assert.equal(refusedFor(await renamed("2026-9")), "is the number of another invoice");
    assert.equal(refusedFor(await renamed(other.body.invoiceNumber)), "is the number of another invoice");
    const changed = await renamed("Globex 7");
    assert.deepEqual([changed.status, changed.body.invoiceNumber], [200, "Globex 7"], changed.text);
    assert.equal((await renamed("globex-7")).status, 200, "the same number");
    for (const again of ["Globex 8", generated])
      assert.match(refusedFor(await renamed(again)), /^was changed before/, again);
    // Nobody else gets the old number, neither by choice nor from the series.
    assert.equal(
      refusedFor(await renamed(generated, `/ar/invoices/${own.body.id}`)),
      "is the number of another invoice",
    );
    const chosen = await call("/ar/invoices", invoice(id, { invoiceNumber: generated }));
    assert.equal(refusedFor(chosen), "is the number of another invoice");
    const count = (number: string) => Number(number.replaceAll(/\D/g, ""));
    const next = await call("/ar/invoices", invoice(id));
    assert.equal(count(next.body.invoiceNumber), count(other.body.invoiceNumber) + 1);
    // A number that a user chose can be changed, as before.
    for (const number of ["A-1", "A-2"])
      assert.equal((await renamed(number, `/ar/invoices/${own.body.id}`)).body.invoiceNumber, number);
  });

  test("PATCH of an invoice and of a customer keeps what is omitted, and a copied address its addressee", async () => {
    const { id } = await newCustomer();
    const made = await call("/ar/invoices", invoice(id, { poNumber: "PO-9", payerMemo: "Thanks" }));
    const patched = await call(`/ar/invoices/${made.body.id}`, { payerMemo: null }, "PATCH");
    const { updatedAt: _, ...expected } = { ...made.body, payerMemo: null };
    const { updatedAt: __, ...shown } = patched.body;
    assert.deepEqual(shown, expected, patched.text);
    const url = `/ar/customers/${id}`;
    await call(url, { name: "Initech", email: "ap@initech.example", address });
    const copy = (await call(url)).body;
    assert.equal((await call(url, { ...copy, address: { ...copy.address, city: "Austin" } })).status, 200);
    const kept = await call(url, { email: "pay@initech.example" }, "PATCH");
    assert.deepEqual(
      [kept.body.name, kept.body.email, kept.body.address.city],
      ["Initech", "pay@initech.example", "Austin"],
      kept.text,
    );
    const { organizationId } = organization;
    const stored = await withinOrganization(organizationId, () =>
      findCustomer(world.service.database, organizationId, id),
    );
    assert.equal(stored?.address?.name, address.name);
    assert.equal((await call(url, { address: null }, "PATCH")).body.address, null);
  });

  test("files of an invoice are listed and found by id", async () => {
    const { id } = await newCustomer();
    const made = await call("/ar/invoices", invoice(id));
    const url = `/ar/invoices/${made.body.id}/attachments`;
    const attached = await inject(world.app, organization.token, { url, ...formOf(pdf()) });
    assert.equal(attached.status, 200, attached.text);
    const { attachments } = (await call(url)).body;
    assert.deepEqual(
      attachments.map((file: { id: string }) => file.id),
      [attached.body.id],
    );
    const found = await call(`/ar/attachments/${attached.body.id}`);
    assert.deepEqual(Object.keys(found.body), ["id", "fileName", "url"]);
    const file = await world.app.api.inject({ url: new URL(found.body.url).pathname });
    assert.equal(file.statusCode, 200);
    assert.ok(file.rawPayload.subarray(0, 5).equals(Buffer.from("%PDF-")));
    assert.equal((await call(`/ar/attachments/${UNKNOWN}`)).status, 404);
    const stranger = await world.newOrganization();
    const foreign = await inject(world.app, stranger.token, { url: `/ar/attachments/${attached.body.id}` });
    assert.equal(foreign.status, 404);
  });

  test("an edit is audited with its lines and note, and a deleted customer gets no email", async () => {
    const { id, customerId, invoiceNumber } = await makeInvoice(world, organization);
    const lineItems = [{ name: "Other work", quantity: 2, unitPrice: 35 }];
    const content = { ...invoiceContent, invoiceNumber, lineItems, payerMemo: "Pay elsewhere" };
    const edited = await call(`/ar/invoices/${id}`, content);
    assert.equal(edited.status, 200, edited.text);
    const row = await world.owner().one<{ before: string; after: string }>(sql`
      select before, after from audit_log
       where organization_id = ${organization.organizationId} and action = 'invoice.update' and resource_id = ${id}`);
    const [was, is] = [JSON.parse(row.before), JSON.parse(row.after)];
    assert.deepEqual(
      [was.lineItems[0].name, is.lineItems[0].name, is.payerMemo],
      ["Work", "Other work", "Pay elsewhere"],
    );
    await call(`/ar/customers/${customerId}`, undefined, "DELETE");
    const person = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    const cookie = await signedIn(world.app, person);
    const email = await browse(world.app, { url: `/ar/invoices/${id}/email`, body: { kind: "invoice" }, cookie });
    assert.equal(email.body?.errors?.errorCode, "resourceNotFound");
  });

  test("a customer's open invoices can be sent again, within a limit", async () => {
    const ccEmails = Array.from({ length: 10 }, (_, at) => `copy${at}@globex.example`);
    const { customerId } = await makeInvoice(world, organization, { ccEmails });
    const sendAgain = () => call(`/ar/customers/${customerId}`, { ...customerBody, resendOpenInvoices: true });
    let last = await sendAgain();
    for (let turn = 0; turn < 60 && last.status === 200; turn += 1) last = await sendAgain();
    assert.deepEqual(
      [last.status, last.body?.errors?.errorCode, last.headers["retry-after"]],
      [429, "tooManyInvoiceMails", "3600"],
    );
  });
});
