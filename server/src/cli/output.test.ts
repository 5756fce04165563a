import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cutTo, displayWidth, printable, table } from "./output.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
}

const columns = [
  { title: "id", value: ({ id }: Row) => id },
  { title: "name", value: ({ name }: Row) => name, flexible: true },
  { title: "day", value: () => "2026-11-30", droppable: true },
  { title: "amount", value: ({ amount }: Row) => amount, right: true },
];
const rows: readonly Row[] = [
  { id: "0199", name: "Tern Packaging Co. of Portland", amount: "1.00" },
  { id: "0200", name: "東京システム株式会社", amount: "1,234.50" },
];
const screen = (width: number) => ({ columns: width, hasColors: false });

describe("a table", () => {
  test("is whole in a pipe and on a wide screen, aligned also with wide letters", () => {
    const expected = [
      "ID    NAME                            DAY           AMOUNT",
      "0199  Tern Packaging Co. of Portland  2026-11-30      1.00",
      "0200  東京システム株式会社            2026-11-30  1,234.50",
    ].join("\n");
    assert.equal(table(columns, rows), expected);
    assert.equal(table(columns, rows, screen(58)), expected);
  });

  test("is narrowed to its screen: first names, then columns, then blocks", () => {
    for (let width = 58; width > 5; width -= 1) {
      const text = table(columns, rows, screen(width));
      const isTable = text.startsWith("ID  ");
      if (isTable)
        assert.ok(
          text.split("\n").every((line) => displayWidth(line) <= width),
          text,
        );
      for (const whole of ["0199", "1,234.50"])
        assert.ok(text.includes(whole), `IDs and amounts are never cut: ${text}`);
    }
    assert.match(table(columns, rows, screen(45)), /Tern Packaging C… +2026-11-30/);
    assert.doesNotMatch(table(columns, rows, screen(39)), /2026-11-30/);
    assert.match(table(columns, rows, screen(20)), /^ID: 0199\nNAME: Tern Packaging Co\. of Portland\n/);
  });

  test("shows a text as text, whatever it contains", () => {
    const hostile = "A\u001b[2J\u0007B\nC\u202eD\u009b31m";
    assert.equal(printable(hostile), "A\uFFFDB C\uFFFDD");
    const shown = table(columns, [{ id: "1", name: hostile, amount: "1" }]);
    assert.ok(!/[\p{Cc}\p{Bidi_Control}]/u.test(shown.replaceAll("\n", "")), shown);
  });
});

test("a text is cut between letters, with all of their parts", () => {
  assert.equal(cutTo("Zürich", 6), "Zürich");
  assert.equal(cutTo("Zürich AG", 6), "Züric…");
  assert.equal(cutTo("東京システム", 6), "東京…");
  assert.equal(cutTo("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 5), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…");
  assert.equal(displayWidth("👩‍👩‍👧‍👦"), 2);
});
