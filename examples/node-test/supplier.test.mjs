import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startBursar } from "bursar/testing";
import { createSuppliers } from "./supplier.mjs";

let bursar;
let suppliers;
let recipientId;

before(async () => {
  bursar = await startBursar();
});
after(() => bursar.stop());

beforeEach(async () => {
  await bursar.reset();
  const { baseUrl, tokens, accounts, recipients } = bursar;
  suppliers = createSuppliers({ baseUrl, token: tokens.readWrite, accountId: accounts[0].id });
  recipientId = recipients.find(({ methods }) => methods.includes("ach")).id;
});

test("an invoice is paid once, however often it is sent", async () => {
  const before = await suppliers.balance();
  const first = await suppliers.pay({ invoice: "INV-1", recipientId, amount: 125.5 });
  const second = await suppliers.pay({ invoice: "INV-1", recipientId, amount: 125.5 });
  assert.equal(second.id, first.id);
  assert.equal(await suppliers.balance(), before - 125.5);
});

test("the bank confirms the payment days later", async () => {
  const payment = await suppliers.pay({ invoice: "INV-1", recipientId, amount: 125.5 });
  await bursar.clock.advance("5 days");
  const sent = { resourceId: payment.id, mergePatch: { status: "sent" } };
  suppliers.hear(await bursar.webhooks.next("transaction.updated", { where: sent }));
  assert.equal(suppliers.statusOf("INV-1"), "sent");
});

test("a returned payment is noticed", async () => {
  const returned = bursar.bank.returnNext({ code: "R03", where: { amount: -60 } });
  const payment = await suppliers.pay({ invoice: "INV-2", recipientId, amount: 60 });
  assert.equal((await returned).id, payment.id);
  const reversed = { resourceId: payment.id, mergePatch: { status: "reversed" } };
  suppliers.hear(await bursar.webhooks.next("transaction.updated", { where: reversed }));
  assert.equal(suppliers.statusOf("INV-2"), "reversed");
});
