const { startBursar } = require("bursar/testing");
const { createSuppliers } = require("./supplier.js");

let bursar;
let suppliers;
let recipientId;

beforeAll(async () => {
  bursar = await startBursar();
});
afterAll(() => bursar.stop());

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
  expect(second.id).toBe(first.id);
  expect(await suppliers.balance()).toBe(before - 125.5);
});

test("a returned payment is noticed", async () => {
  const returned = bursar.bank.returnNext({ code: "R03" });
  const payment = await suppliers.pay({ invoice: "INV-2", recipientId, amount: 60 });
  await expect(returned).resolves.toMatchObject({ id: payment.id, status: "reversed" });
  const where = { resourceId: payment.id, mergePatch: { status: "reversed" } };
  suppliers.hear(await bursar.webhooks.next("transaction.updated", { where }));
  expect(suppliers.statusOf("INV-2")).toBe("reversed");
});
