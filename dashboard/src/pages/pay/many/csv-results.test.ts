import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMULA_TEXTS, formulasIn, rowsOf } from "../../../../../tools/kit/spreadsheet.ts";
import { resultFile } from "./csv-results.ts";
import type { FileRow } from "./csv-rows.ts";

test("the results of a payment file hold no formula, however a spreadsheet reads them", () => {
  const texts = { paymentMethod: "", externalMemo: "", note: "", purpose: "", sendOn: "" };
  const rows = FORMULA_TEXTS.map((recipient, index): FileRow => {
    const number = index + 1;
    return {
      number,
      texts: { ...texts, recipient, amount: recipient },
      recipient: undefined,
      body: undefined,
      problem: recipient,
    };
  });
  const csv = resultFile(rows, new Map());
  assert.deepEqual(formulasIn(csv), []);
  assert.deepEqual(
    rowsOf(csv)
      .slice(1)
      .map(([, recipient]) => recipient?.replaceAll("'", "")),
    FORMULA_TEXTS,
  );
});
