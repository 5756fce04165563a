import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { EntryInBatch } from "bursar-bank-formats/nacha";
import { type ConnectionId, changeConnection } from "#bank/exchange";
import { insertIgnore } from "#bank/exchange/items/items.queries.ts";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { openAccount } from "#money/accounts";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { newExchangeFolder, newLiveConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { statementOf } from "../../kit/reconciliation/random-bank.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";

/** What a bank's files say and does not fit the books, until people have decided it. */
describe("open items", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let connectionId: ConnectionId;
  let ids: readonly TransactionId[];
  let entries: readonly EntryInBatch[];
  let returnsOf: (...items: Parameters<typeof returnFile>[1]) => string;
  let ada: TestPerson;
  let ben: TestPerson;
  const folder = newExchangeFolder();

  const work = () => world.work();
  const pass = async () => {
    world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
    await work();
  };
  const deliver = async (name: string, content: string) => {
    writeFileSync(join(folder, "inbox", name), content);
    await pass();
    await pass();
  };
  const statusOf = async (id: TransactionId) =>
    (
      await world.service.database.one<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = ${id}`)
    ).status;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 1_000_000n);
    ({ connectionId } = await newLiveConnection(world.service, organization, { settings: { channel: { folder } } }));
    ids = await pay(world.service, organization, { count: 3, amountMinor: 5_000n });
    world.setTime("2026-11-20", "18:30");
    await work();
    const { name } = await world.service.database.one<{ name: string }>(sql`
      select name from bank_files where organization_id = ${organizationId} and direction = 'out'`);
    const file = readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
    entries = entriesIn(file);
    returnsOf = (...items) => returnFile(file, items, "2026-11-23");
    ada = await newPerson(world, organizationId);
    ben = await newPerson(world, organizationId);
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** With a proof of identity from now: the story takes longer than one is good for. */
  const as = async (person: TestPerson, url: string, body?: object) => {
    const call = body === undefined ? { url } : { method: "POST" as const, url, body };
    return browse(world.app, { ...call, cookie: await provedIn(world.app, person) });
  };
  const openItems = async () => (await as(ada, "/bank-file-items?open=true")).body.items;
  const decide = (itemId: string, body: object) => as(ada, `/bank-file-items/${itemId}/decision`, body);
  const confirm = (person: TestPerson, changeId: string) => as(person, `/control-changes/${changeId}/confirm`, {});
  /** A return that names no entry of ours. */
  const unknown = (traceNumber: string, changed: object = {}) => {
    const original = present(entries[0], "an entry was sent");
    return { entry: { ...original, entry: { ...original.entry, traceNumber, ...changed } }, code: "R03" };
  };

  test("a return with an unknown number is assigned to its payment by two people, and the money is back once", async () => {
    await deliver("unknown.ach", returnsOf(unknown("091000019999991")));
    const [item, ...others] = await openItems();
    assert.deepEqual(others, []);
    assert.deepEqual([item.kind, item.assignable, item.code, item.amount], ["unknownPayment", true, "R03", 50]);
    assert.match(item.nextStep, /Ask the bank which payment it means/);
    const [paid] = ids;
    assert.ok(paid);
    const proposed = await decide(item.id, { transactionId: paid, note: "Confirmed by phone." });
    assert.equal(proposed.status, 202, proposed.text);
    assert.equal(await statusOf(paid), "pending", "one person alone gives back no money");
    const [change] = (await as(ben, "/control-changes")).body.changes;
    assert.match(
      change.summary,
      /^Apply to the payment of \$50\.00 to .+ by ACH on November 20, 2026 what the bank says: Line \d+ in unknown\.ach: R03 of 091000019999991 over \$50\.00\. The reason given: Confirmed by phone\.$/,
    );
    const own = await confirm(ada, proposed.body.changeId);
    assert.equal(own.body.errors.errorCode, "ownControlChange");
    assert.equal((await confirm(ben, proposed.body.changeId)).status, 200);
    await pass();
    assert.equal(await statusOf(paid), "reversed");
    assert.deepEqual(await openItems(), []);
    const again = await decide(item.id, { note: "Too late." });
    assert.equal(again.body.errors.errorCode, "bankFileItemDecided");
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });

  test("an item is assigned to no payment that it does not fit", async () => {
    await deliver("other-amount.ach", returnsOf(unknown("091000019999992", { amountMinor: 4_999n })));
    const [item] = await openItems();
    const [, second] = ids;
    assert.ok(second);
    const proposed = await decide(item.id, { transactionId: second, note: "A guess." });
    const confirmed = await confirm(ben, proposed.body.changeId);
    assert.equal(confirmed.body.errors.errorCode, "bankFileItemNotAssignable");
    assert.match(confirmed.body.errors.message, /The amount is not that of the payment/);
    assert.equal(await statusOf(second), "pending");
    const always = await decide(item.id, { note: "Not ours.", always: true });
    assert.equal(always.body.errors.errorCode, "bankFileItemNotIgnorable");
    const ignored = await decide(item.id, { note: "Not ours." });
    assert.deepEqual([ignored.status, ignored.body.state, ignored.body.note], [200, "ignored", "Not ours."]);
  });

  const account = (accountNumber: string, openingMinor: bigint) => ({ accountNumber, openingMinor, bookings: [] });

  test("a statement of an account that is not in the books is an open item until there is one", async () => {
    await deliver("others.xml", statementOf(account("987654321098", 100n), "2026-11-20", "2026-11-19"));
    const [item] = await openItems();
    assert.deepEqual([item.kind, item.subject], ["otherAccount", "••••1098 USD"]);
    const retry = () => as(ada, `/bank-files/${item.fileId}/decision`, { decision: "retry" });
    assert.equal((await retry()).body.state, "received");
    await pass();
    assert.equal((await openItems())[0]?.id, item.id, "it is the same item while nothing has changed");
    await world.service.database.transaction((tx) =>
      openAccount(world.service, tx, {
        organizationId: organization.organizationId,
        name: "New",
        kind: "checking",
        routingNumber: "021000021",
        accountNumber: "987654321098",
        actor: operator,
      }),
    );
    await retry();
    await pass();
    assert.deepEqual(await openItems(), []);
    const file = (await as(ada, `/bank-files/${item.fileId}`)).body;
    assert.deepEqual([file.state, file.openItems, file.items[0].state], ["processed", 0, "applied"]);
    assert.equal((await retry()).body.errors.errorCode, "bankFileNotSetAside");
  });

  test("an account that is ignored always is not mistaken for another one that ends in the same digits", async () => {
    const day = async (on: string, before: string, ...numbers: string[]) => {
      for (const number of numbers)
        await deliver(`${number.slice(0, 4)}-${on}.xml`, statementOf(account(number, 100n), on, before));
      const { items } = (await as(ada, "/bank-file-items")).body;
      return items
        .filter(({ fileName }: { fileName: string }) => fileName.endsWith(`-${on}.xml`))
        .map(({ id, fileName, state, subject, ignorable }: Record<string, unknown>) => ({
          id,
          said: [String(fileName).slice(0, 4), subject, state, ignorable],
        }))
        .toSorted((a: { said: string[] }, b: { said: string[] }) => (a.said < b.said ? -1 : 1));
    };
    // Rules of earlier versions have only the last digits.
    await world.service.database.transaction((tx) =>
      insertIgnore(tx, organization.organizationId, {
        connectionId,
        kind: "otherAccount",
        subject: "••••7788 USD",
        fingerprint: null,
        note: "An old rule.",
        at: world.clock.now(),
      }),
    );
    const [first, second, masked] = await day(
      "2026-11-20",
      "2026-11-19",
      "111100007788",
      "222200007788",
      "XXXXXXXX7788",
    );
    assert.deepEqual(
      [first?.said, second?.said, masked?.said],
      [
        ["1111", "••••7788 USD", "open", true],
        ["2222", "••••7788 USD", "open", true],
        ["XXXX", "••••7788 USD", "open", false],
      ],
    );
    const refused = await decide(masked?.id, { note: "Which one?", always: true });
    assert.equal(refused.body.errors.errorCode, "bankFileItemNotIgnorable");
    await decide(masked?.id, { note: "Asked the bank." });
    assert.equal((await decide(first?.id, { note: "The payroll account.", always: true })).body.state, "ignored");
    const next = await day("2026-11-21", "2026-11-20", "111100007788", "222200007788", "XXXXXXXX7788");
    assert.deepEqual(
      next.map((item: { said: string[] }) => item.said[2]),
      ["ignored", "open", "open"],
    );
    const padded = await day("2026-11-22", "2026-11-21", "0000111100007788");
    assert.deepEqual(padded[0]?.said, ["0000", "••••7788 USD", "ignored", false], "banks pad numbers with zeros");
    for (const { id } of await openItems()) await decide(id, { note: "Not ours." });
  });

  test("a statement whose totals are wrong is applied only if two people say why", async () => {
    const text = statementOf(account("987654321098", 100n), "2026-11-23", "2026-11-22");
    await deliver("wrong.xml", text.replace(/(CLBD[\s\S]*?<Amt Ccy="USD">)[^<]+/, "$19.99"));
    const [file] = (await as(ada, "/bank-files?state=quarantined")).body.files;
    assert.equal(file.name, "wrong.xml");
    const accept = (body: object) => as(ada, `/bank-files/${file.id}/decision`, { decision: "accept", ...body });
    const without = await accept({});
    assert.equal(without.body.errors.errorCode, "bankFileReasonMissing");
    const reason = "The bank says that its balance is wrong, and its entries are right.";
    const proposed = await accept({ reason });
    assert.equal(proposed.status, 202, proposed.text);
    await pass();
    const fileNow = async () => (await as(ada, `/bank-files/${file.id}`)).body;
    assert.equal((await fileNow()).state, "quarantined");
    const shown = await as(ben, "/control-changes");
    assert.match(shown.text, /Apply the bank file \\"wrong\.xml\\" although/);
    assert.equal((await confirm(ben, proposed.body.changeId)).status, 200);
    await pass();
    assert.equal((await fileNow()).state, "processed");
    const statements = await world.service.database.many(sql`
      select from bank_statements where organization_id = ${organization.organizationId} and closes_on = '2026-11-23'`);
    assert.deepEqual(statements, [], "balances that do not add up are no statement");
  });

  test("settings of the connection decide what is tolerated, and which reader a name means", async () => {
    const change = (settings: Readonly<Record<string, unknown>>) =>
      changeConnection(world.service, {
        organizationId: organization.organizationId,
        connectionId,
        actor: operator,
        change: { channel: settings },
        endRehearsal: unsentOf(world.service).endRehearsal,
      });
    const latest = async () => {
      const [file] = (await as(ada, "/bank-files?direction=in")).body.files;
      return [
        file.name,
        file.state,
        file.format,
        file.tolerated.map(({ tolerance }: { tolerance: string }) => tolerance),
      ];
    };
    const trimmed = (traceNumber: string) => returnsOf(unknown(traceNumber)).replaceAll(/ +$/gm, "");
    await deliver("trimmed-1.ach", trimmed("091000019999995"));
    assert.deepEqual(await latest(), ["trimmed-1.ach", "processed", "nacha", ["shortLines"]]);
    await change({ notTolerated: ["shortLines"] });
    await deliver("trimmed-2.ach", trimmed("091000019999996"));
    assert.deepEqual(await latest(), ["trimmed-2.ach", "quarantined", "nacha", []]);
    await change({ notTolerated: [], readingProfile: "strict" });
    await deliver("nothing.ach", "\r\n \r\n");
    assert.deepEqual((await latest()).slice(0, 2), ["nothing.ach", "quarantined"]);
    // The header says no format, and the name does.
    await change({ readingProfile: "textOnly", readAs: ["*.ret=nacha"] });
    await deliver("broken.ret", `XX${trimmed("091000019999997")}`);
    assert.deepEqual((await latest()).slice(0, 3), ["broken.ret", "quarantined", "nacha"]);
    const [{ reason }] = (await as(ada, "/bank-files?direction=in")).body.files;
    assert.match(reason, /It is not a valid Nacha file\. Line 1/);
    await change({ readingProfile: "asBanksSend", readAs: ["*.table=bai2"] });
    for (const { id } of await openItems()) await decide(id, { note: "Tried." });
  });

  test("a bank's own form of acknowledgments is a template of the connection", async () => {
    await pay(world.service, organization, { count: 1, amountMinor: 9_000n });
    world.setTime("2026-11-30", "18:30");
    await work();
    const sent = async () =>
      world.service.database.one<{ name: string; state: string }>(sql`
        select name, state from bank_files where organization_id = ${organization.organizationId} and direction = 'out'
         order by file_id desc limit 1`);
    const { name } = await sent();
    const receipt = `FIRST EXAMPLE RECEIPT\nDOCUMENT: ${name}\nRESULT: TAKEN\n`;
    await deliver("receipt-1.txt", receipt);
    const [unknownForm] = (await as(ada, "/bank-files?state=quarantined")).body.files;
    assert.match(unknownForm.reason, /acknowledgmentTemplates/);
    await changeConnection(world.service, {
      organizationId: organization.organizationId,
      connectionId,
      actor: operator,
      change: {
        railSettings: {
          acknowledgmentTemplates: [
            {
              name: "first-example",
              title: "First Example's receipt",
              kind: "text",
              titles: ["FIRST EXAMPLE RECEIPT"],
              labels: { fileName: ["DOCUMENT"], status: ["RESULT"] },
              statusWords: { accepted: ["TAKEN"], rejected: ["REFUSED"] },
              dates: "monthDayYear",
              amounts: "dollars",
            },
          ],
        },
      },
      endRehearsal: unsentOf(world.service).endRehearsal,
    });
    assert.equal(
      (await as(ada, `/bank-files/${unknownForm.id}/decision`, { decision: "retry" })).body.state,
      "received",
    );
    await pass();
    assert.equal((await sent()).state, "acknowledged");
    const file = (await as(ada, `/bank-files/${unknownForm.id}`)).body;
    assert.deepEqual(file.tolerated, [{ tolerance: "acknowledgmentTemplate", count: 1, lines: [] }]);
  });

  test("a bank's confirmation as text accepts its file, and reports for people are listed and not read", async () => {
    const { organizationId } = organization;
    const stateOfOutgoing = async () =>
      await world.service.database.one<{ name: string; state: string; total: bigint }>(sql`
          select f.name, f.state, a.total_minor as total from bank_files f join ach_files a using (organization_id, file_id)
           where f.organization_id = ${organizationId} and f.direction = 'out' order by f.file_id desc limit 1`);
    await pay(world.service, organization, { count: 2, amountMinor: 7_000n });
    world.setTime("2026-12-01", "18:30");
    await work();
    const sent = await stateOfOutgoing();
    assert.deepEqual([sent.state, sent.total], ["sent", 14_000n]);
    const confirmation = (name: string, status: string) =>
      ["ACH FILE CONFIRMATION", "", `FILE NAME: ${name}`, "TOTAL CREDITS: $140.00", "", `STATUS: ${status}`, ""].join(
        "\r\n",
      );
    await deliver("ack-other.txt", confirmation("nobody-knows.ach", "ACCEPTED"));
    const [item] = await openItems();
    assert.deepEqual([item.kind, item.reference], ["unknownPayment", "nobody-knows.ach"]);
    assert.equal((await stateOfOutgoing()).state, "sent");
    await deliver("ack.txt", confirmation(sent.name, "ACCEPTED"));
    assert.equal((await stateOfOutgoing()).state, "acknowledged");
    await deliver("activity-report.PDF", "%PDF-1.7");
    const [report] = (await as(ada, "/bank-files?direction=in")).body.files;
    assert.deepEqual([report.name, report.state, report.bytes], ["activity-report.PDF", "dismissed", null]);
    assert.match(report.reason, /ignores files with names such as \*\.pdf/);
    await deliver("nothing-today.ach", "\r\n");
    const [nothing] = (await as(ada, "/bank-files?direction=in")).body.files;
    assert.deepEqual(
      [nothing.state, nothing.transactions, nothing.tolerated[0].tolerance],
      ["processed", 0, "emptyFile"],
    );
  });
});
