import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { changeConnection } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, TransactionId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { achSettings, newExchangeFolder, newLiveConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

/** A bank with one directory for everything: two companies' ACH files, and wires. */
describe("connections that share a folder", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let bank: BankAtFolder;
  let payroll: AccountId;
  const connections = new Map<string, string>();
  const folder = newExchangeFolder();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    payroll = await organization.newAccount("Payroll");
    for (const accountId of [organization.accountId, payroll]) await organization.deposit(accountId, 10_000_000n);
    bank = await bankAtFolder(folder, world.clock);
    await connect("ach", {});
    const company = { companyIdentification: "2987654321", companyName: "Acme Payroll" };
    await connect(
      "payroll",
      { railSettings: { ...achSettings, ...company, fileName: "payroll-{number}.txt" } },
      payroll,
    );
    const name = "Acme, Inc.";
    const wire = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: name, initiatingPartyName: name };
    await connect("wire", { rail: "wire", railSettings: { ...wire, initiatingPartyId: "ACME001" } });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = async (name: string, settings: object, accountId = organization.accountId) => {
    const { connectionId } = await newLiveConnection(
      world.service,
      { ...organization, accountId },
      { name, settings: { channel: { folder, pollSeconds: 5 }, ...settings } },
    );
    connections.set(connectionId, name);
  };
  const work = () => world.work();
  const at = (day: string, time: string) => world.setTime(day, time);
  const pass = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
      await work();
      await bank.exchange();
    }
    await work();
  };
  /** What arrived, by the connection that has it. */
  const received = async (like = "%") =>
    (
      await world.service.database.many<{ connection_id: string; format: string; state: string; rail: string }>(sql`
        select connection_id, format, state, rail from bank_files
         where organization_id = ${organization.organizationId} and direction = 'in' and name like ${like} order by file_id`)
    ).map(({ connection_id: id, format, state, rail }) => `${connections.get(id)} ${rail} ${format} ${state}`);
  const items = async () =>
    (
      await world.service.database.one<{ count: bigint }>(sql`
        select count(*) as count from bank_file_items where organization_id = ${organization.organizationId} and state = 'open'`)
    ).count;
  const statusesOf = async (ids: readonly TransactionId[]) =>
    (
      await world.service.database.many<{ status: string }>(sql`
        select status from transactions where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[])
         order by transaction_id`)
    ).map(({ status }) => status);
  let ours: readonly TransactionId[];
  let ofThisConnection: readonly TransactionId[];

  test("each answer of the bank is applied once, by the connection that it is for", async () => {
    at("2026-11-20", "10:00");
    const wires = await pay(world.service, organization, { method: "domesticWire", amountMinor: 70_000n, count: 2 });
    await pass(4);
    ours = await pay(world.service, organization, { count: 3, amountMinor: 5_000n });
    ofThisConnection = await pay(world.service, organization, { count: 2, amountMinor: 6_000n, accountIds: [payroll] });
    at("2026-11-20", "18:30");
    await work();
    assert.equal(bank.sent().length, 3);
    await pass(6);
    at("2026-11-23", "10:00");
    await pass(3);
    const arrived = await received();
    assert.equal(arrived.length, bank.answered().length, "nothing is listed twice");
    assert.deepEqual([...new Set(arrived)].toSorted(), [
      "ach ach pain.002 processed",
      "payroll ach pain.002 processed",
      "wire wire pain.002 processed",
    ]);
    assert.equal(await items(), 0n);
    assert.deepEqual(await statusesOf(wires), ["sent", "sent"]);
    assert.deepEqual(await statusesOf(ours), ["sent", "sent", "sent"]);
    assert.deepEqual(await statusesOf(ofThisConnection), ["failed", "failed"], "the bank knows no such company");
  });

  const fileOf = (prefix: string) => {
    const [name] = present(
      bank.sent().find(([sent]) => sent.startsWith(prefix)),
      "the file was sent",
    );
    return readStrictly(readFileSync(join(folder, "outbox", name), "latin1"));
  };

  test("returns go to the company that they are for", async () => {
    const file = fileOf("ach-");
    const [entry] = entriesIn(file);
    bank.deliver(
      "returned.ach",
      returnFile(file, [{ entry: present(entry, "an entry was sent"), code: "R03" }], "2026-11-24"),
    );
    const other = fileOf("payroll-");
    const [another] = entriesIn(other);
    bank.deliver(
      "more.ach",
      returnFile(other, [{ entry: present(another, "an entry was sent"), code: "R04" }], "2026-11-24"),
    );
    await pass(3);
    assert.deepEqual(await received("returned.ach"), ["ach ach nacha processed"]);
    assert.deepEqual(await received("more.ach"), ["payroll ach nacha processed"]);
    assert.deepEqual((await statusesOf(ours)).toSorted(), ["reversed", "sent", "sent"]);
    assert.equal(await items(), 1n, "a return of a payment that the bank had rejected");
  });

  test("names decide first, and what no connection can read is set aside once", async () => {
    const [payrollId] = present(
      [...connections].find(([, name]) => name === "payroll"),
      "the connection exists",
    );
    await changeConnection(world.service, {
      organizationId: organization.organizationId,
      connectionId: payrollId,
      actor: operator,
      change: { channel: { fileNames: ["payroll-*"], readAs: ["*.ret=nacha"] } },
      endRehearsal: unsentOf(world.service).endRehearsal,
    });
    const file = fileOf("ach-");
    const [, second, third] = entriesIn(file);
    bank.deliver(
      "Payroll-returns.ach",
      returnFile(file, [{ entry: present(second, "an entry was sent"), code: "R03" }], "2026-11-24"),
    );
    bank.deliver("greetings.xml", "<hello/>");
    bank.deliver(
      "others.ach",
      returnFile(file, [{ entry: present(third, "an entry was sent"), code: "R03" }], "2026-11-24"),
    );
    await pass(3);
    assert.deepEqual(await received("Payroll-returns.ach"), ["payroll ach nacha processed"]);
    assert.equal(await items(), 2n, "the name says payroll, and the entry is another company's");
    assert.deepEqual(await received("others.ach"), ["ach ach nacha processed"]);
    assert.equal((await received("greetings.xml")).length, 1);
    assert.match((await received("greetings.xml"))[0] ?? "", /quarantined$/);
    assert.deepEqual((await statusesOf(ours)).toSorted(), ["reversed", "reversed", "sent"]);
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });
});
