import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMULA_TEXTS, formulasIn, HIDDEN_FORMULA_TEXTS, rowsOf } from "../../../../../../tools/kit/spreadsheet.ts";
import { fileFields } from "../reading/columns/field-names.ts";
import type { FileRow } from "../rows/file-rows.ts";
import type { RowTexts } from "../rows/row-cells.ts";
import { resultFile } from "./results-file.ts";

test("the results of a payment file hold no formula, however a spreadsheet reads them", () => {
  // Every field of a file that is not an attack.
  const texts = Object.fromEntries(fileFields.map(({ name }) => [name, ""])) as RowTexts;
  const attacks = [...FORMULA_TEXTS, ...HIDDEN_FORMULA_TEXTS];
  const rows = attacks.map((recipient, index): FileRow => {
    const number = index + 1;
    return {
      number,
      texts: { ...texts, recipient, amount: recipient },
      line: number,
      recipient: undefined,
      namesakes: [],
      cents: undefined,
      sendOn: null,
      body: undefined,
      problems: [recipient],
      label: recipient,
      kind: "payment",
      reason: undefined,
      deduction: undefined,
      isExcluded: false,
    };
  });
  const csv = resultFile(rows, new Map());
  assert.deepEqual(formulasIn(csv), []);
  assert.deepEqual(
    rowsOf(csv)
      .slice(1)
      .map(([, recipient]) => recipient?.replaceAll("'", "")),
    attacks,
  );
});
