import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CheckFileError } from "../check-file-error.ts";
import { writeCheckFile } from "../write-check-file.ts";
import { checkTemplateFrom } from "./template-from-data.ts";

const problemsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    assert.ok(error instanceof CheckFileError, String(error));
    return error.problems.map(
      ({ line, field, value, rule }) => `${line} ${field}${value === "" ? "" : `=${value}`}: ${rule}`,
    );
  }
};

const OWN = {
  id: "my-bank",
  bank: "My Bank",
  title: "Semicolons",
  purpose: "issue",
  source: { document: "Letter of the bank", url: "", basis: "bank", unverified: [] },
  layout: { kind: "delimited", delimiter: ";", quotes: "never", titles: false },
  lineEnd: "lf",
  detail: [
    { name: "Number", kind: "digits", of: "checkNumber", width: 8, fill: "zeros" },
    { name: "Amount", kind: "amount", of: "amount", width: 12, decimals: "implied", fill: "none" },
    { name: "Payee", kind: "text", of: "payee", width: 10, required: true, tooLong: "cut" },
  ],
  order: "asGiven",
  oneAccount: false,
  statusesWithoutCode: ["issued"],
} as const;

describe("templates as data", () => {
  test("describe another bank", () => {
    const template = checkTemplateFrom(OWN);
    const check = { status: "issued", checkNumber: 1042, amountMinor: 123_456n, payee: "Tern Packaging LLC" } as const;
    const { text, changes } = writeCheckFile(template, [check], { fileDate: "2026-11-20" });
    assert.equal(text, "00001042;123456;Tern Packa\n");
    assert.deepEqual(changes, [{ checkNumber: 1042, field: "Payee", written: "Tern Packa" }]);
  });

  const [number, amount, payee] = OWN.detail;
  const code = { name: "Code", kind: "code", width: 1, codes: { issued: "I", void: "I" } };
  const fixed = { kind: "fixed", length: 30 };
  const refused: readonly (readonly [what: string, data: unknown, problem: string])[] = [
    ["something that is not an object", [], "0 : must be an object"],
    ["an unknown key", { ...OWN, hedaer: [] }, "0 hedaer: is not known here"],
    [
      "an unknown kind of field",
      { ...OWN, detail: [{ ...number, kind: "number" }] },
      "0 detail[0].kind=number: must be one of digits, text, amount, date, code, constant, setting, tally",
    ],
    [
      "a width that is not a number",
      { ...OWN, detail: [{ ...number, width: "8" }] },
      "0 detail[0].width=8: must be a whole number from 1 to 1000",
    ],
    ["a detail without the amount", { ...OWN, detail: [number, payee] }, "0 detail: must contain the amount"],
    ["a detail without the number", { ...OWN, detail: [amount, payee] }, "0 detail: must contain the check number"],
    [
      "two meanings of one code",
      { ...OWN, detail: [...OWN.detail, code], statusesWithoutCode: undefined },
      "0 detail[3].codes.void=I: has two meanings",
    ],
    [
      "widths that do not add up",
      { ...OWN, layout: { ...fixed, length: 31 } },
      "0 detail=30: the widths of the fields must add up to the length of a line, 31",
    ],
    [
      "a total in the detail",
      { ...OWN, detail: [...OWN.detail, { ...amount, name: "Sum", of: "totalAmount" }] },
      "0 detail[3]=Sum: belongs in a header or trailer",
    ],
    ["a payee in the trailer", { ...OWN, trailer: [payee] }, "0 trailer[0]=Payee: belongs in the detail"],
    [
      "neither codes nor a status",
      { ...OWN, statusesWithoutCode: undefined },
      "0 statusesWithoutCode: is required without a code field, and not allowed with one",
    ],
    [
      "a header in a file with titles",
      {
        ...OWN,
        layout: { ...OWN.layout, titles: true },
        header: [{ ...number, kind: "constant", value: "H", of: undefined, fill: undefined }],
      },
      "0 header[0].of: is not known here",
    ],
    ["a name twice", { ...OWN, detail: [...OWN.detail, payee] }, "0 detail=Payee: appears twice"],
    [
      "an unknown status",
      { ...OWN, statusesWithoutCode: ["gone"] },
      "0 statusesWithoutCode: must contain only issued, void, stopped, outstanding, paid, paidWithoutIssue, paidTwice, paidAfterVoid, paidAfterStop, amountMismatch, payeeMismatch, stale, returned, deleted, unknown",
    ],
  ];
  for (const [what, data, problem] of refused)
    test(`refuse ${what}`, () => {
      assert.equal(problemsOf(() => checkTemplateFrom(data))[0], problem);
    });
});
