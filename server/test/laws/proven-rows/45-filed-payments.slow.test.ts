import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { customerStatusReport, writeMessage } from "bursar-bank-formats/iso20022";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import type { AccountId, RecipientId } from "#kernel/values/ids.ts";
import { restingFor } from "#kernel/work/failing-jobs.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { changeFile, entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { type BankAtFolder, bankAtFolder } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { alarms, type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";

/**
 * Law 45 for which file a payment is in, and which payment a bank means: someone with the password of the serving role
 * edits what is kept about payments in files. Two accounts pay over connections of their own, to two banks.
 */
describe("payments in files, with the password of the serving role", () => {
  let world: TestWorld;
  let mallory: RolePassword;
  let organization: TestOrganization;
  let first: Connected;
  let second: Connected;

  interface Connected {
    readonly accountId: AccountId;
    readonly connectionId: string;
    readonly bank: BankAtFolder;
  }

  beforeEach(async () => {
    world = await openWorld({ mode: "production" });
    mallory = await withPasswordOfTheRole(world);
    organization = await world.newOrganization();
    first = await connect("first", organization.accountId);
    second = await connect("second", await organization.newAccount("Payroll"));
  });
  afterEach(async () => {
    await mallory.leave();
    await world.close();
  });

  async function connect(name: string, accountId: AccountId): Promise<Connected> {
    await organization.deposit(accountId, 1_000_000_00n);
    const folder = newExchangeFolder();
    const { organizationId } = organization;
    const settings = { channel: { folder, pollSeconds: 5 } };
    const { connectionId } = await newLiveConnection(world.service, { organizationId, accountId }, { name, settings });
    return { accountId, connectionId, bank: await bankAtFolder(folder, world.clock) };
  }

  const names = new Set(["hand-over", "file-rails", "bank-files", "bank-answers"]);
  const work = async () => {
    const jobs = world.app.jobs.filter(({ name }) => names.has(name));
    for (let pass = 0; pass < 3; pass += 1) {
      await acrossOrganizations(() => runUntilIdle(jobs));
      world.clock.set(plusMs(world.clock.now(), 6 * SECOND_MS));
    }
  };
  const setClock = (date: string, time: string) => world.setTime(date, time);
  /** To a time in New York; these banks take what was sent, and answer. */
  const at = async (date: string, time: string, banks: readonly Connected[] = [first, second]) => {
    setClock(date, time);
    for (let round = 0; round < 2; round += 1) {
      await work();
      for (const { bank } of banks) await bank.exchange();
    }
    await work();
  };
  /** Over the cut-offs of a day. */
  const endOf = async (date: string, banks?: readonly Connected[]) => {
    for (const time of ["18:30", "19:10"]) await at(date, time, banks);
  };
  /** No content of a file can be stored until the result is called; then the job that failed may run again. */
  const breakStorage = async (): Promise<() => Promise<unknown>> => {
    const alter = (text: string) => world.owner().run({ text: `alter table bank_file_contents ${text}`, values: [] });
    await alter("add constraint broken check (false) not valid");
    return async () => {
      await alter("drop constraint broken");
      while (restingFor(world.service, "file-rails").length > 0) await sleep(50);
    };
  };
  /** Payments are handed over, and wait for the next file. */
  const handOver = async (date: string) => {
    setClock(date, "18:30");
    await world.work("hand-over");
  };

  async function pay(from: Connected, amount: number, recipientId: RecipientId = organization.recipientId) {
    const { body } = payment(organization, { amount, recipientId });
    const request = { url: `/account/${from.accountId}/transactions`, body };
    const { status, text, body: made } = await inject(world.app, organization.token, request);
    assert.equal(status, 200, text);
    return made.id as string;
  }
  const statusOf = async (id: string) =>
    (await mallory.rows<{ status: string }>("select status from transactions where transaction_id = $1", [id]))[0]
      ?.status;
  const orderOf = async (id: string) =>
    present(
      (
        await mallory.rows<{ reference: string; file_id: string; state: string; connection_id: string }>(
          "select reference, file_id, state, connection_id from bank_orders where transaction_id = $1",
          [id],
        )
      )[0],
      "the payment was handed over",
    );
  const accountNumberOf = async (recipientId: RecipientId) =>
    (
      await mallory.rows<{ last4: string }>(
        `select v.account_number_last4 as last4 from recipients r
           join recipient_routings v on v.organization_id = r.organization_id and v.routing_id = r.ach_routing_id
          where r.recipient_id = $1`,
        [recipientId],
      )
    )[0]?.last4;
  const swapReferences = (paymentId: string, other: string) =>
    mallory.attack(
      `update bank_orders b set reference = o.reference from bank_orders o
        where b.transaction_id in ($1, $2) and o.transaction_id in ($1, $2) and b.transaction_id <> o.transaction_id`,
      [paymentId, other],
    );
  const latestFile = ({ bank }: Connected) => readStrictly(present(bank.sent().at(-1), "a file was sent")[1]);
  const entryTo = (from: Connected, accountNumber: string) =>
    present(
      entriesIn(latestFile(from)).find(({ entry }) => entry.dfiAccountNumber.trim() === accountNumber),
      "the file has an entry to the account",
    );
  const cents = (amount: number) => String(Math.round(amount * 100)).padStart(10, "0");
  const entriesOf = ({ bank }: Connected, amount: number) =>
    bank
      .sent()
      .flatMap(([, text]) => text.split(/\r?\n/))
      .filter((line) => line.startsWith("6") && line.includes(cents(amount))).length;

  it("a bank's correction changes no recipient but the one whose details were paid", async () => {
    const supplier = await organization.newRecipient("Initech", "111122223333");
    const thief = await organization.newRecipient("Mallory LLC", "999988887777");
    const paid = await pay(first, 50, supplier);
    const lure = await pay(first, 1, thief);
    await endOf("2026-11-20");
    // Mallory's bank reports that her account has another number now, and she makes it the supplier's.
    const corrections = { dfiAccountNumber: "999988880000" };
    const file = latestFile(first);
    const notice = (name: string) =>
      first.bank.deliver(
        name,
        changeFile(file, [{ entry: entryTo(first, "999988887777"), code: "C01", corrections }], "2026-11-23"),
      );
    assert.equal(await swapReferences(paid, lure), 2);
    notice("change.ach");
    await at("2026-11-23", "09:00");
    assert.equal(await accountNumberOf(supplier), "3333");
    assert.equal(await accountNumberOf(thief), "7777");
    assert.ok((await alarms(world)).includes(`bank_orders/${paid}`));
    const changes = await mallory.rows("select 1 from ach_changes");
    assert.deepEqual(changes, [], "nobody receives a notice about the supplier either");

    assert.equal(await swapReferences(paid, lure), 2);
    const items = await mallory.rows<{ state: string }>(
      "select i.state from bank_files f join bank_file_items i using (organization_id, file_id) where f.name = 'change.ach'",
    );
    assert.deepEqual(items, [{ state: "open" }], "the correction waits for a person");
    first.bank.deliver(
      "change-again.ach",
      changeFile(file, [{ entry: entryTo(first, "999988887777"), code: "C01", corrections }], "2026-11-24"),
    );
    await at("2026-11-24", "09:00");
    assert.equal(await accountNumberOf(supplier), "3333");
    assert.equal(await accountNumberOf(thief), "0000", "as it was, the bank's correction applies");
  });

  it("a return gives back the payment that came back, not another one of the same amount", async () => {
    const other = await organization.newRecipient("Initech", "111122223333");
    const returned = await pay(first, 50);
    const kept = await pay(first, 50, other);
    await endOf("2026-11-20");
    await at("2026-11-23", "09:00");
    assert.equal(await swapReferences(returned, kept), 2);
    const entry = entryTo(first, "123456789");
    first.bank.deliver("return.ach", returnFile(latestFile(first), [{ entry, code: "R03" }], "2026-11-24"));
    await at("2026-11-24", "09:00");
    assert.equal(await statusOf(kept), "sent");
    assert.ok((await alarms(world)).includes(`bank_orders/${kept}`));
  });

  it("a payment that was moved into another connection's file goes over its own", async () => {
    const id = await pay(first, 1_234.56);
    await handOver("2026-11-20");
    assert.equal((await orderOf(id)).state, "open");
    const moved = await mallory.attack("update bank_orders set connection_id = $2 where transaction_id = $1", [
      id,
      second.connectionId,
    ]);
    assert.equal(moved, 1);
    await endOf("2026-11-20");
    await endOf("2026-11-23");
    assert.equal(entriesOf(second, 1_234.56), 0, "the account is no customer of the second bank");
    assert.equal(entriesOf(first, 1_234.56), 1, "its own bank has it");
  });

  it("nor over another connection if it is moved while its file is planned, but cannot be written", async () => {
    const id = await pay(first, 1_234.56);
    const otherId = await pay(second, 33.33);
    await handOver("2026-11-20");
    const repair = await breakStorage();
    await at("2026-11-20", "18:30", []);
    const [mine, other] = [await orderOf(id), await orderOf(otherId)];
    assert.deepEqual([mine.state, other.state], ["filed", "filed"], "planned, but not written");
    const moved = await mallory.attack(
      "update bank_orders set file_id = $2, connection_id = $3, position = 2, reference = $4 where transaction_id = $1",
      [id, other.file_id, second.connectionId, `${other.reference.slice(0, 8)}0000999`],
    );
    assert.equal(moved, 1);
    await repair();
    await at("2026-11-20", "18:33");
    await endOf("2026-11-23");
    assert.equal(entriesOf(second, 1_234.56), 0, "the account is no customer of the second bank");
    assert.equal(entriesOf(second, 33.33), 1, "the second bank has what is its own");
    assert.equal(entriesOf(first, 1_234.56), 1, "its own bank has it");
    const row = `bank_orders/${id}`;
    assert.deepEqual(await alarms(world), [row]);

    const run = (command: string, input: object) =>
      runAdminCommand({ service: world.service, sandbox: undefined }, { command, input, actor: operator });
    const { organizationId } = organization;
    assert.deepEqual(await run("rows.list", {}), [{ organizationId, row }], "the operator finds what the alarm names");
    assert.deepEqual(await run("rows.accept", { row: `bank_orders/${otherId}` }), { accepted: false });
    assert.deepEqual(await run("rows.accept", { row }), { accepted: true });
    assert.deepEqual([await run("rows.list", {}), await alarms(world)], [[], []], "and ends it");
  });

  it("a file that someone planned is not written", async () => {
    const sentBefore = await pay(second, 10);
    await endOf("2026-11-20");
    const [plan] = await mallory.copy("ach_files", "file_id", (await orderOf(sentBefore)).file_id);
    assert.ok(plan);
    const id = await pay(first, 1_234.56);
    await handOver("2026-11-23");
    const forged = world.service.newId();
    await mallory.insertCopy("ach_files", plan, {
      file_id: forged,
      state: "planned",
      name: "mallory.txt",
      modifier: "M",
      entries: 1,
      total_minor: 123_456,
      window_at: world.clock.now().toISOString(),
      creation_date: "2026-11-23",
      effective_on: "2026-11-24",
      written_at: null,
      answered_at: null,
      first_sequence: 900,
    });
    const moved = await mallory.attack(
      `update bank_orders set state = 'filed', connection_id = $2, file_id = $3, position = 1, reference = '021000020000900'
        where transaction_id = $1`,
      [id, second.connectionId, forged],
    );
    assert.equal(moved, 1);
    await endOf("2026-11-23");
    assert.deepEqual([entriesOf(first, 1_234.56), entriesOf(second, 1_234.56)], [0, 0]);
    assert.ok((await alarms(world)).includes(`ach_files/${forged}`));
  });

  describe("after the bank has acknowledged a file", () => {
    let id: string;
    let content: Buffer;
    let fileId: string;
    /** In a file that the second bank has not answered. */
    let rejected: string;

    beforeEach(async () => {
      id = await pay(first, 1_234.56);
      rejected = await pay(second, 33.33);
      await handOver("2026-11-20");
      const [row] = await mallory.rows<{ content: Buffer }>(
        "select content from bank_order_contents where transaction_id = $1",
        [id],
      );
      content = present(row, "the instruction waits for its file").content;
      await endOf("2026-11-20", [first]);
      ({ file_id: fileId } = await orderOf(id));
      const [file] = await mallory.rows<{ state: string }>("select state from bank_files where file_id = $1", [fileId]);
      assert.equal(file?.state, "acknowledged");
      assert.equal(await statusOf(id), "pending", "it settles on the next banking day");
    });

    const restoreContent = () =>
      mallory.attack("insert into bank_order_contents (organization_id, transaction_id, content) values ($1, $2, $3)", [
        organization.organizationId,
        id,
        content,
      ]);
    /** Days go by; the payment settles as the bank has said. */
    const assertPaidOnce = async (named = `bank_orders/${id}`) => {
      const other = await pay(first, 22.22);
      for (const day of ["2026-11-23", "2026-11-24"]) {
        await at(day, "09:00", [first]);
        await endOf(day, [first]);
      }
      await at("2026-11-25", "09:00", [first]);
      assert.equal(entriesOf(first, 1_234.56), 1, "the bank has one entry");
      assert.equal(await statusOf(id), "sent", "the payment has settled, and does not fail");
      assert.equal(await statusOf(other), "sent", "everything else continues");
      assert.ok((await alarms(world)).includes(named));
    };

    it("a reopened payment without its instruction does not fail", async () => {
      const reopened = await mallory.attack(
        "update bank_orders set state = 'waiting', connection_id = null, window_at = null, file_id = null, position = null, reference = null where transaction_id = $1",
        [id],
      );
      assert.equal(reopened, 1);
      await assertPaidOnce();
    });

    it("a file that is planned again, or dropped, fails and reopens none of its payments", async () => {
      await restoreContent();
      await mallory.attack("update bank_file_payments set released = true where transaction_id = $1", [id]);
      const moved = "update ach_files set connection_id = $2 where file_id = $1";
      assert.equal(await mallory.attack(moved, [fileId, world.service.newId()]), "refused");
      const planned = await mallory.attack(
        "update ach_files set state = 'planned', written_at = null, answered_at = null where file_id = $1",
        [fileId],
      );
      assert.equal(planned, 1);
      await assertPaidOnce(`ach_files/${fileId}`);
    });

    it("the rejection of another file fails none of its payments", async () => {
      const other = await orderOf(rejected);
      assert.equal(other.state, "filed");
      const moved = await mallory.attack("update bank_orders set file_id = $2 where transaction_id = $1", [
        id,
        other.file_id,
      ]);
      assert.equal(moved, 1);
      const [file] = await mallory.rows<{ message_id: string }>(
        "select message_id from bank_files where file_id = $1",
        [other.file_id],
      );
      const report = customerStatusReport({
        messageId: "REJECTED-1",
        createdAt: "2026-11-21T01:00:00Z",
        fileStatus: "RJCT",
        batches: [],
        original: {
          messageId: present(file, "it was sent").message_id,
          messageName: "NACHA",
          createdAt: "2026-11-21T00:30:00Z",
        },
      });
      second.bank.deliver("rejected.xml", writeMessage(report));
      await work();
      assert.equal(await statusOf(rejected), "failed", "the second bank has rejected its file");
      assert.equal(await statusOf(id), "pending");
      await assertPaidOnce();
    });
  });
});
