import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { customerStatusReport, writeMessage } from "bursar-bank-formats/iso20022";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { changeConnection, ignoreItem, listItems } from "#bank/exchange";
import { followBankNotices } from "#bank/file-rails";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { readAccountNumbers } from "#money/accounts";
import { verifyLedger } from "#records/ledger/check";
import { runReconciliation } from "#reports/reconciliation";
import { changeFile, entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { statementOf } from "../../kit/reconciliation/random-bank.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { paymentRequest } from "../../kit/worlds/approvals.ts";
import { pay, payOne } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

/** A company whose bank exchanges ACH files over two directories. */
describe("ACH over a folder", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let connectionKey: Awaited<ReturnType<typeof newLiveConnection>>;
  const folder = newExchangeFolder();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000n);
    const settings = { channel: { folder } };
    connectionKey = await newLiveConnection(world.service, organization, { settings });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const work = () => world.work();
  /** To a time in New York, in November 2026. */
  const at = async (day: number, time: string) => {
    world.clock.set(
      newYorkInstant(Temporal.PlainDate.from({ year: 2026, month: 11, day }), Temporal.PlainTime.from(time)),
    );
    await work();
  };
  /** The bank delivers a file, which is read once it is complete. */
  const deliver = async (name: string, content: string) => {
    writeFileSync(join(folder, "inbox", name), content);
    for (let pass = 0; pass < 3; pass += 1) {
      world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
      await work();
    }
  };
  const statuses = async (ids: readonly TransactionId[]) =>
    (
      await world.service.database.many<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[])
         order by transaction_id`)
    ).map(({ status }) => status);
  const filesIn = async () =>
    world.service.database.many<{ name: string; state: string; reason: string | null }>(sql`
      select name, state, reason from bank_files where organization_id = ${organization.organizationId} order by file_id`);

  /** The file that the bank received last, with its row. */
  const latestFile = async () => {
    const row = await world.service.database.one<{ name: string; message_id: string }>(sql`
      select name, message_id from bank_files
       where organization_id = ${organization.organizationId} and direction = 'out' order by file_id desc limit 1`);
    return { ...row, file: readStrictly(readFileSync(join(folder, "outbox", row.name), "latin1")) };
  };
  /** The bank accepts the latest file. */
  const acknowledge = async (reportId: string, rejected: readonly (string | undefined)[] = []) => {
    const { message_id: messageId } = await latestFile();
    const createdAt = "2026-12-08T20:00:00Z";
    const original = { messageId, messageName: "NACHA", createdAt };
    const transactions = rejected.map((instructionId = "") => ({
      original: { instructionId },
      status: "RJCT",
      reasons: [{ code: "AC04", lines: ["Account closed"] }],
    }));
    const report = customerStatusReport({
      messageId: reportId,
      createdAt,
      original,
      fileStatus: rejected.length === 0 ? "ACCP" : "PART",
      batches: rejected.length === 0 ? [] : [{ batchId: "1", transactions }],
    });
    await deliver(`${reportId}.xml`, writeMessage(report));
  };

  test("ten payments go out in one file, are acknowledged and settle; one comes back, and one recipient is corrected", async () => {
    const { organizationId, accountId } = organization;
    const ids = await pay(world.service, organization, { count: 10, amountMinor: 2_500n });
    await at(20, "18:30");
    const [name, ...others] = readdirSync(join(folder, "outbox"));
    assert.ok(name !== undefined && others.length === 0);
    const file = readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
    assert.equal(file.control.totalCreditMinor, 25_000n);
    assert.deepEqual(
      await statuses(ids),
      ids.map(() => "pending"),
    );

    const { header } = file;
    const stamp = `${header.fileCreationDate.slice(2).replaceAll("-", "")}${header.fileCreationTime?.replace(":", "")}`;
    const messageId = `${header.immediateOrigin}-${header.immediateDestination}-${stamp}${header.fileIdModifier}`;
    const acknowledgment = writeMessage(
      customerStatusReport({
        messageId: "ACK-1",
        createdAt: "2026-11-20T23:45:00Z",
        original: { messageId, messageName: "NACHA", createdAt: "2026-11-20T23:30:00Z" },
        fileStatus: "ACCP",
        batches: [],
      }),
    );
    await deliver("ack-1.xml", acknowledgment);
    await deliver("ack-again.xml", acknowledgment);
    assert.deepEqual(
      (await filesIn()).map(({ state }) => state),
      ["acknowledged", "processed", "repeated"],
    );

    await at(23, "08:30");
    assert.deepEqual(
      await statuses(ids),
      ids.map(() => "sent"),
    );

    const [first, second] = entriesIn(file);
    assert.ok(first !== undefined && second !== undefined);
    await deliver("returns.ach", returnFile(file, [{ entry: first, code: "R01" }], "2026-11-23"));
    const corrections = { dfiAccountNumber: "998877" };
    await deliver("changes.ach", changeFile(file, [{ entry: second, code: "C01", corrections }], "2026-11-23"));
    assert.deepEqual(await statuses(ids), ["reversed", ...ids.slice(1).map(() => "sent")]);
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
    assert.equal(available, 1_000_000n - 9n * 2_500n, "the returned payment's money is back");
    const { last4 } = await world.service.database.one<{ last4: string }>(sql`
      select v.account_number_last4 as last4 from recipients r
        join recipient_routings v on v.organization_id = r.organization_id and v.routing_id = r.ach_routing_id
       where r.organization_id = ${organizationId} and r.recipient_id = ${organization.recipientId}`);
    assert.equal(last4, "877");
    assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
  });

  test("entries of another company are open items, and a person decides about them once or always", async () => {
    const [name = ""] = readdirSync(join(folder, "outbox"));
    const file = readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
    const third = entriesIn(file)[2];
    assert.ok(third !== undefined);
    const header = { ...third.header, companyIdentification: "9999999999" };
    await deliver("other.ach", returnFile(file, [{ entry: { ...third, header }, code: "R03" }], "2026-11-23"));
    const last = (await filesIn()).at(-1);
    assert.equal(last?.state, "processed");
    const { organizationId } = organization;
    const itemsNow = async () => (await listItems(world.service, organizationId, { filter: {}, query: {} })).items;
    const [item, ...others] = await itemsNow();
    assert.equal(others.length, 0);
    assert.ok(item);
    assert.match(item.reason, /company identification "9999999999" is not this connection's/);
    assert.deepEqual([item.state, item.kind, item.assignable], ["open", "otherCompany", false]);
    const note = "Payroll is sent by another system.";
    await ignoreItem(world.service, { organizationId, itemId: item.id, note, always: true, actor: operator });
    await assert.rejects(
      ignoreItem(world.service, { organizationId, itemId: item.id, note, always: false, actor: operator }),
      /This item is ignored/,
    );
    await deliver("other-2.ach", returnFile(file, [{ entry: { ...third, header }, code: "R04" }], "2026-11-23"));
    assert.deepEqual(
      (await itemsNow()).map(({ state, code, note: why }) => [state, code, why]),
      [
        ["ignored", "R04", note],
        ["ignored", "R03", note],
      ],
    );
  });

  test("entries that the bank rejects or blocks fail, and the others of their file settle", async () => {
    const ids = await pay(world.service, organization, { count: 3, amountMinor: 4_000n });
    await at(24, "18:30");
    const { name, message_id: messageId } = await world.service.database.one<{ name: string; message_id: string }>(sql`
      select name, message_id from bank_files
       where organization_id = ${organization.organizationId} and direction = 'out' order by file_id desc limit 1`);
    const entries = entriesIn(readStrictly(readFileSync(join(folder, "outbox", name), "latin1")));
    const [rejected = "", blocked = "", settled = ""] = entries.map(({ entry }) => entry.traceNumber ?? "");
    const report = (reportId: string, refused: readonly (readonly [entry: string, status: string, text: string])[]) =>
      writeMessage(
        customerStatusReport({
          messageId: reportId,
          createdAt: "2026-11-24T23:45:00Z",
          original: { messageId, messageName: "NACHA", createdAt: "2026-11-24T23:30:00Z" },
          fileStatus: "PART",
          batches: [
            {
              batchId: "1",
              transactions: refused.map(([entry, status, text]) => ({
                original: { instructionId: entry },
                status,
                reasons: [{ code: "NARR", lines: [text] }],
              })),
            },
          ],
        }),
      );
    await deliver("unknown.xml", report("PART-1", [["091000019999999", "RJCT", "No account"]]));
    await deliver("undecided.xml", report("PART-2", [[settled, "ACSP", "Soon"]]));
    assert.deepEqual(
      (await filesIn()).slice(-2).map(({ state }) => state),
      ["processed", "processed"],
    );
    const open = async () =>
      (await listItems(world.service, organization.organizationId, { filter: { isOpen: true }, query: {} })).items;
    assert.deepEqual(
      (await open()).map(({ kind }) => kind),
      ["unknownCode", "unknownPayment"],
    );
    assert.deepEqual(await statuses(ids), ["pending", "pending", "pending"]);
    const refused = [
      [rejected, "RJCT", "No account"],
      [blocked, "BLCK", "SC-LIST On a list"],
    ] as const;
    await deliver("part.xml", report("PART-3", refused));
    await deliver("part-again.xml", report("PART-4", refused));
    assert.deepEqual(await statuses(ids), ["failed", "blocked", "pending"]);
    await at(25, "08:30");
    await deliver("late.xml", report("PART-5", [[settled, "RJCT", "No account"]]));
    assert.equal((await open())[0]?.reason, "It rejects an entry that has settled.");
    assert.deepEqual(await statuses(ids), ["failed", "blocked", "sent"]);
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });

  test("what a person has to do about notices is listed, followed, and reminded of", async () => {
    const { organizationId, token } = organization;
    await setSettings(world, organizationId, { confirmBankDetailChanges: true });
    const ids = await pay(world.service, organization, { count: 3, amountMinor: 5_000n });
    await at(25, "18:30");
    const name = readdirSync(join(folder, "outbox")).toSorted().at(-1) ?? "";
    const file = readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
    const [moved, renamed, late] = entriesIn(file);
    assert.ok(moved && renamed && late);
    await at(27, "09:00");
    const changes = [
      { entry: moved, code: "C01", corrections: { dfiAccountNumber: "555000111" } },
      { entry: renamed, code: "C04", corrections: { receiverName: "BLUE RIDGE SUPPLY LLC" } },
    ];
    await deliver("notices.ach", changeFile(file, changes, "2026-11-27"));
    await deliver("late.ach", returnFile(file, [{ entry: late, code: "R03" }], "2026-12-04"));
    const get = async (url: string) => (await inject(world.app, token, { url })).body;
    const open = async () => (await get("/bank-notices?open=true")).notices;
    const shown = (notice: Record<string, unknown>) =>
      ["code", "outcome", "correction", "actBy"].map((member) => notice[member]);
    // Five and six banking days after Friday, November 27.
    const expected = [
      ["R03", null, null, "2026-12-04"],
      ["C04", "manual", "Name BLUE RIDGE SUPPLY LLC", "2026-12-07"],
      ["C01", "proposed", "Account number ••••0111", "2026-12-07"],
    ];
    const notices = await open();
    assert.deepEqual(notices.map(shown), expected);
    assert.equal(notices[1].transactionId, ids[1]);
    assert.equal(await followBankNotices(world.service), 0, "nothing is due soon, and nobody has decided");

    const asAda = await provedIn(world.app, await newPerson(world, organizationId));
    const url = `/recipient/${organization.recipientId}/changes`;
    const [{ changeId }] = (await browse(world.app, { url, cookie: asAda })).body.changes;
    const declined = await browse(world.app, { method: "POST", url: `${url}/${changeId}/decline`, cookie: asAda });
    assert.equal(declined.status, 200, declined.text);
    assert.equal(await followBankNotices(world.service), 1, "the correction was decided");
    assert.deepEqual((await open()).map(shown), expected.slice(0, 2));

    const done = { method: "POST", url: `/bank-notices/${notices[0].id}/done`, cookie: asAda } as const;
    const first = await browse(world.app, done);
    assert.equal((await browse(world.app, done)).body.doneAt, first.body.doneAt, "repeated");

    world.clock.set(new Date("2026-12-03T15:00:00Z"));
    assert.equal(await followBankNotices(world.service), 1);
    assert.equal(await followBankNotices(world.service), 0, "once");
    const { emails } = await get("/sandbox/emails");
    assert.equal(emails[0].subject, "A notice of the bank is due soon");
  });

  test("the preview, the payment, and its file agree on when it leaves and arrives", async () => {
    // Friday afternoon: the general schedule would send it at 20:00, after the connection's last file at 18:30.
    world.clock.set(new Date("2026-12-04T16:30:00-05:00"));
    const send = payment(organization, { amount: 31.07 });
    const previewOf = async () =>
      (await inject(world.app, organization.token, { ...send, url: `${send.url}/preview` })).body;
    const times = { leavesAt: "2026-12-04T23:30:00.000Z", estimatedDeliveryDate: "2026-12-07T22:00:00.000Z" };
    const { leavesAt, estimatedDeliveryDate } = await previewOf();
    assert.deepEqual({ leavesAt, estimatedDeliveryDate }, times);
    const paid = await inject(world.app, organization.token, send);
    assert.equal(paid.body.estimatedDeliveryDate, times.estimatedDeliveryDate);
    world.clock.set(new Date(times.leavesAt));
    await work();
    const name = readdirSync(join(folder, "outbox")).toSorted().at(-1) ?? "";
    const [batch] = readStrictly(readFileSync(join(folder, "outbox", name), "latin1")).batches;
    assert.equal(batch?.header.effectiveEntryDate, "2026-12-07");
    assert.equal(batch.entries[0]?.amountMinor, 31_07n);

    const change = { railSettings: { sameDayCutOffs: ["13:45"], nextDayCutOffs: ["15:00"] } };
    await changeConnection(world.service, { ...connectionKey, change, endRehearsal: endRehearsalOf(world.service) });
    world.clock.set(new Date("2026-12-07T13:44:00-05:00"));
    const sameDay = await inject(world.app, organization.token, {
      ...paymentRequest(organization, { amount: 31.08 }),
      url: `/account/${organization.accountId}/request-send-money/preview`,
    });
    assert.deepEqual(
      [sameDay.body.leavesAt, sameDay.body.estimatedDeliveryDate],
      ["2026-12-07T18:45:00.000Z", "2026-12-07T22:00:00.000Z"],
    );
  });

  test("a payment of one cent is followed to the bank's statement", async () => {
    const follow = async () => {
      const url = `/bank-connections/${connectionKey.connectionId}/penny-test`;
      const { body } = await inject(world.app, organization.token, { url });
      const steps = body.steps.map(({ step, outcome }: { step: string; outcome: string }) => `${step} ${outcome}`);
      return { ...body, steps, sent: body.steps[1]?.detail };
    };
    assert.deepEqual((await follow()).steps, ["handedOver waiting"]);
    const id = await payOne(world.service, organization, { amountMinor: 1n });
    world.clock.set(new Date("2026-12-07T16:00:00-05:00"));
    await work();
    const { steps: waiting, sent } = await follow();
    assert.deepEqual(waiting.slice(0, 2), ["handedOver done", "sent waiting"]);
    assert.match(sent, /^Its file is written on December \d, 2026 at \d{1,2}:\d\d [AP]M Eastern Time\.$/);
    world.clock.set(new Date("2026-12-08T13:45:00-05:00"));
    await work();
    assert.deepEqual((await follow()).steps.slice(1, 3), ["sent done", "accepted waiting"]);
    await acknowledge("ACK-PENNY");
    world.clock.set(new Date("2026-12-08T17:00:00-05:00"));
    await work();
    const { transactionId, passed, steps } = await follow();
    assert.deepEqual([transactionId, passed, ...steps.slice(3)], [id, false, "settled done", "onStatement waiting"]);
    const [entry] = entriesIn((await latestFile()).file);
    const booked = {
      direction: "debit" as const,
      amountMinor: 1n,
      status: "BOOK" as const,
      bookedOn: "2026-12-08",
      transactionCode: ["PMNT", "ICDT", "ATXN"] as const,
      transactions: [{ endToEndId: entry?.entry.traceNumber ?? "" }],
    };
    const { accountNumber } = present(
      await readAccountNumbers(world.service, world.service.database, organization),
      "the account has numbers",
    );
    const account = { accountNumber, openingMinor: 0n, bookings: [{ on: "2026-12-08", entry: booked }] };
    await deliver("statement.xml", statementOf(account, "2026-12-08", "2026-12-07"));
    await acrossOrganizations(() => runReconciliation(world.service));
    assert.equal((await follow()).passed, true);
  });

  test("a prenote goes before the first payment to an account; what the bank says about it decides the payment", async () => {
    const { organizationId } = organization;
    const change = { railSettings: { prenotes: true, sameDayCutOffs: [], nextDayCutOffs: ["15:00"] } };
    await changeConnection(world.service, { ...connectionKey, change, endRehearsal: endRehearsalOf(world.service) });
    const to = async (name: string) => ({ ...organization, recipientId: await organization.newRecipient(name) });
    const [good, unknown, moved, closed] = [
      await to("Good"),
      await to("Unknown"),
      await to("Moved"),
      await to("Closed"),
    ];
    // The kit's payments are handed over at the general cut-offs: 13:00, and files are written at 15:00.
    const window = async (day: string) => {
      for (const time of ["13:00", "15:00"]) {
        world.clock.set(new Date(`${day}T${time}:00-05:00`));
        await work();
      }
      return (await latestFile()).file;
    };
    world.clock.set(new Date("2026-12-10T10:30:00-05:00"));
    const send = (payee: typeof organization) => payOne(world.service, payee, { amountMinor: 7_000n });
    const ids = [await send(good), await send(unknown), await send(moved), await send(closed)] as const;
    const standing = async ({ recipientId }: typeof organization) => {
      const { body } = await inject(world.app, organization.token, { url: `/recipient/${recipientId}` });
      const { state, reason } = body.accountValidation ?? { state: "none", reason: null };
      return [state, reason?.split(":")[0]].join(" ").trim();
    };
    assert.equal(await standing(good), "none");
    const file = await window("2026-12-10");
    assert.equal(await standing(good), "pending");
    const entries = entriesIn(file);
    const codes = (found: typeof entries) => found.map(({ entry }) => `${entry.transactionCode} ${entry.amountMinor}`);
    assert.deepEqual(codes(entries), Array(4).fill("23 0"));
    const entryOf = (id: string) =>
      present(
        entries.find(({ entry }) => entry.identificationNumber === id.replaceAll("-", "").slice(-15)),
        "the payment has a prenote",
      );
    await acknowledge("ACK-PRENOTES", [entryOf(ids[3]).entry.traceNumber]);
    const timeline = await inject(world.app, organization.token, { url: `/transaction/${ids[0]}/timeline` });
    const waiting = timeline.body.entries.find((entry: { text: string }) =>
      entry.text.startsWith("A test entry of $0"),
    );
    // Settled on Friday, the 11th; the third banking day after it is Wednesday, the 16th.
    assert.equal(waiting?.dueAt, "2026-12-16T20:00:00.000Z", timeline.text);

    await deliver("unknown.ach", returnFile(file, [{ entry: entryOf(ids[1]), code: "R03" }], "2026-12-11"));
    const corrections = { dfiAccountNumber: "660077" };
    await deliver("moved.ach", changeFile(file, [{ entry: entryOf(ids[2]), code: "C01", corrections }], "2026-12-11"));
    assert.deepEqual(await statuses(ids), ["pending", "failed", "failed", "failed"]);
    const { reasons } = await world.service.database.one<{ reasons: string }>(sql`
      select string_agg(split_part(reason_for_failure, ':', 1), ' ' order by transaction_id) as reasons from transactions
       where organization_id = ${organizationId} and transaction_id = any (${ids.slice(1)}::uuid[])`);
    assert.equal(reasons, "R03 BF-PRENOTE AC04");
    const standings = [await standing(good), await standing(unknown), await standing(moved), await standing(closed)];
    assert.deepEqual(standings, ["pending", "failed R03", "failed BF-PRENOTE", "failed AC04"]);

    const again = await send(unknown);
    assert.equal((await window("2026-12-14")).header.fileCreationDate, "2026-12-10", "no file is due");
    assert.deepEqual(await statuses([ids[0], again]), ["pending", "failed"], "the account is known to be wrong");
    assert.deepEqual(codes(entriesIn(await window("2026-12-16"))), ["22 7000"]);
    assert.equal(await standing(good), "validated");
  });
});
