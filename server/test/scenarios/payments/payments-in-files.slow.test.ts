import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import type { BankFileId, FileItem, TakeNote } from "#bank/exchange";
import type { AchConnection } from "#bank/file-rails/ach/ach-connection.ts";
import { acceptAchFile, rejectAchFile } from "#bank/file-rails/ach-answers/answer-file.ts";
import { applyAchAnswers } from "#bank/file-rails/ach-answers/apply-ach-answers.ts";
import { readAchFile } from "#bank/file-rails/ach-answers/read-ach-file.ts";
import { readSentDetails } from "#bank/file-rails/ach-answers/sent-details.ts";
import { QuarantinedFile } from "#bank/file-rails/answers/quarantined-file.ts";
import { createFileRail } from "#bank/file-rails/file-rail.ts";
import { achPart } from "#bank/file-rails/parts/ach-part.ts";
import { runFileRails } from "#bank/file-rails/run-file-rails.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { awaitsHandOver, runBankAnswers, runHandOver } from "#payments/payments";
import { verifyLedger } from "#records/ledger/check";
import {
  achBank,
  achChannels,
  achConnection,
  changeFile,
  entriesIn,
  readStrictly,
  returnFile,
} from "../../kit/banks/ach-bank.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();

describe("payments in ACH files", () => {
  let organization: TestOrganization;
  let monday: Temporal.PlainDate;
  const bank = achBank();
  const connections = new Map<string, AchConnection>();

  /** A new organization, so that tests do not share files. */
  const begin = async (connection: Parameters<typeof achConnection>[1] = {}) => {
    world.clock.set(mondayAfter(world.clock.now()));
    monday = newYorkDate(world.clock.now());
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    connections.clear();
    connections.set(organization.accountId, achConnection(world.service.newId(), connection));
    bank.delivered.length = 0;
  };
  const parts = () => [
    achPart(world.service, {
      channels: achChannels(organization.organizationId, connections),
      files: bank.files,
      awaitsHandOver: () => awaitsHandOver(world.service, organization.organizationId),
    }),
  ];
  const rail = () => createFileRail(world.service, parts());
  const pass = async () => {
    for (let done = 1; done > 0; )
      done =
        (await runHandOver(world.service, rail())) +
        (await runFileRails(world.service, parts())) +
        (await runBankAnswers(world.service));
  };
  const dayOf = (days: number) => monday.add({ days }).toString();
  /** To a time in New York, some days after the test's Monday. */
  const at = async (days: number, local: string) => {
    world.clock.set(newYorkInstant(monday.add({ days }), Temporal.PlainTime.from(local)));
    await pass();
  };
  const statusOf = async (transactionId: TransactionId) =>
    world.service.database.one<{ status: string; reason: string | null; tracking: string | null }>(sql`
        select status, reason_for_failure as reason, tracking_number as tracking from transactions
         where organization_id = ${organization.organizationId} and transaction_id = ${transactionId}`);
  const only = <Item>(items: readonly Item[]): Item => {
    assert.equal(items.length, 1);
    return items[0] as Item;
  };
  const connection = () => only([...connections.values()]);
  const receive = async (text: string) => {
    const answers = readAchFile(chunks(text), connection().settings);
    const items: FileItem[] = [];
    const note: TakeNote = async (noted) => void items.push(...(noted.items ?? []));
    const { organizationId } = organization;
    const fileId = world.service.newId<BankFileId>();
    const key = { organizationId, connectionId: connection().connectionId };
    const traceNumbers = new Set<string>();
    for await (const entry of readAchFile(chunks(text), connection().settings))
      if (entry.kind === "return" || entry.kind === "change") traceNumbers.add(entry.originalTraceNumber);
    const since = plusMs(world.clock.now(), -30 * DAY_MS);
    const sent = await readSentDetails(world.service, bank.files, { ...key, traceNumbers, since });
    const received = { answers, sent, note, ...key, fileId };
    await world.service.database.transaction((tx) => {
      items.length = 0;
      return applyAchAnswers({ service: world.service, files: bank.files }, tx, received);
    });
    return items;
  };
  const accept = (fileId: string) =>
    world.service.database.transaction((tx) =>
      acceptAchFile({ service: world.service, files: bank.files }, tx, {
        organizationId: organization.organizationId,
        fileId: fileId as BankFileId,
        sourceFileId: undefined,
      }),
    );
  const reject = (fileId: string) =>
    world.service.database.transaction((tx) =>
      rejectAchFile({ service: world.service, files: bank.files }, tx, {
        organizationId: organization.organizationId,
        fileId: fileId as BankFileId,
        sourceFileId: undefined,
      }),
    );

  test("ten payments go out in one file, settle on the next banking day, and one comes back", async () => {
    await begin();
    const ids = await pay(world.service, organization, { count: 10, amountMinor: 1_234n });
    await at(0, "18:29");
    assert.equal(bank.delivered.length, 0);
    await at(0, "18:30");
    const delivered = only(bank.delivered);
    assert.deepEqual(delivered.transactionIds.toSorted(), ids.toSorted());
    const digits = dayOf(0).replaceAll("-", "");
    assert.equal(delivered.name, `ach-${digits}-000001.txt`);
    assert.equal(delivered.messageId, `1123456789-091000019-${digits.slice(2)}1830A`);
    const file = readStrictly(delivered.text);
    const { header, entries, control } = only(file.batches);
    assert.equal(header.serviceClassCode, "220");
    assert.equal(header.standardEntryClassCode, "CCD");
    assert.equal(header.effectiveEntryDate, dayOf(1));
    assert.equal(control.totalCreditMinor, 12_340n);
    assert.deepEqual(
      entries.map((entry) => entry.traceNumber),
      ids.map((_, index) => `09100001${String(index + 1).padStart(7, "0")}`),
    );

    assert.equal(await accept(delivered.fileId), 1);
    assert.equal(await accept(delivered.fileId), 0, "a repeated acknowledgment changes nothing");
    await at(1, "08:29");
    for (const id of ids) assert.equal((await statusOf(id)).status, "pending");
    await at(1, "08:30");
    const [first] = ids;
    assert.ok(first !== undefined);
    assert.deepEqual(await statusOf(first), { status: "sent", reason: null, tracking: "091000010000001" });

    const [entry] = entriesIn(file);
    assert.ok(entry !== undefined);
    const text = returnFile(file, [{ entry, code: "R03" }], dayOf(2));
    await receive(text);
    await receive(text);
    await at(2, "10:00");
    assert.equal((await statusOf(first)).status, "reversed");
    assert.match((await statusOf(first)).reason ?? "", /^R03: /);
    const balance = await world.service.database.one<{ available: bigint }>(sql`
        select available_minor as available from ledger_balances
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    assert.equal(balance.available, 100_000_000n - 9n * 1_234n, "the returned payment's money is back");
    const report = await verifyLedger(world.service.database, organization.organizationId);
    assert.deepEqual(report.differences, []);
  });

  /** Pays, writes the file, and returns it as the bank reads it. */
  const fileOf = async (count: number, amountMinor = 1_000n) => {
    const ids = await pay(world.service, organization, { count, amountMinor });
    await at(0, "18:30");
    const delivered = only(bank.delivered);
    const file = readStrictly(delivered.text);
    return { ids, delivered, file, entries: entriesIn(file) };
  };
  const statuses = async (ids: readonly TransactionId[]) =>
    Promise.all(ids.map(async (id) => (await statusOf(id)).status));

  test("a rejected file fails all of its payments, and their money is available again", async () => {
    await begin();
    const { ids, delivered } = await fileOf(3);
    assert.equal(await reject(delivered.fileId), 1);
    assert.equal(await reject(delivered.fileId), 0);
    // An acceptance that was sent before the rejection arrives late.
    assert.equal(await accept(delivered.fileId), 0);
    await pass();
    assert.deepEqual(await statuses(ids), ["failed", "failed", "failed"]);
    assert.match((await statusOf(only(ids.slice(0, 1)))).reason ?? "", /^BF-REJECTED: /);
  });

  test("a file that was accepted and is then rejected fails; once its payments have settled, that is a contradiction", async () => {
    await begin();
    const early = await fileOf(1);
    await accept(early.delivered.fileId);
    await reject(early.delivered.fileId);
    await pass();
    assert.deepEqual(await statuses(early.ids), ["failed"]);
    await begin();
    const late = await fileOf(1);
    await accept(late.delivered.fileId);
    world.clock.set(new Date(world.clock.now().getTime() + 3 * 86_400_000));
    await assert.rejects(reject(late.delivered.fileId), QuarantinedFile);
    await pass();
    assert.deepEqual(await statuses(late.ids), ["sent"]);
  });

  test("a return before the acknowledgment, in any order and repeated, ends as a return after it", async () => {
    await begin();
    const { ids, delivered, file, entries } = await fileOf(2);
    const date = file.header.fileCreationDate;
    const text = returnFile(
      file,
      entries.slice(0, 1).map((entry) => ({ entry, code: "R02" })),
      date,
    );
    await Promise.all([receive(text), receive(text)]);
    await pass();
    assert.deepEqual(await statuses(ids), ["reversed", "pending"]);
    await accept(delivered.fileId);
    await receive(text);
    world.clock.set(new Date(world.clock.now().getTime() + 4 * 86_400_000));
    await pass();
    assert.deepEqual(await statuses(ids), ["reversed", "sent"]);
  });

  test("a return that does not fit what was sent is an open item, and the others in its file are applied", async () => {
    await begin();
    const { ids, delivered, file, entries } = await fileOf(6);
    await accept(delivered.fileId);
    const date = file.header.fileCreationDate;
    const [other, entry, two, three, four] = entries;
    assert.ok(other && entry && two && three && four);
    const bad = (changed: object) => ({ entry: { ...other, entry: { ...other.entry, ...changed } }, code: "R02" });
    const open = async (text: string, kind: FileItem["kind"], reason: RegExp) => {
      const item = only(await receive(text));
      assert.equal(item.kind, kind);
      assert.match(item.reason, reason);
      assert.match(item.place, /^Line \d+$/);
      return item;
    };
    const good = (entry: typeof other) => ({ entry, code: "R02" });
    const amount = await open(
      returnFile(file, [good(entry), bad({ amountMinor: 999n })], date),
      "contradiction",
      /^The amount is not that of the entry 091000010000001\.$/,
    );
    assert.equal(amount.transactionId, ids[0], "the payment that it seems to be about");
    await open(
      returnFile(file, [bad({ traceNumber: "091000019999999" }), good(two)], date),
      "unknownPayment",
      /No entry with the trace number 091000019999999/,
    );
    await open(
      returnFile(file, [good(three), bad({ receivingDfiIdentification: "12100035", checkDigit: "8" })], date),
      "contradiction",
      /The receiving bank 12100035/,
    );
    await open(
      returnFile(file, [good(four), good(four)], date),
      "contradiction",
      /returns the entry 09100001\d+ twice/,
    );
    const header = { ...other.header, companyIdentification: "9999999999" };
    const company = await open(
      returnFile(file, [{ entry: { ...other, header }, code: "R02" }], date),
      "otherCompany",
      /company identification "9999999999" is not this connection's/,
    );
    assert.equal(company.subject, "9999999999");
    const forward = await receive(delivered.text);
    assert.deepEqual([...new Set(forward.map(({ kind }) => kind))], ["otherEntry"]);
    await pass();
    const [first, ...rest] = await statuses(ids);
    assert.deepEqual(
      [first, ...rest],
      ["pending", "reversed", "reversed", "reversed", "reversed", "pending"],
      "what fits is applied, and nothing else",
    );
    await open(
      returnFile(file, [{ ...good(entry), code: "R03" }], date),
      "contradiction",
      /was returned before, by another return/,
    );
  });

  test("a notification of change corrects the recipient, once, and only the details that were paid", async () => {
    await begin();
    const { delivered, file, entries } = await fileOf(1);
    await accept(delivered.fileId);
    const entry = only(entries);
    const corrections = { dfiAccountNumber: "555000111" };
    const text = changeFile(file, [{ entry, code: "C01", corrections }], file.header.fileCreationDate);
    await receive(text);
    await receive(text);
    const changes = await world.service.database.many<{ code: string; outcome: string; last4: string }>(sql`
        select c.code, c.outcome, v.account_number_last4 as last4
          from ach_changes c join recipients r using (organization_id, recipient_id)
          join recipient_routings v on v.organization_id = r.organization_id and v.routing_id = r.ach_routing_id
         where c.organization_id = ${organization.organizationId}`);
    assert.deepEqual(changes, [{ code: "C01", outcome: "applied", last4: "0111" }]);
    // The same correction under another number refers to details that are no longer paid.
    await receive(changeFile(file, [{ entry, code: "C01", corrections }], file.header.fileCreationDate));
    const outcomes = await world.service.database.many<{ outcome: string }>(sql`
        select outcome from ach_changes where organization_id = ${organization.organizationId} order by outcome`);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ["applied", "outdated"],
    );
  });

  test("payments without a connection wait, and go out when there is one; without it again, they wait again", async () => {
    await begin();
    const saved = new Map(connections);
    connections.clear();
    const ids = await pay(world.service, organization, { count: 2 });
    await at(0, "18:45");
    assert.equal(bank.delivered.length, 0);
    for (const [id, found] of saved) connections.set(id, found);
    await pass();
    connections.clear();
    await pass();
    await at(1, "18:30");
    assert.equal(bank.delivered.length, 0);
    for (const [id, found] of saved) connections.set(id, found);
    await at(2, "18:30");
    assert.deepEqual(only(bank.delivered).transactionIds.toSorted(), ids.toSorted());
  });

  test("in a rehearsal, the file is written and its payments fail", async () => {
    await begin({ mode: "rehearsal" });
    const { ids, delivered } = await fileOf(2);
    assert.equal(delivered.rehearsal, true);
    assert.deepEqual(await statuses(ids), ["failed", "failed"]);
    assert.match((await statusOf(only(ids.slice(0, 1)))).reason ?? "", /^BF-REHEARSAL: /);
  });

  test("the limits of the first days apply to each payment and to the day", async () => {
    await begin({ firstDays: { perPaymentMinor: 5_000n, perDayMinor: 12_000n } });
    const small = await pay(world.service, organization, { count: 3, amountMinor: 5_000n });
    const large = await payOne(world.service, organization, { amountMinor: 5_001n });
    await at(0, "18:30");
    assert.deepEqual(await statuses([...small, large]), ["pending", "pending", "failed", "failed"]);
    assert.match((await statusOf(large)).reason ?? "", /^BF-LIMIT: /);
  });

  test("large entries settle a day later in same-day files, and a balanced file debits the paying account", async () => {
    const offset = { routingNumber: "091000019", accountNumber: "77001", account: "checking" } as const;
    const windows = [{ at: "15:30", sameDay: true }];
    await begin({ settings: { windows, sameDayMaxMinor: 10_000n, offsetOf: () => offset } });
    await pay(world.service, organization, { count: 2, amountMinor: 10_000n });
    const large = await payOne(world.service, organization, { amountMinor: 10_001n });
    await at(0, "15:30");
    const file = readStrictly(only(bank.delivered).text);
    assert.deepEqual(
      file.batches.map(({ header, control }) => [
        header.serviceClassCode,
        header.effectiveEntryDate,
        control.totalCreditMinor,
        control.totalDebitMinor,
      ]),
      [
        ["220", dayOf(0), 20_000n, 0n],
        ["220", dayOf(1), 10_001n, 0n],
        ["225", dayOf(0), 0n, 20_000n],
        ["225", dayOf(1), 0n, 10_001n],
      ],
    );
    await accept(only(bank.delivered).fileId);
    await at(0, "18:00");
    assert.equal((await statusOf(large)).status, "pending");
    await at(1, "08:30");
    assert.equal((await statusOf(large)).status, "sent");
  });

  test("a window that was missed moves its payments to the next one", async () => {
    await begin();
    await pay(world.service, organization, { count: 2 });
    await at(0, "14:00");
    // Down at 18:30, and up again eleven minutes later.
    await at(0, "18:41");
    assert.equal(bank.delivered.length, 0);
    await at(1, "18:30");
    const delivered = only(bank.delivered);
    assert.equal(readStrictly(delivered.text).batches[0]?.header.effectiveEntryDate, dayOf(2));
  });

  test("an instruction that was changed in the database, or is gone, is not paid, and the others are", async () => {
    await begin();
    const ids = await pay(world.service, organization, { count: 4 });
    await at(0, "17:00");
    const [changed, gone, copied] = ids;
    await world.owner().run(sql`
        update bank_order_contents set content = (
                 select content from bank_order_contents
                  where organization_id = ${organization.organizationId} and transaction_id = ${copied})
         where organization_id = ${organization.organizationId} and transaction_id = ${changed}`);
    await world.owner().run(sql`
        delete from bank_order_contents where organization_id = ${organization.organizationId} and transaction_id = ${gone}`);
    await at(0, "18:30");
    assert.deepEqual(only(bank.delivered).transactionIds, ids.slice(2));
    assert.deepEqual(await statuses(ids), ["blocked", "blocked", "pending", "pending"]);
  });

  test("no instruction is left once its payment is in a file", async () => {
    await begin();
    const { ids } = await fileOf(2);
    const left = await world.service.database.many(sql`
        select 1 from bank_order_contents where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[])`);
    assert.equal(left.length, 0);
  });
});

/** Monday morning of a week that begins with a banking day, not before November 23, 2026. */
function mondayAfter(now: Date): Date {
  let day = newYorkDate(new Date(Math.max(now.getTime(), Date.parse("2026-11-22T12:00:00Z")))).add({ days: 1 });
  while (day.dayOfWeek !== 1 || !isBankingDay(day)) day = day.add({ days: 1 });
  return newYorkInstant(day, Temporal.PlainTime.from("09:00"));
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000), "latin1");
}
