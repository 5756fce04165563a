import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMULA_TEXTS, formulasIn, HIDDEN_FORMULA_TEXTS, rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { csvOf } from "./csv.ts";

const texts = [...FORMULA_TEXTS, ...HIDDEN_FORMULA_TEXTS];

test("no text begins a formula, also after spaces, quotes, and characters that nobody sees", () => {
  const csv = csvOf(
    texts.flatMap((text) => [
      [text, null, -1_00n],
      [1_00n, text],
    ]),
  );
  assert.deepEqual(formulasIn(csv), []);
  const cells = rowsOf(csv).map(([first, second]) => (second === "" ? first : second) ?? "");
  assert.deepEqual(
    cells.map((cell) => cell.replaceAll("'", "")),
    texts.flatMap((text) => [text, text]),
  );
});

test("the check of these tests finds each of them unescaped", () => {
  for (const text of texts) assert.notDeepEqual(formulasIn(`"${text.replaceAll('"', '""')}"\r\n`), [], text);
});

test("texts with such characters elsewhere, and amounts, stay as they are", () => {
  const cells = ["Smith - Jones", "a@b.example", "1+1=2", "Fee (= 3%)", "Tom \u2212 Ann"];
  assert.deepEqual(rowsOf(csvOf([[...cells, -1_00n]])), [[...cells, "-1.00"]]);
});
