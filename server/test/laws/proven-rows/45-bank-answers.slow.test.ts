import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import type { BankAtFolder } from "../../kit/banks/bank-at-folder.ts";
import { customerReport, transfersIn } from "../../kit/banks/transfer-bank.ts";
import { type BankSide, openBankSide } from "../../kit/proofs/bank-side.ts";
import { alarms } from "../../kit/proofs/password-of-the-role.ts";

/**
 * Law 45 for what banks answer: someone with the password of the serving role cannot have an answer applied to another
 * payment, so that the money of one that the bank has made is back in the books.
 */
describe("answers of banks, with the password of the serving role", () => {
  let side: BankSide;
  let world: BankSide["world"];
  let mallory: BankSide["mallory"];
  let bank: BankSide["bank"];
  let wires: BankSide["wires"];
  let connectionId: BankSide["connectionId"];
  let at: BankSide["at"];
  let endOf: BankSide["endOf"];
  let pay: BankSide["pay"];
  let statusOf: BankSide["statusOf"];
  let entriesOf: BankSide["entriesOf"];

  beforeEach(async () => {
    side = await openBankSide();
    ({ world, mallory, bank, wires, connectionId, at, endOf, pay, statusOf, entriesOf } = side);
  });
  afterEach(() => side.close());

  /** The last message that the bank received over a connection. */
  const lastSent = (from: BankAtFolder) => from.sent().at(-1)?.[1] ?? "";
  const wireMessage = () => {
    const [sent] = transfersIn(lastSent(wires));
    assert.ok(sent);
    return sent.message;
  };

  /** A wire in a message of its own, which the bank has and does not answer. */
  const sendWire = async (amount: number, ...times: readonly string[]) => {
    wires.isDown = true;
    const before = wires.sent().length;
    const id = await pay("domesticWire", amount);
    for (const time of times) await at("2026-11-20", time);
    assert.equal(wires.sent().length, before + 1);
    return id;
  };

  it("a wire that the bank has is not given back by the rejection of another message", async () => {
    const first = await sendWire(77.01, "12:00", "12:10");
    const second = await sendWire(88.01, "12:20", "12:30");
    const [there] = await mallory.copy("transfers", "transaction_id", second);
    assert.ok(there);
    const moved = await mallory.attack("update transfers set file_id = $2 where transaction_id = $1", [
      first,
      there["file_id"],
    ]);
    assert.equal(moved, 1);
    wires.deliver("rejected.xml", customerReport(wireMessage(), "RJCT"));
    await at("2026-11-20", "12:40");
    assert.equal(await statusOf(second), "failed", "its message was rejected");
    assert.equal(await statusOf(first), "pending", "the bank has it");
    assert.ok((await alarms(world)).includes(`transfers/${first}`));
  });

  it("a message that has another one's identification is not rejected in its place", async () => {
    const first = await sendWire(77.01, "12:00", "12:10");
    const message = wireMessage();
    const { messageId } = message;
    const second = await sendWire(88.01, "12:20", "12:30");
    const rename = "update transfer_files set message_id = $2 where message_id = $1";
    const other = wireMessage().messageId;
    for (const [from, to] of [
      [messageId, "OTHER"],
      [other, messageId],
    ])
      assert.equal(await mallory.attack(rename, [from, to]), 1);
    wires.deliver("rejected.xml", customerReport(message, "RJCT"));
    await at("2026-11-20", "12:40");
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["pending", "pending"]);
    const files = await mallory.rows<{ file_id: string }>("select file_id from transfer_files where message_id = $1", [
      messageId,
    ]);
    assert.ok((await alarms(world)).includes(`transfer_files/${files[0]?.file_id}`));
  });

  const reopen = `update bank_orders set state = 'open', file_id = null, position = null, reference = null, window_at = $2
    where transaction_id = $1`;

  it("a payment that the bank has is not given back because its order waits again", async () => {
    bank.isDown = true;
    const ach = await pay("ach", 1_234.56);
    const wire = await sendWire(77.01, "12:00", "12:10");
    await endOf("2026-11-20");
    assert.deepEqual([await statusOf(ach), await statusOf(wire)], ["pending", "pending"]);
    for (const id of [ach, wire]) assert.equal(await mallory.attack(reopen, [id, world.clock.now()]), 1);
    const other = await pay("ach", 22.22);
    await endOf("2026-11-23");
    for (const time of ["12:00", "12:10"]) await at("2026-11-24", time);
    assert.deepEqual([await statusOf(ach), await statusOf(wire)], ["pending", "pending"]);
    assert.deepEqual([entriesOf(1_234.56), entriesOf(22.22)], [1, 1]);
    assert.equal(await statusOf(other), "pending");
    const found = await alarms(world);
    for (const id of [ach, wire]) assert.ok(found.includes(`bank_orders/${id}`), id);
  });

  it("a payment that the bank has is not given back by the rejection of another file", async () => {
    bank.isDown = true;
    const first = await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    const second = await pay("ach", 22.22);
    await endOf("2026-11-23");
    const [file] = await mallory.rows<{ file_id: string; message_id: string }>(
      `select file_id, message_id from bank_files where direction = 'out' and format = 'nacha' order by file_id desc limit 1`,
    );
    assert.ok(file);
    const moved = await mallory.attack("update bank_orders set file_id = $2, position = 2 where transaction_id = $1", [
      first,
      file.file_id,
    ]);
    assert.equal(moved, 1);
    bank.deliver("rejected.xml", customerReport({ messageId: file.message_id, messageName: "nacha" }, "RJCT"));
    await at("2026-11-24", "09:00");
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["pending", "failed"]);
  });

  it("a file that has another one's numbers is not rejected in its place", async () => {
    bank.isDown = true;
    const first = await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    const [old] = await mallory.copy("ach_files", "connection_id", connectionId);
    assert.ok(old);
    const { message_id: messageId } = (await mallory.copy("bank_files", "file_id", String(old["file_id"])))[0] as {
      message_id: string;
    };
    const second = await pay("ach", 22.22);
    await endOf("2026-11-23");
    const rename = `update ach_files set creation_date = $2, creation_time = $3, modifier = $4 where file_id`;
    assert.equal(await mallory.attack(`${rename} = $1`, [old["file_id"], "2020-01-01", "0000", "Z"]), 1);
    const numbers = [old["creation_date"], old["creation_time"], old["modifier"]];
    assert.equal(await mallory.attack(`${rename} <> $1`, [old["file_id"], ...numbers]), 1);
    bank.deliver("rejected.xml", customerReport({ messageId, messageName: "nacha" }, "RJCT"));
    await at("2026-11-24", "09:00");
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["pending", "pending"]);
    assert.ok((await alarms(world)).includes(`ach_files/${old["file_id"]}`));
  });

  it("a return gives back no other payment of the same amount", async () => {
    const first = await pay("ach", 1_234.56);
    await endOf("2026-11-20");
    const sent = readStrictly(lastSent(bank));
    await at("2026-11-23", "12:00");
    const second = await pay("ach", 1_234.56);
    await endOf("2026-11-23");
    await at("2026-11-24", "09:00");
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["sent", "sent"]);
    const references = new Map(
      (
        await mallory.rows<{ id: string; reference: string }>("select transaction_id as id, reference from bank_orders")
      ).map(({ id, reference }) => [id, reference]),
    );
    const entry = entriesIn(sent).find(({ entry: { traceNumber } }) => traceNumber === references.get(first));
    assert.ok(entry);
    for (const [id, from] of [
      [first, second],
      [second, first],
    ] as const)
      assert.equal(
        await mallory.attack("update bank_orders set reference = $2 where transaction_id = $1", [
          id,
          references.get(from),
        ]),
        1,
      );
    bank.deliver("returned.txt", returnFile(sent, [{ entry, code: "R01" }], "2026-11-24"));
    await at("2026-11-24", "12:00");
    assert.deepEqual([await statusOf(first), await statusOf(second)], ["sent", "sent"]);
    assert.deepEqual(
      await mallory.rows(
        "select i.state, i.kind from bank_files f join bank_file_items i using (organization_id, file_id) where f.name = 'returned.txt'",
      ),
      [{ state: "open", kind: "unknownPayment" }],
      "a person has to look at it",
    );
  });
});
