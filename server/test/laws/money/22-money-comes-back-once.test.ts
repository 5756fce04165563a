import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import {
  cancellationAnswer,
  type OriginalTransaction,
  paymentReturn,
  readMessage,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import type { EntryInBatch, NachaFile } from "bursar-bank-formats/nacha";
import { runFileRails } from "#bank/file-rails";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { fileRailParts } from "#main/file-rails.ts";
import { runBankAnswers } from "#payments/payments";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { deathAt, dyingDatabase } from "../../kit/faults/dying-database.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const AMOUNT = 250_00n;
const wireSettings = {
  debtorAgentRoutingNumber: TEST_BANK.routingNumber,
  debtorName: "Acme, Inc.",
  initiatingPartyName: "Acme, Inc.",
  initiatingPartyId: "ACME001",
};

/** When the bank delivers something: before the undo leaves, after it, before its money counts, and long after that. */
const SLOTS = 4;

interface Plan {
  readonly transactionId: TransactionId;
  /** What the bank delivers in each slot. */
  readonly events: readonly (readonly [slot: number, event: string])[];
}

/**
 * Law 22 for payments that are undone: however reversals, recalls, their refusals, and returns of the payments are mixed,
 * repeated, and late, and whatever dies in between, the money comes back at most once, and a notice explains each cent by
 * which the bank's account differs.
 */
describe("money comes back once", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let people: readonly [TestPerson, TestPerson];
  let ach: BankAtFolder;
  let wire: BankAtFolder;
  const pick = seeded(testSeed("law 22, undo at the bank"));

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId, accountId } = organization;
    await organization.deposit(accountId, 100_000_000n);
    await setSettings(world, organizationId, { secondFactorGraceDays: 90 });
    const connect = async (rail: "ach" | "wire") => {
      const folder = newExchangeFolder();
      const settings = { channel: { folder, pollSeconds: 5 }, rail };
      await newLiveConnection(world.service, organization, {
        name: rail,
        settings: rail === "wire" ? { ...settings, railSettings: wireSettings } : settings,
      });
      return bankAtFolder(folder, world.clock);
    };
    [ach, wire] = [await connect("ach"), await connect("wire")];
    people = [await newPerson(world, organizationId), await newPerson(world, organizationId)];
  });
  after(async () => {
    await world.close();
    for (const { folder } of [ach, wire]) rmSync(folder, { recursive: true, force: true });
  });

  let deaths = 0;
  /** A process that dies at some step, and one that continues after it. */
  const work = async () => {
    const death = deathAt(pick() < 0.6 ? 1 + Math.floor(pick() * 25) : undefined);
    const dying = { ...world.service, database: dyingDatabase(world.service.database, death) };
    try {
      await acrossOrganizations(async () => {
        await runFileRails(dying, fileRailParts(dying));
        return runBankAnswers(dying);
      });
    } catch (error) {
      if (!death.isDead()) throw error;
      deaths += 1;
    }
    await world.work();
  };
  const exchange = async () => {
    for (let pass = 0; pass < 3; pass += 1) {
      await work();
      for (const bank of [ach, wire]) await bank.exchange();
      world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    }
    await work();
  };
  const at = async (date: string, time: string) => {
    world.setTime(date, time);
    await exchange();
  };
  const undo = async (ids: readonly TransactionId[]) => {
    const [requester, approver] = [await provedIn(world.app, people[0]), await provedIn(world.app, people[1])];
    for (const id of ids) {
      const call = { url: `/transaction/${id}/undo`, body: { reason: "duplicate" }, cookie: requester };
      const requested = await browse(world.app, call);
      assert.equal(requested.status, 200, requested.text);
      const url = `/payment-undos/${requested.body.id}/approve`;
      const approved = await browse(world.app, { url, body: {}, cookie: approver });
      assert.equal(approved.status, 200, approved.text);
    }
  };
  const chance = (share: number) => pick() < share;
  const shuffled = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((item) => [pick(), item] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, item]) => item);
  /** Each event in some slot, perhaps again in a later one. */
  const planOf = (
    transactionId: TransactionId,
    choices: readonly (readonly [event: string, share: number, from: number])[],
  ): Plan => ({
    transactionId,
    events: choices.flatMap(([event, share, from]) => {
      if (!chance(share)) return [];
      const slot = from + Math.floor(pick() * (SLOTS - from));
      const again = slot + Math.floor(pick() * (SLOTS - slot));
      return chance(0.4) ? [[slot, event] as const, [again, event] as const] : [[slot, event] as const];
    }),
  });
  const slotOf = ({ events }: Plan, event: string): number =>
    Math.min(Number.POSITIVE_INFINITY, ...events.flatMap(([slot, named]) => (named === event ? [slot] : [])));
  const rowsOf = async (ids: readonly TransactionId[]) =>
    world.service.database.many<{
      id: TransactionId;
      status: string;
      states: string[];
      kinds: string[];
      back: bigint;
    }>(sql`
      select t.transaction_id as id, t.status,
             array(select u.state from payment_undos u where u.organization_id = t.organization_id and u.transaction_id = t.transaction_id order by undo_id) as states,
             array(select n.kind from bank_notices n where n.organization_id = t.organization_id and n.transaction_id = t.transaction_id order by kind) as kinds,
             (select count(*) from ledger_entries e where e.organization_id = t.organization_id and e.transaction_id = t.transaction_id and e.effect = 'reverse') as back
        from transactions t
       where t.organization_id = ${organization.organizationId} and t.transaction_id = any (${[...ids]}::uuid[])`);
  const available = async () => {
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`);
    return available;
  };
  const booksAgree = async () => {
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
    const set = await world.service.database.many<{ reason: string }>(sql`
      select reason from bank_files where organization_id = ${organization.organizationId} and state in ('quarantined', 'rejected', 'inDoubt')`);
    assert.deepEqual(set, [], "no file is set aside");
  };
  let delivered = 0;
  const nextName = (prefix: string) => `${prefix}-${String(++delivered).padStart(4, "0")}`;

  test("reversals, and returns of the payments and of the reversals", async () => {
    const count = long ? 60 : 16;
    const ids = await pay(world.service, organization, { count, amountMinor: AMOUNT });
    await at("2026-11-20", "18:30");
    await at("2026-11-23", "09:00");
    const before = await available();
    const original = readStrictly(ach.sent().at(-1)?.[1] ?? "");
    const entryOf = (file: NachaFile, id: TransactionId): EntryInBatch | undefined =>
      entriesIn(file).find(
        ({ entry }) => entry.identificationNumber?.trim() === id.replaceAll("-", "").slice(-15).toLowerCase(),
      );
    // One of each kind, and the others at random.
    const certain: readonly Plan["events"][] = [
      [[0, "returnPayment"]],
      [[1, "returnPayment"]],
      [[3, "returnPayment"]],
      [[2, "returnReversal"]],
      [[3, "returnReversal"]],
    ];
    const plans = ids.map(
      (transactionId, index): Plan =>
        index < certain.length
          ? { transactionId, events: certain[index] ?? [] }
          : planOf(transactionId, [
              ["returnPayment", 0.45, 0],
              ["returnReversal", 0.45, 1],
            ]),
    );
    await undo(ids);
    let reversals: NachaFile | undefined;
    const traces = new Map<string, string>();
    const deliver = (slot: number, date: string) => {
      const events = plans.flatMap(({ transactionId, events: all }) =>
        all.flatMap(([when, event]) => (when === slot ? [{ transactionId, event }] : [])),
      );
      for (const { transactionId, event } of shuffled(events)) {
        const file = event === "returnPayment" ? original : reversals;
        const entry = file && entryOf(file, transactionId);
        // The payment came back before, so nothing was reversed.
        if (file === undefined || entry === undefined) continue;
        const key = `${transactionId} ${event}`;
        const traceNumber = traces.get(key) ?? `02100002${String(9_000_000 + traces.size)}`;
        traces.set(key, traceNumber);
        const code = event === "returnPayment" ? "R03" : "R01";
        const content = returnFile(file, [{ entry, code, traceNumber }], date);
        // A repeat is another file with the same return.
        ach.deliver(
          nextName("returns"),
          delivered % 2 === 0 ? content : content.replace("FIRST EXAMPLE BANK", "1ST EXAMPLE BANK  "),
        );
      }
    };
    deliver(0, "2026-11-23");
    await at("2026-11-23", "12:00");
    await at("2026-11-23", "18:30");
    const last = readStrictly(ach.sent().at(-1)?.[1] ?? "");
    if (last.batches.some(({ header }) => header.companyEntryDescription.trim() === "REVERSAL")) reversals = last;
    await at("2026-11-24", "09:00");
    deliver(1, "2026-11-24");
    await at("2026-11-24", "12:00");
    deliver(2, "2026-11-27");
    await at("2026-11-27", "12:00");
    await at("2026-11-27", "20:05");
    deliver(3, "2026-12-04");
    await at("2026-12-04", "12:00");

    let expected = before;
    for (const row of await rowsOf(ids)) {
      const plan = plans.find(({ transactionId }) => transactionId === row.id);
      assert.ok(plan !== undefined);
      const [paymentAt, reversalAt] = [slotOf(plan, "returnPayment"), slotOf(plan, "returnReversal")];
      const isReversed = paymentAt > 0 && reversals !== undefined && entryOf(reversals, row.id) !== undefined;
      const story = JSON.stringify({ plan, row: { ...row, back: String(row.back) } });
      const comesBack = paymentAt < SLOTS || reversalAt > 2;
      assert.equal(row.status, comesBack ? "reversed" : "sent", story);
      assert.equal(row.back, comesBack ? 1n : 0n, story);
      if (comesBack) expected += AMOUNT;
      // What the bank has credited and taken again, against what the books have.
      const atBank = (paymentAt < SLOTS ? 1 : 0) + (isReversed ? 1 : 0) - (isReversed && reversalAt < SLOTS ? 1 : 0);
      const difference = atBank - (comesBack ? 1 : 0);
      if (difference > 0) assert.ok(row.kinds.includes("paidBackTwice"), story);
      if (difference < 0) assert.ok(row.kinds.includes("reversalReturned"), story);
      assert.ok(
        row.states.every((state) => !["requested", "approved", "filed", "sent", "pending"].includes(state)),
        story,
      );
    }
    assert.equal(await available(), expected);
    await booksAgree();
  });

  test("recalls, their answers in any order, and returns", async () => {
    const count = long ? 40 : 10;
    await at("2026-12-07", "09:00");
    const ids = await pay(world.service, organization, { count, amountMinor: AMOUNT, method: "domesticWire" });
    await at("2026-12-07", "10:00");
    await at("2026-12-07", "10:30");
    const before = await available();
    const plans = ids.map((id) =>
      planOf(id, [
        ["RJCR", 0.4, 1],
        ["PDCR", 0.4, 1],
        ["CNCL", 0.4, 1],
        ["pacs.004", 0.5, 0],
      ]),
    );
    const recalls = new Map<string, { readonly caseId: string; readonly original: Original }>();
    const deliver = (slot: number) => {
      const events = plans.flatMap(({ transactionId, events: all }) =>
        all.flatMap(([when, event]) => (when === slot ? [{ transactionId, event }] : [])),
      );
      for (const { transactionId, event } of shuffled(events)) {
        const text = event === "pacs.004" ? writeMessage(returnMessage(transactionId)) : answerOf(transactionId, event);
        if (text !== undefined) wire.deliver(`${nextName("answer")}.xml`, text);
      }
    };
    type Original = {
      readonly messageId: string;
      readonly messageName: string;
      readonly transaction: OriginalTransaction;
    };
    const answerOf = (id: TransactionId, confirmation: string): string | undefined => {
      const recall = recalls.get((sentAs.get(id) ?? "").toLowerCase());
      if (recall === undefined) return undefined;
      const { caseId, original } = recall;
      return writeMessage(
        cancellationAnswer({
          assignmentId: nextName("A"),
          createdAt: "2026-12-07T16:00:00Z",
          assigner: { routingNumber: TEST_BANK.routingNumber },
          assignee: { name: "Acme, Inc." },
          caseId,
          caseCreator: { name: "Acme, Inc." },
          confirmation,
          original,
          transaction: original.transaction,
          ...(confirmation === "RJCR" ? { reason: { code: "CUST" } } : {}),
        }),
      );
    };
    const sentAs = new Map(
      (
        await world.service.database.many<{ id: TransactionId; name: string }>(sql`
          select transaction_id as id, end_to_end_id as name from transfers where organization_id = ${organization.organizationId}`)
      ).map(({ id, name }) => [id, name]),
    );
    const messageOf = new Map(
      (
        await world.service.database.many<{ id: TransactionId; message: string }>(sql`
          select t.transaction_id as id, f.message_id as message from transfers t
            join transfer_files f on f.organization_id = t.organization_id and f.file_id = t.file_id
           where t.organization_id = ${organization.organizationId}`)
      ).map(({ id, message }) => [id, message]),
    );
    const returnMessage = (id: TransactionId) =>
      paymentReturn({
        messageId: nextName("R"),
        createdAt: "2026-12-07T16:00:00Z",
        original: { messageId: messageOf.get(id) ?? "", messageName: "pain.001.001.09" },
        transaction: { endToEndId: sentAs.get(id) ?? "" },
        reason: { code: "FOCR" },
        returnId: `RTR${id.slice(-12)}`,
        originalAmount: { Ccy: "USD", amountMinor: AMOUNT },
        returnedAmount: { Ccy: "USD", amountMinor: AMOUNT },
        settlementDate: "2026-12-07",
        instructedAgent: { routingNumber: TEST_BANK.routingNumber },
      });
    await undo(ids);
    deliver(0);
    await at("2026-12-07", "11:00");
    for (const [, text] of wire.sent().filter(([name]) => name.startsWith("camt056"))) {
      const { content } = readMessage(text, ["camt.056.001.08"]).message;
      const [found] = content.Undrlyg[0]?.TxInf ?? [];
      assert.ok(found?.OrgnlEndToEndId !== undefined && found.OrgnlGrpInf !== undefined);
      recalls.set(found.OrgnlEndToEndId.toLowerCase(), {
        caseId: content.Assgnmt.Id,
        original: {
          messageId: found.OrgnlGrpInf.OrgnlMsgId,
          messageName: found.OrgnlGrpInf.OrgnlMsgNmId,
          transaction: { endToEndId: found.OrgnlEndToEndId },
        },
      });
    }
    for (const [slot, day] of [
      [1, "2026-12-08"],
      [2, "2026-12-09"],
      [3, "2026-12-10"],
    ] as const) {
      deliver(slot);
      await at(day, "12:00");
    }
    let expected = before;
    for (const row of await rowsOf(ids)) {
      const plan = plans.find(({ transactionId }) => transactionId === row.id);
      assert.ok(plan !== undefined);
      const story = JSON.stringify({ plan, row: { ...row, back: String(row.back) } });
      const comesBack = slotOf(plan, "pacs.004") < SLOTS;
      assert.equal(row.status, comesBack ? "reversed" : "sent", story);
      assert.equal(row.back, comesBack ? 1n : 0n, story);
      if (comesBack) expected += AMOUNT;
      const ends = comesBack ? ["succeeded", "overtaken"] : ["refused", "granted", "pending"];
      assert.ok(row.states.length === 1 && ends.includes(row.states[0] ?? ""), story);
    }
    assert.equal(await available(), expected);
    await booksAgree();
    assert.ok(deaths > 0, "some process has died");
  });
});
