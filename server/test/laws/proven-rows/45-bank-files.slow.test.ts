import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { changeConnection } from "#bank/exchange";
import { recordAnswers } from "#bank/file-rails";
import { answerIdOf } from "#bank/file-rails/answers/bank-answer.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { cancelPayment } from "#payments/payments/lifecycle/cancel-payment.ts";
import { newExchangeFolder, unsentOf } from "../../kit/banks/bank-connections.ts";
import { type BankSide, openBankSide } from "../../kit/proofs/bank-side.ts";
import { alarms } from "../../kit/proofs/password-of-the-role.ts";
import { operator } from "../../kit/service/full-app.ts";

/**
 * Law 45 for what goes to banks: someone with the password of the serving role can neither redirect a connection, nor have
 * a payment sent twice, nor make up a bank's answer that gives money back.
 */
describe("the bank's side, with the password of the serving role", () => {
  let side: BankSide;
  let world: BankSide["world"];
  let mallory: BankSide["mallory"];
  let organization: BankSide["organization"];
  let bank: BankSide["bank"];
  let connectionId: BankSide["connectionId"];
  let at: BankSide["at"];
  let endOf: BankSide["endOf"];
  let pay: BankSide["pay"];
  let statusOf: BankSide["statusOf"];
  let entriesOf: BankSide["entriesOf"];

  beforeEach(async () => {
    side = await openBankSide();
    ({ world, mallory, organization, bank, connectionId, at, endOf, pay, statusOf, entriesOf } = side);
  });
  afterEach(() => side.close());

  it("a redirected connection sends nothing anywhere, and the other rails go on", async () => {
    const elsewhere = newExchangeFolder();
    const ach = await pay("ach", 1_234.56);
    const wire = await pay("domesticWire", 77.01);
    const changed = await mallory.attack(
      "update bank_connections set settings = jsonb_set(settings, '{channel,folder}', to_jsonb($2::text)) where connection_id = $1",
      [connectionId, elsewhere],
    );
    assert.equal(changed, 1);
    await endOf("2026-11-20");
    for (const time of ["10:00", "12:00", "14:00"]) await at("2026-11-23", time);
    assert.deepEqual(existsSync(join(elsewhere, "outbox")) ? readdirSync(join(elsewhere, "outbox")) : [], []);
    assert.deepEqual(bank.sent(), []);
    assert.equal(await statusOf(ach), "pending");
    assert.equal(await statusOf(wire), "sent", "a wire goes over another connection");
    assert.ok((await alarms(world)).includes(`bank_connections/${connectionId}`));
  });

  it("an older version of a connection is not the connection", async () => {
    const [before] = await mallory.rows<{ settings: object; version: number }>(
      "select settings, version from bank_connections where connection_id = $1",
      [connectionId],
    );
    assert.ok(before);
    const folder = newExchangeFolder();
    await changeConnection(world.service, {
      organizationId: organization.organizationId,
      connectionId,
      actor: operator,
      change: { channel: { folder } },
      endRehearsal: unsentOf(world.service).endRehearsal,
    });
    const restored = await mallory.attack(
      "update bank_connections set settings = $2, version = $3 where connection_id = $1",
      [connectionId, before.settings, before.version],
    );
    assert.equal(restored, 1);
    await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    assert.deepEqual(bank.sent(), []);
    assert.ok((await alarms(world)).includes(`bank_connections/${connectionId}`));
  });

  it("a settled payment is in no second file, whatever is written about it", async () => {
    const id = await pay("ach", 1_234.56);
    world.setTime("2026-11-20", "18:30");
    await world.work("hand-over");
    const [content] = await mallory.rows<{ content: Buffer }>(
      "select content from bank_order_contents where transaction_id = $1",
      [id],
    );
    assert.ok(content, "the instruction waits for its file");
    await endOf("2026-11-20");
    await at("2026-11-23", "09:00");
    assert.equal(await statusOf(id), "sent");
    assert.equal(entriesOf(1_234.56), 1);

    assert.equal(await mallory.attack("delete from bank_file_payments where transaction_id = $1", [id]), "refused");
    const moved = "update bank_file_payments set transaction_id = organization_id where transaction_id = $1";
    assert.equal(await mallory.attack(moved, [id]), "refused");
    await mallory.attack("update bank_file_payments set released = true where transaction_id = $1", [id]);
    await mallory.attack(
      "insert into bank_order_contents (organization_id, transaction_id, content) values ($1, $2, $3)",
      [organization.organizationId, id, content.content],
    );
    const reopened = await mallory.attack(
      `update bank_orders set state = 'open', file_id = null, position = null, reference = null, window_at = $2
        where transaction_id = $1`,
      [id, world.clock.now()],
    );
    assert.equal(reopened, 1);
    const other = await pay("ach", 22.22);
    await endOf("2026-11-23");
    await at("2026-11-24", "09:00");
    assert.equal(entriesOf(1_234.56), 1, "the bank has one entry");
    assert.equal(entriesOf(22.22), 1, "other payments go out");
    assert.equal(await statusOf(id), "sent", "nothing else happens to it");
    assert.equal(await statusOf(other), "sent");
    assert.ok((await alarms(world)).includes(`bank_orders/${id}`));
  });

  it("a file that the bank has is not sent again", async () => {
    await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    const [file] = await mallory.rows<{ file_id: string }>(
      "select file_id from bank_files where direction = 'out' and format = 'nacha'",
    );
    assert.ok(file);
    const before = bank.sent().length;
    const reset = await mallory.attack(
      "update bank_files set state = 'written', sent_at = null, answered_at = null, answer_due_at = null where file_id = $1",
      [file.file_id],
    );
    assert.equal(reset, 1);
    await pay("ach", 22.22);
    await endOf("2026-11-23");
    assert.equal(entriesOf(1_234.56), 1);
    assert.equal(bank.sent().length, before + 1, "the next file goes out");
    assert.ok((await alarms(world)).includes(`bank_files/${file.file_id}`));
  });

  it("a made-up return gives no money back, whether it is due or waits for the confirmation", async () => {
    const id = await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    const makeUp = async (code: string, disposition: "waiting" | "parked") => {
      const answerId = world.service.newId();
      await mallory.attack(
        `insert into file_answers (organization_id, answer_id, transaction_id, outcome, code, answered_at, due_at, disposition)
         values ($1, $2, $3, 'returned', $4, $5, $5, $6)`,
        [organization.organizationId, answerId, id, code, world.clock.now(), disposition],
      );
      return answerId;
    };
    const parked = await makeUp("R02", "parked");
    await at("2026-11-23", "09:00");
    assert.equal(await statusOf(id), "sent");
    const due = await makeUp("R01", "waiting");
    await mallory.attack(
      `insert into rail_answers (organization_id, answer_id, transaction_id, outcome, code, answered_at, disposition)
       values ($1, $2, $3, 'returned', 'R01', $4, 'parked')`,
      [organization.organizationId, world.service.newId(), id, world.clock.now()],
    );
    await at("2026-11-24", "12:00");
    assert.equal(await statusOf(id), "sent");
    const found = await alarms(world);
    for (const answerId of [parked, due]) assert.ok(found.includes(`file_answers/${answerId}`), answerId);
  });

  it("a return that is put back into the inbox gives its money back once", async () => {
    const id = (await pay("ach", 1_234.56)) as TransactionId;
    const { organizationId } = organization;
    await endOf("2026-11-20");
    await at("2026-11-23", "09:00");
    const answerId = answerIdOf(id, "returned", "R01");
    const now = world.clock.now();
    const answers = [{ answerId, transactionId: id, outcome: "returned", code: "R01", answeredAt: now } as const];
    await world.service.database.transaction((tx) => recordAnswers(tx, organizationId, { answers, now }));
    await at("2026-11-24", "12:00");
    assert.equal(await statusOf(id), "reversed");
    const put = await mallory.attack(
      "update file_answers set disposition = 'waiting', collected_at = null where answer_id = $1",
      [answerId],
    );
    assert.equal(put, 1);
    await mallory.attack(
      "update transactions set status = 'sent', failed_at = null, reason_for_failure = null where transaction_id = $1",
      [id],
    );
    await at("2026-11-24", "13:00");
    const reversals = await mallory.rows(
      "select from ledger_entries where transaction_id = $1 and effect = 'reverse'",
      [id],
    );
    assert.equal(reversals.length, 1);
    const [account] = await mallory.rows<{ available: string }>(
      "select available_minor as available from ledger_balances where ledger_account_id = $1",
      [organization.accountId],
    );
    assert.equal(Number(account?.available), 1_000_000_00);
  });

  it("a canceled payment is not sent, even if its status says that it waits", async () => {
    const id = await pay("ach", 1_234.56);
    const { organizationId } = organization;
    await world.service.database.transaction((tx) =>
      cancelPayment(world.service, tx, { organizationId, transactionId: id, actor: operator }),
    );
    assert.equal(await statusOf(id), "cancelled");
    await mallory.attack(
      "update transactions set status = 'pending', version = version + 1 where transaction_id = $1",
      [id],
    );
    await mallory.attack(
      "update rail_submissions set state = 'waiting', submitted_at = null where transaction_id = $1",
      [id],
    );
    await endOf("2026-11-20");
    assert.equal(entriesOf(1_234.56), 0);
  });

  it("lowered numbers give no number out twice", async () => {
    await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    await mallory.attack("update file_sequences set next_sequence = 1, next_file = 1 where connection_id = $1", [
      connectionId,
    ]);
    await pay("ach", 22.22);
    await endOf("2026-11-23");
    const numbers = bank
      .sent()
      .flatMap(([, text]) => text.split(/\r?\n/))
      .filter((line) => line.startsWith("6"));
    assert.equal(new Set(numbers.map((line) => line.slice(79, 94))).size, numbers.length);
    assert.ok((await alarms(world)).includes(`file_sequences/${connectionId}`));
  });
});
