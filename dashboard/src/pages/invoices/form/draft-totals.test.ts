import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dollarsFromMinor } from "../../../../../server/src/kernel/values/money.ts";
import { checkContent } from "../../../../../server/src/modules/4-payments/invoicing/invoices/invoice-content.ts";
import { runsOf } from "../../../../../server/test/kit/faults/random.ts";
import { draftTotals, lineAmounts, type TypedLine } from "./draft-totals.ts";
import { invoiceBodyOf, newDraft } from "./invoice-draft.ts";

/** A number as people type it: possibly with grouped thousands, trailing zeros, or a typographic minus. */
const typedNumber = ({ min, max, decimals }: { min: number; max: number; decimals: number }) =>
  fc
    .record({ scaled: fc.integer({ min: min * 10 ** decimals, max: max * 10 ** decimals }), style: fc.nat({ max: 2 }) })
    .map(({ scaled, style }) => {
      const digits = String(Math.abs(scaled)).padStart(decimals + 1, "0");
      const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals)];
      const grouped = style === 1 ? Number(whole).toLocaleString("en-US") : whole;
      const shown = style === 2 && /^0+$/.test(fraction) ? grouped : `${grouped}.${fraction}`;
      return scaled < 0 ? `${style === 1 ? "−" : "-"}${shown}` : shown;
    });

const typedLine: fc.Arbitrary<TypedLine> = fc.record({
  key: fc.constant("line"),
  name: fc.constant("Goods"),
  quantity: typedNumber({ min: 0.0001, max: 1_000, decimals: 4 }),
  unitPrice: typedNumber({ min: -10_000, max: 50_000, decimals: 2 }),
  salesTaxRate: fc.oneof(fc.constant(""), typedNumber({ min: 0, max: 100, decimals: 4 })),
});

test("the totals while typing are those that the service computes", () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(typedLine, { minLength: 1, maxLength: 8 }), (lines) => {
      const body = invoiceBodyOf({ ...newDraft("", "", new Date()), lines });
      const typed = draftTotals(lines);
      // The service accepts no others.
      fc.pre(typed.subtotal > 0 && typed.tax >= 0);
      const { content, linesOf } = checkContent(body);
      // The lines of any invoice.
      const amounts = linesOf("" as Parameters<typeof linesOf>[0]).map(({ amount_minor: minor }) =>
        dollarsFromMinor(minor),
      );
      assert.deepEqual(typed, {
        lines: amounts,
        subtotal: dollarsFromMinor(content.amount_minor - content.tax_minor),
        tax: dollarsFromMinor(content.tax_minor),
        total: dollarsFromMinor(content.amount_minor),
      });
      assert.deepEqual(lineAmounts(body.lineItems), amounts, "shown again on the invoice's page");
      compared += 1;
    }),
    { numRuns: runsOf(300) },
  );
  assert.ok(compared >= runsOf(300));
});

test("halves of a cent round away from zero, in lines and taxes", () => {
  const line = { key: "line", name: "Goods", salesTaxRate: "" };
  for (const [quantity, unitPrice, salesTaxRate, expected] of [
    ["0.5", "0.01", "", { amount: 0.01, tax: 0 }],
    ["0.5", "-0.01", "", { amount: -0.01, tax: 0 }],
    ["0.5", "−0.03", "", { amount: -0.02, tax: 0 }],
    ["1", "0.10", "5", { amount: 0.1, tax: 0.01 }],
    ["1", "-0.10", "5", { amount: -0.1, tax: -0.01 }],
    ["1", "0.10", "4.9999", { amount: 0.1, tax: 0 }],
  ] as const) {
    const { lines, tax } = draftTotals([{ ...line, quantity, unitPrice, salesTaxRate }]);
    assert.deepEqual({ amount: lines[0], tax }, expected, `${quantity} at ${unitPrice}, ${salesTaxRate}%`);
  }
});
