import { startBursar } from "bursar/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSuppliers } from "./supplier.js";

// Another file, in another process at the same time: its service shares nothing with that of supplier.test.js.
let bursar;
beforeAll(async () => {
  bursar = await startBursar({ clock: "virtual" });
});
afterAll(() => bursar.stop());

test("the bank confirms the payment days later", async () => {
  const { baseUrl, tokens, accounts, recipients } = bursar;
  const suppliers = createSuppliers({ baseUrl, token: tokens.readWrite, accountId: accounts[0].id });
  const recipientId = recipients.find(({ methods }) => methods.includes("ach")).id;
  const payment = await suppliers.pay({ invoice: "INV-1", recipientId, amount: 125.5 });
  await bursar.clock.advance("5 days");
  const where = { resourceId: payment.id, mergePatch: { status: "sent" } };
  suppliers.hear(await bursar.webhooks.next("transaction.updated", { where }));
  expect(suppliers.statusOf("INV-1")).toBe("sent");
});
