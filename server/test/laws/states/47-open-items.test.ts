import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { EntryInBatch } from "bursar-bank-formats/nacha";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const PAYMENTS = long ? 60 : 24;
const FILES = long ? 40 : 12;

/** What a bank's file may say about an entry; everything but the first has to wait for a person. */
const whats = ["returned", "otherAmount", "unknownTrace", "otherCompany", "otherBank", "forward"] as const;
type What = (typeof whats)[number];

/**
 * Law 47: whatever a bank's files mix, in whatever order and however often they repeat it, each item counts once: it is
 * applied, or it is an open item, and both together are the file.
 */
describe("each item of a bank's files counts once", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  const folder = newExchangeFolder();
  const random = seeded(testSeed("the bank's files and their items"));
  const pick = <T>(items: readonly T[]): T => present(items[Math.floor(random() * items.length)], "there is an item");

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    await newLiveConnection(world.service, organization, {
      settings: { channel: { folder } },
    });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const work = async (minutes: number) => {
    world.clock.set(plusMs(world.clock.now(), minutes * MINUTE_MS));
    await world.work();
  };
  const counted = async (condition: ReturnType<typeof sql>) =>
    Number(
      (
        await world.service.database.one<{ count: bigint }>(
          sql`select count(*) as count from bank_file_items where organization_id = ${organization.organizationId} and ${condition}`,
        )
      ).count,
    );

  test("open items and applied items are the file", async () => {
    const { organizationId } = organization;
    const ids = await pay(world.service, organization, { count: PAYMENTS, amountMinor: 5_000n });
    world.setTime("2026-11-20", "18:30");
    await work(0);
    const { name } = await world.service.database.one<{ name: string }>(sql`
      select name from bank_files where organization_id = ${organizationId} and direction = 'out'`);
    const file = readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
    const entries = entriesIn(file);
    assert.equal(entries.length, PAYMENTS);

    let bankTrace = 0;
    const entryFor = (what: What, index: number) => {
      const original = present(entries[index], "an entry was sent");
      bankTrace += 1;
      const changed = (fields: object): EntryInBatch => ({ ...original, entry: { ...original.entry, ...fields } });
      const header = { ...original.header, companyIdentification: "9999999999" };
      const entry = {
        returned: original,
        forward: original,
        otherAmount: changed({ amountMinor: 4_999n }),
        unknownTrace: changed({ traceNumber: `09100001${String(9_000_000 + bankTrace)}` }),
        otherCompany: { ...original, header } as EntryInBatch,
        otherBank: changed({ receivingDfiIdentification: "12100035", checkDigit: "8" }),
      }[what];
      return { what, index, entry, code: "R03", traceNumber: `02100002${String(bankTrace).padStart(7, "0")}` };
    };
    type Said = ReturnType<typeof entryFor>;
    const all: Said[] = [];
    /** Each payment is returned at most once, because another return would contradict the first. */
    const returnable = new Set(entries.keys());
    const news = (): Said => {
      const what = pick(whats.filter((kind) => kind !== "forward" && (kind !== "returned" || returnable.size > 0)));
      const index = what === "returned" ? pick([...returnable]) : pick([...entries.keys()]);
      if (what === "returned") returnable.delete(index);
      const entry = entryFor(what, index);
      all.push(entry);
      return entry;
    };

    const unfit = () => new Set(all.filter(({ what }) => what !== "returned"));
    for (let round = 0; round < FILES; round += 1) {
      const before = new Set(all);
      const fresh = Array.from({ length: 1 + Math.floor(random() * 6) }, news);
      // Banks repeat what they said in earlier files.
      const repeated = [...before].filter(() => random() < 0.3);
      const mixed = [...fresh, ...repeated].toSorted(() => random() - 0.5);
      const text = returnFile(file, mixed, "2026-11-23");
      const copies = random() < 0.3 ? ["", "again-"] : [""];
      for (const copy of copies) writeFileSync(join(folder, "inbox", `${copy}returns-${round}.ach`), text);
      await work(5);
      await work(5);
      const received = await world.service.database.one<{ state: string; entries: number; items: bigint }>(sql`
        select f.state, f.transaction_count as entries,
               (select count(*) from bank_file_items i where i.organization_id = f.organization_id and i.file_id = f.file_id) as items
          from bank_files f
         where f.organization_id = ${organizationId} and f.name like ${`%returns-${round}.ach`} and f.repeats_file_id is null`);
      assert.deepEqual([received.state, received.entries], ["processed", mixed.length], "every item is counted");
      assert.equal(
        Number(received.items),
        fresh.filter(({ what }) => what !== "returned").length,
        "what an earlier file said is no new item",
      );
      assert.equal(await counted(sql`state = 'open'`), unfit().size, "each is open once");
    }

    const returned = all.filter(({ what }) => what === "returned");
    assert.ok(returned.length > 0 && unfit().size > 0, "the files mix both");
    const answers = await world.service.database.one<{ count: bigint }>(sql`
      select count(*) as count from file_answers where organization_id = ${organizationId} and outcome = 'returned'`);
    assert.equal(Number(answers.count), returned.length, "each return was applied once");
    const rows = await world.service.database.many<{ id: string; status: string }>(sql`
      select transaction_id as id, status from transactions where organization_id = ${organizationId} and transaction_id = any (${ids}::uuid[])`);
    assert.equal(rows.filter(({ status }) => status === "reversed").length, returned.length);
    const { available } = await world.service.database.one<{ available: bigint }>(sql`
      select available_minor as available from ledger_balances
       where organization_id = ${organizationId} and ledger_account_id = ${organization.accountId}`);
    assert.equal(available, 100_000_000n - BigInt(PAYMENTS - returned.length) * 5_000n);
    assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
  });
});
