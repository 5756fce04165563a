import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AccountId, CategoryId, CategoryRuleId, RecipientId } from "#kernel/values/ids.ts";
import type { TransactionRow } from "#payments/payments";
import { BLOCK_MS_MAX, cpuMsOf } from "#test/kit/faults/bounded-work.ts";
import { type CategoryRuleTerms, decideBy } from "./category-rule.ts";
import { RULES_MAX } from "./category-rule-schemas.ts";
import { contains, searchTextOf } from "./search-text.ts";

/** The members that rules examine. */
const row = (members: Partial<TransactionRow>): TransactionRow =>
  ({
    kind: "outgoingPayment",
    account_id: "account" as AccountId,
    counterparty_id: "recipient",
    counterparty_name: "Alder Block Properties LLC",
    counterparty_nickname: null,
    bank_description: "ACH payment to Alder Block Properties LLC",
    external_memo: "Rent May",
    note: null,
    note_edited: false,
    edited_note: null,
    amount_minor: -9_800_00n,
    ...members,
    // Only what decideBy reads.
  }) as TransactionRow;

const ruleOf = (name: string, conditions: CategoryRuleTerms) => ({
  ruleId: name as CategoryRuleId,
  name,
  categoryId: `category of ${name}` as CategoryId,
  conditions,
});
const matches = (conditions: CategoryRuleTerms, members: Partial<TransactionRow> = {}): boolean =>
  decideBy([ruleOf("rule", conditions)])(row(members)) !== undefined;

const cases: readonly (readonly [name: string, expected: boolean, CategoryRuleTerms, Partial<TransactionRow>?])[] = [
  ["a part of the memo, in any case", true, { text: "RENT" }],
  ["a part of the counterparty's name", true, { text: "block prop" }],
  ["the nickname", true, { text: "landlord" }, { counterparty_nickname: "Our Landlord" }],
  ["the note as it was edited", true, { text: "parking" }, { note_edited: true, edited_note: "Parking" }],
  [
    "not the note that was replaced",
    false,
    { text: "parking" },
    { note: "Parking", note_edited: true, edited_note: null },
  ],
  ["a part of a word", true, { text: "rent" }, { external_memo: "Torrent" }],
  ["a whole word only", false, { text: "rent", wholeWord: true }, { external_memo: "Torrent, Rental, rent_1" }],
  ["a whole word after a part of one", true, { text: "rent", wholeWord: true }, { external_memo: "Rental: rent!" }],
  ["a whole word with accents around it", false, { text: "rent", wholeWord: true }, { external_memo: "rentée" }],
  ["letters that are typed differently", true, { text: "cafe\u0301" }, { external_memo: "CAF\u00c9" }],
  ["amounts at both bounds", true, { amountFromMinor: "980000", amountToMinor: "980000" }],
  ["no amount below the range", false, { amountFromMinor: "980001" }],
  ["no amount above the range", false, { amountToMinor: "979999" }],
  ["money out", true, { direction: "out" }],
  ["not money in", false, { direction: "in" }],
  ["money in, by its size", true, { direction: "in", amountFromMinor: "5000" }, { amount_minor: 50_00n }],
  ["one of the recipients", true, { recipientIds: ["other", "recipient"] as RecipientId[] }],
  ["no other recipient", false, { recipientIds: ["other"] as RecipientId[] }],
  ["one of the accounts", true, { accountIds: ["account"] as AccountId[] }],
  ["no other account", false, { accountIds: ["other"] as AccountId[] }],
  ["only if all conditions hold", false, { text: "rent", direction: "in" }],
  ["no transfer between own accounts", false, { direction: "out" }, { kind: "internalTransfer" }],
];

for (const [name, expected, conditions, members] of cases)
  test(`a rule matches ${name}`, () => assert.equal(matches(conditions, members), expected));

test("the first matching rule decides", () => {
  const decide = decideBy([
    ruleOf("a", { text: "salary" }),
    ruleOf("b", { text: "rent" }),
    ruleOf("c", { direction: "out" }),
  ]);
  assert.equal(decide(row({}))?.rule.name, "b");
  assert.equal(decide(row({ external_memo: "Lunch" }))?.categoryId, "category of c");
  assert.equal(decide(row({ external_memo: "Lunch", amount_minor: 1n })), undefined);
});

test("a whole word is a part of the text, and is found between any separators", () => {
  const word = fc.stringMatching(/^[a-zé0-9]{1,6}( [a-z]{1,3})?$/);
  fc.assert(
    fc.property(
      word,
      fc.string(),
      fc.string(),
      fc.constantFrom(" ", ",", "-", "(", "\u{1f600}"),
      (searched, a, b, mark) => {
        const found = (text: string, wholeWord: boolean) => contains(searchTextOf(text), searched, wholeWord);
        assert.ok(found(`${a}${mark}${searched}${mark}${b}`, true));
        if (found(`${a}${searched}${b}`, true)) assert.ok(found(`${a}${searched}${b}`, false));
        assert.ok(!found(`x${searched}x`, true));
      },
    ),
    { numRuns: 200 },
  );
});

test("the most rules examine the worst texts in a bounded time", async () => {
  const worst = row({ external_memo: "a".repeat(140), note: "é".repeat(1_000) });
  for (const text of ["a", "é", "zq"]) {
    const rules = Array.from({ length: RULES_MAX }, (_, at) => ruleOf(String(at), { text, wholeWord: true }));
    const decide = decideBy(rules);
    // One batch of a run has 500 transactions, but others have their turn every few milliseconds.
    const ms = await cpuMsOf(() => Array.from({ length: 10 }, () => decide(worst)));
    assert.ok(ms <= BLOCK_MS_MAX, `10 transactions take ${ms.toFixed(0)} ms`);
  }
});
