import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMULA_TEXTS, formulasIn, HIDDEN_FORMULA_TEXTS, rowsOf } from "../../../../../../tools/kit/spreadsheet.ts";
import type { FileRow } from "../rows/file-rows.ts";
import { resultFile } from "./results-file.ts";

test("the results of a payment file hold no formula, however a spreadsheet reads them", () => {
  const texts = {
    paymentMethod: "",
    externalMemo: "",
    note: "",
    purpose: "",
    sendOn: "",
    currency: "",
    accountNumber: "",
    email: "",
  };
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
      total: undefined,
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
