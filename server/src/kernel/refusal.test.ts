import assert from "node:assert/strict";
import { test } from "node:test";
import { refuser } from "./refusal.ts";

const refuse = refuser({
  tooLittle: {
    status: 400,
    title: "There is too little",
    message: "{available} USD do not cover {amount} USD[ and the fee of {fee} USD] of {payee}",
  },
});

test("money is a number in the details and formatted text in the message", () => {
  const { message, details } = refuse("tooLittle", {
    details: { available: 123_456_789n, amount: 200_000_050n, fee: 15_00n, payee: "Globex" },
  });
  assert.equal(message, "1,234,567.89 USD do not cover 2,000,000.50 USD and the fee of 15.00 USD of Globex");
  assert.deepEqual(details, { available: 1_234_567.89, amount: 2_000_000.5, fee: 15, payee: "Globex" });
});

test("omits the part of a message whose detail is missing", () => {
  const { message } = refuse("tooLittle", { details: { available: 0n, amount: 1n, payee: "Globex" } });
  assert.equal(message, "0.00 USD do not cover 0.01 USD of Globex");
});
