import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldLabel, fieldWords } from "./field-words.ts";

describe("the API's messages about fields", () => {
  const cases: readonly (readonly [path: string, message: string, words: string])[] = [
    ["amount", "must be at least 0.01", "Enter $0.01 or more."],
    ["amount", "is required", "Enter an amount."],
    ["days", "must be at most 8760", "Enter 8,760 or less."],
    ["recipientId", "must be an id as returned by the API, such as 018f3c1e-…", "Choose a recipient."],
    [
      "transactionId",
      "must be an id as returned by the API, such as 018f3c1e-…",
      "This is not an ID of this service. Copy it from its page.",
    ],
    [
      "emails.0",
      "must be an email address, such as name@company.com",
      "Enter an email address, such as name@company.com.",
    ],
    [
      "sendOn",
      "must be today (2026-11-27, Eastern Time) or later",
      "Must be today (2026-11-27, Eastern Time) or later.",
    ],
    [
      "amount",
      "is no longer what is due, which is $5.00. Reload the page",
      "This is no longer what is due, which is $5.00. Reload the page.",
    ],
    ["name", "must have 1 to 200 characters on one line", "Must have 1 to 200 characters on one line."],
  ];
  for (const [path, message, words] of cases)
    it(`"${path} ${message}" is "${words}"`, () => assert.equal(fieldWords(path, message), words));

  it("name their fields as forms do", () => {
    assert.deepEqual(["transactionId", "externalMemo", "lineItems.0.unitPrice", "limitPerDay"].map(fieldLabel), [
      "Transaction",
      "Memo",
      "Line items 1: Unit price",
      "Limit per day",
    ]);
  });
});
