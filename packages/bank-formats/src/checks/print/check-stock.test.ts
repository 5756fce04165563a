import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CheckPrintError } from "./check-print-error.ts";
import {
  adjustedStock,
  type CheckStock,
  type CheckStockChanges,
  checkStocks,
  requirePrintable,
} from "./check-stock.ts";

const [top, , bottom] = checkStocks;
assert.ok(top && bottom);

const rulesOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    assert.ok(error instanceof CheckPrintError, String(error));
    return error.problems.map(({ field, rule }) => `${field} ${rule}`);
  }
};

describe("check stocks", () => {
  for (const stock of checkStocks)
    test(`${stock.id} can be printed`, () => {
      requirePrintable(stock);
    });

  const box = { x: 36, y: 186, width: 270, height: 20 };
  const refused: readonly (readonly [what: string, changes: CheckStockChanges, rule: string])[] = [
    [
      "a box in the MICR clear band",
      { boxes: { memo: { ...box, y: 188 } } },
      "memo must not enter the MICR clear band, the lowest 45 points (5/8 inch) of the check",
    ],
    ["a box that leaves the page on the right", { boxes: { memo: { ...box, x: 400 } } }, "memo must be on the check"],
    ["a box above the check", { boxes: { payer: { ...box, y: -1 } } }, "payer must be on the check"],
    ["boxes on top of each other", { boxes: { memo: { ...box, width: 330 } } }, "memo must not overlap signature"],
    ["a box without a width", { boxes: { memo: { ...box, width: 0 } } }, "memo must have a width and a height"],
    ["a box that is not a number", { boxes: { memo: { ...box, x: Number.NaN } } }, "memo must be on the check"],
    ["a shift off the page", { shift: { x: -40, y: 0 } }, "payer leaves the page with this shift"],
    [
      "a shift of the MICR line beyond the tolerance",
      { micrShift: { x: 0, y: 4.6 } },
      "micrShift.y must be at most 4.5 points (1/16 inch) either way",
    ],
  ];
  for (const [what, changes, rule] of refused)
    test(`refuses ${what}`, () => {
      assert.ok(
        rulesOf(() => adjustedStock(top, changes)).includes(rule),
        rulesOf(() => adjustedStock(top, changes)).join("\n"),
      );
    });

  test("refuses a shift that moves the MICR line of the lowest check off the page", () => {
    assert.deepEqual(
      rulesOf(() => adjustedStock(bottom, { shift: { x: 0, y: 14 } })),
      ["shift moves the MICR line off the page"],
    );
    assert.deepEqual(
      rulesOf(() => adjustedStock(bottom, { shift: { x: 0, y: 13 } })),
      [],
    );
  });

  test("refuses checks and stubs that overlap or leave the page", () => {
    const wrong: CheckStock = { ...top, slots: [{ top: 0, stubs: [{ top: 251, height: 600 }] }] };
    assert.deepEqual(
      rulesOf(() => requirePrintable(wrong)),
      ["slots a stub leaves the page", "slots a check overlaps a stub"],
    );
  });

  test("parts that the paper already shows still keep their place free", () => {
    assert.deepEqual(adjustedStock(top, { preprinted: ["payer", "bank"] }).preprinted, ["payer", "bank"]);
  });
});
