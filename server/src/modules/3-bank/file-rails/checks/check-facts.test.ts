import assert from "node:assert/strict";
import { test } from "node:test";
import { externalMemoProblem } from "bursar-banking/identifiers/payment-text";
import type { OrderContent } from "../orders/order.ts";
import { checkFactsOf } from "./check-facts.ts";

const content: OrderContent = {
  amountMinor: 12_345n,
  recipientName: "Müller & Söhne GmbH",
  routing: {
    method: "check",
    address: {
      address1: "1 Main St",
      address2: null,
      city: "New York",
      region: "NY",
      postalCode: "10001",
      country: "US",
    },
  },
  externalMemo: null,
  purpose: null,
  chargeBearer: null,
};

test("every memo that is accepted is printed as a whole", () => {
  for (let code = 0x21; code <= 0xff; code += 1) {
    const memo = `a${String.fromCharCode(code)}b`;
    if (externalMemoProblem("check", memo) !== undefined) continue;
    const facts = checkFactsOf({ ...content, externalMemo: memo });
    assert.ok("payee" in facts, memo);
    assert.match(facts.memo ?? "", /^a[ -~]+b$/, memo);
  }
});

test("a check that nobody could read is not printed", () => {
  assert.deepEqual(checkFactsOf({ ...content, recipientName: "Acme 🚀" }), { code: "BF-NAME" });
  const address = {
    address1: "東京",
    address2: null,
    city: "New York",
    region: "NY",
    postalCode: "10001",
    country: "US",
  };
  assert.deepEqual(checkFactsOf({ ...content, routing: { method: "check", address } }), { code: "BF-ADDRESS" });
});
