import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { changeConnection } from "#bank/exchange";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";

/** A company whose bank wants its account number in Company Discretionary Data and takes same-day files until 13:45. */
describe("fields that banks ask for", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let connection: Awaited<ReturnType<typeof newLiveConnection>>;
  let ada: UserId;
  const folder = newExchangeFolder();
  const ACCOUNT = "00000000000123456789";

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_000_00n);
    ada = await newUser(world.service, organization, { role: "administrator" });
    const railSettings = {
      immediateDestination: "021000021",
      immediateDestinationName: "First Example Bank",
      immediateOrigin: "1123456789",
      immediateOriginName: "Acme, Inc.",
      companyName: "Acme, Inc.",
      companyIdentification: "1123456789",
      odfiRoutingNumber: "021000021",
      companyDiscretionaryData: ACCOUNT,
      sameDayCutOffs: ["13:45"],
      sameDayLimit: 50_000,
      answerMinutes: 0,
    };
    connection = await newLiveConnection(world.service, organization, {
      settings: { channel: { folder }, railSettings },
    });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (request: Parameters<typeof inject>[2]) => inject(world.app, organization.token, request);
  const at = async (day: number, time: string) => {
    world.clock.set(
      newYorkInstant(Temporal.PlainDate.from({ year: 2026, month: 11, day }), Temporal.PlainTime.from(time)),
    );
    await acrossOrganizations(() => runUntilIdle(world.app.jobs.filter(({ name }) => !name.startsWith("sandbox"))));
  };
  const latestFile = () => {
    const name = readdirSync(join(folder, "outbox")).toSorted().at(-1) ?? "";
    return readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
  };
  const batchesOf = ({ batches }: ReturnType<typeof latestFile>) =>
    batches.map(({ header, entries }) =>
      [
        header.standardEntryClassCode,
        header.companyEntryDescription,
        "companyDiscretionaryData" in header ? header.companyDiscretionaryData : "-",
        header.effectiveEntryDate,
        entries.map(({ amountMinor }) => amountMinor).join("+"),
      ].join(" | "),
    );
  const newPayee = async (name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const created = await call({
      url: "/recipients",
      body: {
        name,
        emails: [],
        electronicRoutingInfo: {
          accountNumber: "123456789",
          routingNumber: "021000021",
          electronicAccountType: "personalChecking",
          ...more,
        },
      },
    });
    assert.equal(created.status, 200, created.text);
    return created.body as { readonly id: string; readonly electronicRoutingInfo: Readonly<Record<string, unknown>> };
  };
  const send = async (body: Readonly<Record<string, unknown>>) => {
    const sent = await call(payment(organization, body));
    assert.equal(sent.status, 200, sent.text);
    return sent.body as { readonly id: string; readonly estimatedDeliveryDate: string };
  };

  test("what payments, recipients, and the connection say goes into batches of its own, with totals that add up", async () => {
    await at(23, "15:00");
    const tenant = { companyEntryDescription: "RENT", individualIdentificationNumber: "UNIT 7" };
    const landlord = await newPayee("Lena Lord", { achFields: tenant });
    assert.deepEqual(landlord.electronicRoutingInfo["achFields"], tenant);
    const worker = await newPayee("Will Work");
    await send({ amount: 1, recipientId: landlord.id });
    await send({ amount: 2, recipientId: worker.id, purpose: { simple: { category: "employee" } } });
    await send({ amount: 3, recipientId: worker.id, purpose: { simple: { category: "expenses" } } });
    await send({
      amount: 4,
      recipientId: landlord.id,
      achFields: { companyEntryDescription: "DEPOSIT", companyDiscretionaryData: "ESCROW" },
    });
    await send({ amount: 5, achFields: { individualIdentificationNumber: "INV-5" } });
    await send({ amount: 6, recipientId: worker.id, purpose: "employee: November" });
    await at(23, "18:30");
    const file = latestFile();
    assert.deepEqual(batchesOf(file), [
      `CCD | PAYMENT | ${ACCOUNT} | 2026-11-24 | 500`,
      `PPD | PAYMENT | ${ACCOUNT} | 2026-11-24 | 300`,
      "PPD | DEPOSIT | ESCROW | 2026-11-24 | 400",
      `PPD | PAYROLL | ${ACCOUNT} | 2026-11-24 | 200+600`,
      `PPD | RENT | ${ACCOUNT} | 2026-11-24 | 100`,
    ]);
    assert.equal(file.control.totalCreditMinor, 21_00n);
    assert.equal(file.control.batchCount, 5);
    const identifications = file.batches.flatMap(({ entries }) => entries.map((entry) => entry.identificationNumber));
    assert.equal(identifications[0], "INV-5");
    assert.equal(identifications.at(-1), "UNIT 7");
  });

  test("a return that repeats the sender's own identification finds its payment", async () => {
    const file = latestFile();
    const entry = entriesIn(file).at(-1);
    assert.ok(entry !== undefined);
    assert.equal(entry.entry.identificationNumber, "UNIT 7");
    writeFileSync(join(folder, "inbox", "returns.ach"), returnFile(file, [{ entry, code: "R02" }], "2026-11-25"));
    for (const time of ["09:00", "09:10", "09:20"]) await at(25, time);
    const { body } = await call({ url: "/transactions?status=reversed" });
    assert.deepEqual(
      body.transactions.map(({ amount }: { readonly amount: number }) => amount),
      [-1],
    );
  });

  test("what approvers agree to is what the file says", async () => {
    const achFields = { companyEntryDescription: "BONUS", settlement: "nextDay" };
    const requested = await call(paymentRequest(organization, { amount: 7, achFields }));
    assert.equal(requested.status, 200, requested.text);
    assert.deepEqual(requested.body.achFields, achFields);
    const plain = await call(paymentRequest(organization, { amount: 8 }));
    assert.ok(!("achFields" in plain.body), "clients that do not know the fields get the object that they know");
    for (const { body } of [requested, plain])
      await decide(world.service, organization, { requestId: body.requestId, userId: ada });
    await at(25, "13:45");
    assert.deepEqual(batchesOf(latestFile()), [
      `CCD | PAYMENT | ${ACCOUNT} | 2026-11-25 | 800`,
      `CCD | BONUS | ${ACCOUNT} | 2026-11-27 | 700`,
    ]);
  });

  test("a payment whose fields were changed in the database is not sent", async () => {
    await at(25, "14:00");
    const { id } = await send({ amount: 9, achFields: { companyEntryDescription: "GIFT" } });
    await world.service.database.run(sql`
      update ach_terms set fields = '{"companyEntryDescription": "THEFT"}'
       where organization_id = ${organization.organizationId} and transaction_id = ${id}`);
    const filesBefore = readdirSync(join(folder, "outbox")).length;
    await at(25, "18:30");
    assert.equal(readdirSync(join(folder, "outbox")).length, filesBefore);
    assert.equal((await call({ url: `/transaction/${id}` })).body.status, "blocked");
  });

  test("a same-day payment is refused when it cannot settle today, and previews say why", async () => {
    const sameDay = (amount: number) => payment(organization, { amount, achFields: { settlement: "sameDay" } });
    const outcome = async (amount: number) => {
      const send = sameDay(amount);
      const preview = await call({ ...send, url: `${send.url}/preview` });
      const sent = await call(send);
      const code = sent.status === 200 ? sent.body.estimatedDeliveryDate : sent.body.errors.errorCode;
      return [preview.status === 200 ? preview.body.warnings[0]?.code : preview.body.errors.errorCode, code];
    };
    await at(30, "10:00");
    assert.deepEqual(await outcome(11), [undefined, "2026-11-30T22:00:00.000Z"]);
    assert.deepEqual(await outcome(50_000.01), ["sameDayLimitExceeded", "sameDayLimitExceeded"]);
    const nextDay = await send({ amount: 12, achFields: { settlement: "nextDay" } });
    assert.equal(nextDay.estimatedDeliveryDate, "2026-12-01T22:00:00.000Z");
    const requested = await call(paymentRequest(organization, { amount: 13, achFields: { settlement: "sameDay" } }));
    assert.equal(requested.status, 200, requested.text);
    const key = { idempotencyKey: "same-day", amount: 14, achFields: { settlement: "sameDay" } };
    const first = await send(key);
    await at(30, "13:45");
    assert.deepEqual(batchesOf(latestFile()), [
      `CCD | PAYMENT | ${ACCOUNT} | 2026-11-30 | 1100+1400`,
      `CCD | PAYMENT | ${ACCOUNT} | 2026-12-01 | 1200`,
    ]);
    assert.deepEqual(await outcome(15), ["sameDayCutOffPassed", "sameDayCutOffPassed"]);
    assert.equal((await send(key)).id, first.id, "a repeated key gets the first response, whatever the time");
    const other = await call(payment(organization, { ...key, achFields: { settlement: "nextDay" } }));
    assert.deepEqual([other.status, other.body.errors.differs], [409, "achFields"]);
    const { requestId } = requested.body;
    await assert.rejects(decide(world.service, organization, { requestId, userId: ada }), /leave by 13:45/);
    const change = { railSettings: { sameDayCutOffs: [] } };
    await changeConnection(world.service, { ...connection, change, endRehearsal: endRehearsalOf(world.service) });
    const refused = await call(paymentRequest(organization, { amount: 16, achFields: { settlement: "sameDay" } }));
    assert.deepEqual([refused.status, refused.body.errors.errorCode], [400, "sameDayUnavailable"]);
  });

  test("fields are checked when they are entered", async () => {
    const problemsOf = async (body: Readonly<Record<string, unknown>>) => {
      const { status, body: answer } = await call(payment(organization, body));
      assert.equal(status, 400);
      return answer.errors.fields.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`);
    };
    const bonus = { companyEntryDescription: "BONUS" };
    assert.deepEqual(await problemsOf({ purpose: "employee", achFields: bonus }), [
      "achFields.companyEntryDescription must begin with PAYROLL, as the Nacha rules require for wages (purpose employee). Omit it, or enter another purpose",
    ]);
    assert.deepEqual(await problemsOf({ paymentMethod: "check", achFields: bonus }), [
      "achFields is for ACH payments only. Omit it",
    ]);
    assert.deepEqual(await problemsOf({ achFields: { companyDiscretionaryData: "Zürich" } }), [
      `achFields.companyDiscretionaryData may contain A to Z, 0 to 9, spaces, and . , / ( ) & ' + : ? - in ACH files. Enter "Zurich" instead`,
    ]);
  });

  test("a recipient keeps its fields when a client that does not know them changes its bank details", async () => {
    const tenant = await newPayee("Tess Tenant", { achFields: { companyEntryDescription: "RENT" } });
    const update = async (electronicRoutingInfo: Readonly<Record<string, unknown>>) => {
      const { body, text } = await call({ url: `/recipient/${tenant.id}`, body: { electronicRoutingInfo } });
      assert.ok(body.id, text);
      return body.electronicRoutingInfo;
    };
    const details = {
      accountNumber: "987654321",
      routingNumber: "021000021",
      electronicAccountType: "personalSavings",
    };
    assert.deepEqual((await update(details)).achFields, { companyEntryDescription: "RENT" });
    assert.ok(!("achFields" in (await update({ ...details, achFields: null }))));
  });
});
