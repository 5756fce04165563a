import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findTotalRows, totalReason } from "./total-rows.ts";

const found = (rows: readonly (readonly [recipient: string, cents: bigint | undefined, ...texts: string[]])[]) =>
  Object.fromEntries(
    [
      ...findTotalRows(
        rows.map(([recipient, cents, ...texts], number) => ({
          number,
          isKnown: recipient.startsWith("="),
          recipient,
          texts: [recipient, ...texts],
          cents,
        })),
      ),
    ].map(([number, total]) => [number, totalReason(total)]),
  );

describe("total rows", () => {
  it("are recognized by their word, in several languages", () => {
    for (const word of ["Total", "TOTAL:", "Summe", "Gesamtbetrag", "Somme", "Totale", "Totaal", "Grand Total", "Suma"])
      assert.deepEqual(
        found([
          ["A", 1n],
          [word, 5n],
        ]),
        { 1: `says “${word}”` },
        word,
      );
  });

  it("are recognized by their amount, if no recipient is named", () => {
    assert.deepEqual(
      found([
        ["A", 1n],
        ["B", 2n],
        ["", 3n],
      ]),
      { 2: "is the sum of 2 rows before it" },
    );
    assert.deepEqual(
      found([
        ["A", 1n],
        ["B", 2n],
        ["C", 3n],
      ]),
      {},
    );
    assert.deepEqual(
      found([
        ["A", 5n],
        ["", 5n],
      ]),
      {},
      "one row is not a sum",
    );
  });

  it("include subtotals", () => {
    const rows = [
      ["A", 1n],
      ["B", 2n],
      ["", 3n, "Subtotal"],
      ["C", 4n],
      ["D", 5n],
      ["", 9n],
      ["", 12n],
    ] as const;
    assert.deepEqual(found(rows), {
      2: "says “Subtotal” and is the sum of 2 rows before it",
      5: "is the sum of 2 rows before it",
      6: "is the sum of 4 rows before it",
    });
  });

  it("are not recipients with such a name, or longer names", () => {
    assert.deepEqual(
      found([
        ["A", 1n],
        ["=Total", 1n],
        ["Total Energies", 2n],
      ]),
      {},
    );
  });
});
