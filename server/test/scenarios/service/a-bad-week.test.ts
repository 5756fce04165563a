import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type EntryInBatch, type NachaFile, nachaText, returnBatchHeader, returnOf } from "bursar-bank-formats/nacha";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { verifyLedger } from "#records/ledger/check";
import { explainBalances } from "#reports/reconciliation/reads/explain-balances.ts";
import { changeFile, entriesIn, readStrictly } from "../../kit/banks/ach-bank.ts";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { findOpenSsh, type OpenSshServer, startOpenSsh } from "../../kit/banks/openssh-server.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const sshd = findOpenSsh();
const OPENING = 100_000_000n;

/**
 * The rehearsal of issue 30: a week with a bank that sends what banks send. Files go over SFTP to OpenSSH in both directions:
 * short lines, entries of others, a report with three accounts, late notifications of change, a recall, a confirmation as text.
 */
describe("a bad week", { skip: sshd.skip }, () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let server: OpenSshServer;
  let wireBank: BankAtFolder;
  let achFolder: string;
  let ada: TestPerson;
  let ben: TestPerson;
  let decisions = 0;
  before(async () => {
    if (sshd.skip === false) server = await startOpenSsh(sshd.path);
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId, accountId } = organization;
    await setSettings(world, organizationId, { secondFactorRequiredFor: [] });
    await organization.deposit(accountId, OPENING);
    [ada, ben] = [await newPerson(world, organizationId), await newPerson(world, organizationId)];
    achFolder = join(server.root, "ach");
    for (const name of ["outbox", "inbox"]) mkdirSync(join(achFolder, name), { recursive: true });
    wireBank = await bankAtFolder(join(server.root, "wire"), world.clock);
    await connect("ach", achFolder, {});
    const wireSettings = {
      debtorAgentRoutingNumber: TEST_BANK.routingNumber,
      debtorName: "Acme, Inc.",
      initiatingPartyName: "Acme, Inc.",
      initiatingPartyId: "ACME001",
    };
    await connect("wire", wireBank.folder, { railSettings: wireSettings });
  });
  after(async () => {
    await world?.close();
    await server?.stop();
  });

  async function connect(rail: "ach" | "wire", folder: string, more: object): Promise<void> {
    const channel = {
      host: "127.0.0.1",
      port: server.port,
      user: server.user,
      hostKeys: [server.hostKeys.ed25519],
      uploadDirectory: join(folder, "outbox"),
      downloadDirectory: join(folder, "inbox"),
      pollSeconds: 5,
    };
    await newLiveConnection(world.service, organization, {
      name: rail,
      settings: { kind: "sftp", channel, rail, ...more },
      secrets: { privateKey: server.privateKey },
    });
  }

  const names = new Set(["hand-over", "file-rails", "bank-files", "bank-answers", "reconciliation"]);
  const work = () => acrossOrganizations(() => runUntilIdle(world.app.jobs.filter(({ name }) => names.has(name))));
  const exchange = async () => {
    for (let pass = 0; pass < 3; pass += 1) {
      await work();
      await wireBank.exchange();
      world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    }
    await work();
  };
  const at = async (day: string, time: string) => {
    world.setTime(day, time);
    await exchange();
  };
  const deliver = async (name: string, content: string) => {
    writeFileSync(join(achFolder, "inbox", name), content, "latin1");
    await exchange();
  };
  const as = async (person: TestPerson, url: string, body?: object) => {
    const call = body === undefined ? { url } : { method: "POST" as const, url, body };
    return browse(world.app, { ...call, cookie: await provedIn(world.app, person) });
  };
  /** What a person does: counted. */
  const decide = async (person: TestPerson, url: string, body: object) => {
    decisions += 1;
    const answer = await as(person, url, body);
    assert.ok(answer.status < 300, `${url} ${answer.text}`);
    return answer.body;
  };
  /** All that waits for a person, each with its reason and next step. */
  const openItems = async () => {
    const { items } = (await as(ada, "/bank-file-items?open=true")).body;
    for (const { reason, nextStep, place } of items) {
      assert.match(reason, /\w{3}/, place);
      assert.match(nextStep, /^[A-Z].{20,}\.$/, `${place} says what to do`);
    }
    return items;
  };
  const to = async (name: string, accountNumber?: string): Promise<typeof organization> => ({
    ...organization,
    recipientId: await organization.newRecipient(name, accountNumber),
  });
  const statusesOf = async (ids: readonly TransactionId[]) =>
    (
      await world.service.database.many<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[])
         order by transaction_id`)
    ).map(({ status }) => status);
  const lastFour = async (recipientId: RecipientId) => {
    const { body } = await inject(world.app, organization.token, { url: `/recipient/${recipientId}` });
    return body.electronicRoutingInfo.accountNumber.slice(-4);
  };

  /** As some banks write files: no blanks at the ends of lines, no block of nines, a blank last line. */
  const trimmed = (text: string): string =>
    `${text
      .split(/\r?\n/)
      .filter((line) => !/^9{94}$/.test(line))
      .map((line) => line.trimEnd())
      .join("\n")}\n`;
  let sent: NachaFile;
  let entries: readonly EntryInBatch[];
  const entryOf = (id: TransactionId): EntryInBatch =>
    present(
      entries.find(({ entry }) => entry.identificationNumber === id.replaceAll("-", "").slice(-15)),
      "the payment is in the file",
    );
  const returnsOf = (
    items: readonly { readonly original: EntryInBatch; readonly code: string; readonly traceNumber: string }[],
  ) =>
    nachaText({
      header: {
        ...sent.header,
        immediateDestination: "091000019",
        immediateOrigin: "091000019",
        fileCreationDate: "2026-12-02",
        fileIdModifier: "R",
      },
      batches: items.map(({ original, code, traceNumber }) => ({
        header: returnBatchHeader(original.header, "02100002"),
        entries: [returnOf(original, { returnReasonCode: code, traceNumber })],
      })),
    });

  interface Booking {
    readonly code: string;
    readonly amountMinor: bigint;
    readonly reference?: string;
  }
  let balance = OPENING;
  /** A day's report about our account, another one, and one in euros. */
  function reportOf(day: string, bookings: readonly Booking[]): string {
    const date = day.slice(2).replaceAll("-", "");
    const opening = balance;
    balance = bookings.reduce((sum, { amountMinor }) => sum + amountMinor, opening);
    const size = (amount: bigint) => (amount < 0n ? -amount : amount);
    const accounts = [
      { number: TEST_BANK.accountNumber, currency: "USD", opening, closing: balance, bookings },
      { number: "700000009", currency: "USD", opening: 5_000n, closing: 5_000n, bookings: [] },
      { number: "700000123", currency: "EUR", opening: 7_777n, closing: 7_777n, bookings: [] },
    ];
    const lines = accounts.map(({ number, currency, opening: from, closing, bookings: booked }) => {
      const total = booked.reduce((sum, { amountMinor }) => sum + size(amountMinor), from + closing);
      const details = booked.map(
        ({ code, amountMinor, reference = "" }) => `16,${code},${size(amountMinor)},Z,,${reference},/`,
      );
      return {
        total,
        text: [
          `03,${number},${currency},010,${from},,,015,${closing},,/`,
          ...details,
          `49,${total},${details.length + 2}/`,
        ],
      };
    });
    const total = lines.reduce((sum, line) => sum + line.total, 0n);
    const records = lines.flatMap(({ text }) => text);
    return [
      `01,021000021,ACME,${date},1900,1,80,,2/`,
      `02,ACME,021000021,1,${date},2359,USD,2/`,
      ...records,
      `98,${total},3,${records.length + 2}/`,
      `99,${total},1,${records.length + 4}/`,
      "",
    ].join("\n");
  }

  it("needs fewer than ten decisions, and the books agree with the bank to the cent", async () => {
    // Monday: six payments leave in a file at the cut-off, and a wire that should not have been made.
    await at("2026-11-30", "10:30");
    const payees = [
      await to("Tern Packaging", "11112222"),
      await to("Heron Freight", "11113333"),
      await to("Plover Design", "11114444"),
      await to("Avocet Foods", "11115555"),
      await to("Godwit Print", "11116666"),
      await to("Dunlin Legal", "11117777"),
    ];
    const ids: TransactionId[] = [];
    for (const [index, payee] of payees.entries())
      ids.push(await payOne(world.service, payee, { amountMinor: BigInt(10_001 + index) }));
    const wire = await payOne(world.service, await to("Wrong Company", "9909000002"), {
      method: "domesticWire",
      amountMinor: 250_000n,
    });
    await at("2026-11-30", "11:00");
    await at("2026-11-30", "11:20");
    assert.deepEqual(await statusesOf([wire]), ["sent"]);
    const [[, message] = ["", ""]] = wireBank.sent();
    const wireReference = /<EndToEndId>([^<]+)/.exec(message)?.[1] ?? "";
    await deliver(
      "bai-1130.txt",
      reportOf("2026-11-30", [{ code: "495", amountMinor: -250_000n, reference: wireReference }]),
    );
    const others = await openItems();
    assert.deepEqual(others.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`).sort(), [
      "otherAccount ••••0009 USD",
      "otherAccount ••••0123 EUR",
    ]);
    for (const { id } of others)
      await decide(ada, `/bank-file-items/${id}/decision`, { note: "An account of our sister company.", always: true });
    await at("2026-11-30", "18:30");
    const [name = ""] = readdirSync(join(achFolder, "outbox"));
    sent = readStrictly(readFileSync(join(achFolder, "outbox", name), "latin1"));
    entries = entriesIn(sent);
    assert.equal(entries.length, 6);

    // Tuesday: a confirmation as text, a report for people, and a day without returns. The wire is recalled by two people.
    await at("2026-12-01", "09:00");
    await deliver(
      "ack-1130.txt",
      ["ACH FILE CONFIRMATION", "", `FILE NAME: ${name}`, "TOTAL CREDITS: $600.21", "", "STATUS: ACCEPTED", ""].join(
        "\r\n",
      ),
    );
    await deliver("activity.pdf", "%PDF-1.7");
    await deliver("returns-1201.ach", "\r\n");
    assert.deepEqual(await statusesOf(ids), Array(6).fill("sent"));
    const undo = await decide(ada, `/transaction/${wire}/undo`, { reason: "wrongRecipient" });
    await decide(ben, `/payment-undos/${undo.id}/approve`, {});
    await exchange();
    const total = ids.reduce((sum, _, index) => sum + BigInt(10_001 + index), 0n);
    await deliver("bai-1201.txt", reportOf("2026-12-01", [{ code: "455", amountMinor: -total }]));
    assert.deepEqual(await openItems(), [], "decided once for all later reports");

    // Wednesday: returns with short lines, and with entries of others. The wire's money comes back.
    await at("2026-12-02", "10:30");
    assert.deepEqual(await statusesOf([wire]), ["reversed"]);
    const [back, foreign, unknown] = [
      entryOf(present(ids[0], "paid")),
      entryOf(present(ids[1], "paid")),
      entryOf(present(ids[2], "paid")),
    ];
    const ofAnother = {
      header: { ...foreign.header, companyIdentification: "1999999999", companyName: "SISTER CO" },
      entry: { ...foreign.entry, traceNumber: "091000010000777" },
    };
    const ofNobody = { ...unknown, entry: { ...unknown.entry, traceNumber: "091000019999991" } };
    const returns = returnsOf([
      { original: back, code: "R03", traceNumber: "021000020000001" },
      { original: ofAnother, code: "R01", traceNumber: "021000020000002" },
      { original: ofNobody, code: "R02", traceNumber: "021000020000003" },
    ]);
    await deliver("returns-1202.ach", trimmed(returns));
    assert.deepEqual(await statusesOf(ids), ["reversed", ...Array(5).fill("sent")]);
    const items = await openItems();
    assert.equal(items.length, 2, JSON.stringify(items));
    for (const { id, kind } of items) {
      const always = kind === "otherCompany";
      await decide(ada, `/bank-file-items/${id}/decision`, { note: "The bank says: of our sister company.", always });
    }
    await deliver(
      "bai-1202.txt",
      reportOf("2026-12-02", [
        { code: "257", amountMinor: 10_001n, reference: back.entry.traceNumber ?? "" },
        { code: "195", amountMinor: 250_000n, reference: wireReference },
      ]),
    );

    // Late notifications of change: one is applied, one cannot be read and is for a person.
    await at("2026-12-03", "10:30");
    const [changed, shifted] = [entryOf(present(ids[3], "paid")), entryOf(present(ids[4], "paid"))];
    const change = changeFile(
      sent,
      [{ entry: changed, code: "C01", corrections: { dfiAccountNumber: "66007788" } }],
      "2026-12-03",
    );
    await deliver("noc-1203.ach", trimmed(change));
    assert.equal(await lastFour(present(payees[3], "paid").recipientId), "7788");
    const bad = changeFile(
      sent,
      [{ entry: shifted, code: "C06", corrections: { dfiAccountNumber: "5550099", transactionCode: "32" } }],
      "2026-12-04",
    );
    // The columns of the corrected data are shifted by one, as from a real bank.
    await deliver(
      "noc-1204.ach",
      trimmed(bad.replace(/(C06\d{15} {6}\d{8})(.{29})/, (_, start, data: string) => `${start} ${data.slice(0, 28)}`)),
    );
    assert.equal(await lastFour(present(payees[4], "paid").recipientId), "6666", "nothing is guessed");
    for (const { id } of await openItems())
      await decide(ada, `/bank-file-items/${id}/decision`, {
        note: "The recipient confirmed the present account by phone.",
      });
    await deliver("bai-1203.txt", reportOf("2026-12-03", []));
    await at("2026-12-04", "18:30");
    await deliver("bai-1204.txt", reportOf("2026-12-04", []));

    assert.deepEqual(await openItems(), []);
    const { files } = (await as(ada, "/bank-files?limit=100")).body;
    const waiting = files.filter(({ state }: { state: string }) =>
      ["quarantined", "inDoubt", "withheld"].includes(state),
    );
    assert.deepEqual(waiting, [], "no file is set aside");
    const { organizationId, accountId } = organization;
    const [explained] = await explainBalances(world.service, organizationId);
    assert.deepEqual(
      [explained?.statement?.differenceMinor, explained?.bank.count, explained?.ledger.count],
      [0n, 0n, 0n],
      "the bank's balance is the ledger's",
    );
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
    assert.equal(available, balance);
    assert.equal(balance, OPENING - total + 10_001n, "five payments arrived");
    assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
    assert.equal(decisions, 7, "a treasurer gives up when a week asks for ten");
  });
});
