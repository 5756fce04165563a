import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { AccountId } from "#kernel/values/ids.ts";
import { runsOf } from "#test/kit/faults/random.ts";
import type { CustomerId } from "../customers/customer.ts";
import type { InvoiceId } from "../invoices/invoice.ts";
import { keyOf } from "../texts.ts";
import { type Candidate, likelihood, planMatch, planSuggestion, referencesIn } from "./match-rules.ts";

const ACCOUNT = "a" as AccountId;
const GLOBEX = "globex" as CustomerId;
const candidate = (number: string, dueMinor: bigint, more: Partial<Candidate> = {}): Candidate => ({
  invoiceId: number as InvoiceId,
  customerId: GLOBEX,
  numberKey: keyOf(number),
  customerKey: keyOf("Globex Corp."),
  dueMinor,
  accountId: ACCOUNT,
  ...more,
});
const initech = { customerId: "initech" as CustomerId, customerKey: keyOf("Initech") };
const open = [
  candidate("INV-0001", 100_00n),
  candidate("INV-0002", 250_00n),
  candidate("INV-0003", 100_00n, initech),
  candidate("INV-0004", 75_00n, { accountId: "b" as AccountId, ...initech }),
];
const plan = (amountMinor: bigint, payer: string, memo = "", candidates = open) =>
  planMatch({ amountMinor, accountId: ACCOUNT, payerKey: keyOf(payer), references: referencesIn(memo) }, candidates, {
    isComplete: true,
  }).map((part) => `${part.invoiceId} ${part.amountMinor}`);

describe("a payment is matched automatically only if there is one reading", () => {
  const cases: readonly (readonly [name: string, got: readonly string[], wanted: readonly string[]])[] = [
    ["by number", plan(100_00n, "Someone", "Payment inv 0001, thanks"), ["INV-0001 10000"]],
    ["by number, in part", plan(40_00n, "Someone", "INV-0001"), ["INV-0001 4000"]],
    ["by number, over", plan(120_00n, "Someone", "INV-0001"), ["INV-0001 10000"]],
    ["by two numbers", plan(350_00n, "x", "INV-0001/INV-0002"), ["INV-0001 10000", "INV-0002 25000"]],
    ["not by two numbers in part", plan(300_00n, "x", "INV-0001 INV-0002"), []],
    ["not by numbers of two customers", plan(200_00n, "x", "INV-0001 INV-0003"), []],
    ["not to another account", plan(75_00n, "Initech", "INV-0004"), []],
    ["by payer and amount", plan(100_00n, "GLOBEX CORP"), ["INV-0001 10000"]],
    ["not by amount alone", plan(100_00n, "Umbrella"), []],
    ["by payer and total", plan(350_00n, "Globex Corp"), ["INV-0001 10000", "INV-0002 25000"]],
    ["not by payer alone", plan(99_00n, "Globex Corp"), []],
    ["not to one of two equal ones", plan(100_00n, "Globex Corp", "", [candidate("INV-0005", 100_00n), ...open]), []],
    ["not by a nameless payer", plan(100_00n, "…", "", [candidate("INV-0006", 100_00n, { customerKey: "" })]), []],
  ];
  for (const [name, got, expected] of cases) test(name, () => assert.deepEqual(got, expected));

  test("never more than the payment or than is due, and never to two customers", () => {
    const facts = fc.record({
      amount: fc.bigInt({ min: 1n, max: 500_00n }),
      memo: fc.constantFrom("", "INV-0001", "INV-0002 INV-0001", "INV-0003,INV-0001"),
    });
    const anyCandidate = fc.record({
      due: fc.bigInt({ min: 1n, max: 250_00n }),
      customer: fc.constantFrom("Globex", "Initech"),
    });
    fc.assert(
      fc.property(
        facts,
        fc.array(anyCandidate, { maxLength: 5 }),
        fc.constantFrom("Globex", "Initech"),
        ({ amount, memo }, made, payer) => {
          const candidates = made.map(({ due, customer }, at) =>
            candidate(`INV-000${at + 1}`, due, { customerId: customer as CustomerId, customerKey: keyOf(customer) }),
          );
          const parts = planMatch(
            { amountMinor: amount, accountId: ACCOUNT, payerKey: keyOf(payer), references: referencesIn(memo) },
            candidates,
            { isComplete: true },
          );
          const matched = parts.map((part) => ({
            part,
            of: candidates.find(({ invoiceId }) => invoiceId === part.invoiceId),
          }));
          assert.ok(parts.reduce((sum, part) => sum + part.amountMinor, 0n) <= amount);
          for (const { part, of } of matched) assert.ok(of && part.amountMinor > 0n && part.amountMinor <= of.dueMinor);
          assert.ok(new Set(matched.map(({ of }) => of?.customerId)).size <= 1);
          assert.equal(new Set(parts.map(({ invoiceId }) => invoiceId)).size, parts.length);
        },
      ),
      { numRuns: runsOf(200) },
    );
  });

  test("suggestions prefer the number, then the payer, then the amount", () => {
    const facts = {
      amountMinor: 100_00n,
      accountId: ACCOUNT,
      payerKey: keyOf("Globex"),
      references: referencesIn("INV-0004"),
    };
    assert.deepEqual(
      open.map((candidate) => likelihood(facts, candidate, new Set([GLOBEX]))),
      [3, 2, 1, 4],
    );
  });

  test("a suggestion is one invoice, in part if need be, or all of a customer's that add up", () => {
    const suggested = (amountMinor: bigint, memo = "", near = [GLOBEX]) =>
      planSuggestion(
        { amountMinor, accountId: ACCOUNT, payerKey: keyOf("Globex Inc"), references: referencesIn(memo) },
        open,
        new Set(near),
      ).map((part) => `${part.invoiceId} ${part.amountMinor}`);
    assert.deepEqual(suggested(250_00n), ["INV-0002 25000"], "the exact amount");
    assert.deepEqual(suggested(80_00n), ["INV-0001 8000"], "a part of the oldest");
    assert.deepEqual(suggested(120_00n), ["INV-0002 12000"], "rather a part of a larger one than credit");
    assert.deepEqual(suggested(300_00n), ["INV-0001 10000"], "the rest is credit");
    assert.deepEqual(suggested(350_00n), ["INV-0001 10000", "INV-0002 25000"], "all together");
    assert.deepEqual(suggested(80_00n, "INV-0004"), ["INV-0004 7500"], "the number counts more than the name");
    assert.deepEqual(suggested(100_00n, "", []), [], "the amount alone is too little");
  });
});
