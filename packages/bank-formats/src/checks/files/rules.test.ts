import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { CheckFileError } from "./check-file-error.ts";
import type { CheckRecord } from "./check-record.ts";
import { parseCheckFile, type ReadCheckFileOptions } from "./read/read-check-file.ts";
import type { CheckFileTemplate } from "./template/check-template.ts";
import { checkFileTemplates } from "./templates/check-templates.ts";
import { writeCheckFile } from "./write-check-file.ts";

const templateNamed = (id: string): CheckFileTemplate => {
  const template = checkFileTemplates.find((candidate) => candidate.id === id);
  assert.ok(template, id);
  return template;
};
const golden = (id: string): string => readFileSync(join(import.meta.dirname, "testdata", `${id}.txt`), "utf8");

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

const CHECK: CheckRecord = {
  status: "issued",
  accountNumber: "0123456789",
  checkNumber: 1042,
  amountMinor: 123_456n,
  issueDate: "2026-11-19",
  payee: "Tern Packaging LLC",
};
const writing = (id: string, ...checks: readonly Partial<CheckRecord>[]) =>
  problemsOf(() =>
    writeCheckFile(
      templateNamed(id),
      checks.map((check) => ({ ...CHECK, ...check })),
      {
        fileDate: "2026-11-20",
        settings: { bankId: "00259" },
      },
    ),
  );

const LONG_NAME = "International Association of Packaging and Freight";

const refusedToWrite: readonly (readonly [
  what: string,
  id: string,
  checks: readonly Partial<CheckRecord>[],
  problem: string,
])[] = [
  [
    "a name that is too long",
    "chase-csv",
    [{ payee: LONG_NAME }],
    `1 Payee name=${LONG_NAME.slice(0, 40)}…: must have at most 40 characters`,
  ],
  [
    "a name without ASCII letters",
    "chase-csv",
    [{ payee: "株式会社" }],
    "1 Payee name=????: has a character that the bank's files cannot contain",
  ],
  ["a missing name", "chase-csv", [{ payee: undefined }], "1 Payee name: is required"],
  [
    "a name with the delimiter of a file without quotes",
    "chase-csv",
    [{ payee: "Tern, Inc." }],
    '1 : no field may contain a quote or ",": the bank\'s file has no quotes',
  ],
  ["a negative amount", "generic-csv", [{ amountMinor: -1n }], "2 Amount=-1: must not be negative"],
  [
    "an issued check over nothing",
    "generic-csv",
    [{ amountMinor: 0n }],
    "2 amount=0: of an issued check must not be zero",
  ],
  [
    "an amount that is too long",
    "wells-fargo-arp",
    [{ amountMinor: 12_345_678_901n }],
    "2 Amount=12345678901: must have at most 10 characters",
  ],
  [
    "a date that does not exist",
    "chase-csv",
    [{ issueDate: "2026-02-29" }],
    "1 Issue date=2026-02-29: must be a date, YYYY-MM-DD",
  ],
  ["a void check without its date", "first-american-fixed", [{ status: "void" }], "1 Void date: is required"],
  [
    "a status without a code",
    "chase-csv",
    [{ status: "stopped" }],
    "1 Issue/void code=stopped: this file has no code for a check with this status",
  ],
  [
    "a void where the layout has none",
    "bank-of-america-arp",
    [{ status: "void" }],
    "2 status=void: this file may contain only checks that are issued",
  ],
  [
    "issued and void checks in one file where the bank wants two",
    "pnc-csv",
    [{}, { checkNumber: 1043, status: "void", voidDate: "2026-11-20" }],
    "2 status=void: must be the same for all checks: this bank wants a file per status",
  ],
  [
    "two accounts where the file names one",
    "wells-fargo-arp",
    [{}, { checkNumber: 1043, accountNumber: "99887766" }],
    "3 account number=****7766: must be the same for all checks of the file",
  ],
  [
    "an account that is not a number",
    "generic-csv",
    [{ accountNumber: "12-3456" }],
    "2 Account Number=****3456: must contain digits only",
  ],
  [
    "an account that is too long",
    "pnc-fixed",
    [{ accountNumber: "12345678901" }],
    "1 Account number=****8901: must have at most 10 characters",
  ],
  ["a number twice", "generic-csv", [{}, {}], "3 check number=1042: appears twice as issued"],
  [
    "a number that is fractional",
    "generic-csv",
    [{ checkNumber: 10.5 }],
    "2 check number=10.5: must be a whole number from 1 on",
  ],
  ["a file without checks", "generic-csv", [], "0 : a file must contain at least one check"],
];

describe("writing check files", () => {
  for (const [what, id, checks, problem] of refusedToWrite)
    test(`refuses ${what}`, () => {
      assert.equal(writing(id, ...checks)[0], problem);
    });

  test("refuses a file without what the bank assigned", () => {
    const problems = problemsOf(() =>
      writeCheckFile(templateNamed("wells-fargo-arp"), [CHECK], { fileDate: "2026-11-20" }),
    );
    assert.deepEqual(problems, ['1 Bank ID: needs the setting "bankId", which the bank assigns']);
  });

  test("an issued check and its void may be in one file", () => {
    assert.deepEqual(writing("chase-csv", {}, { status: "void", voidDate: "2026-11-20" }), []);
  });

  test("a sum that its field cannot hold is refused", () => {
    const checks = Array.from({ length: 2 }, (_, index) => ({ checkNumber: 9_999_999_990 + index }));
    assert.match(
      writing("bank-of-america-arp", ...checks).join(),
      /4 Sum of check numbers.*must have at most 10 characters/,
    );
  });
});

const reading = (id: string, change: (text: string) => string, options?: ReadCheckFileOptions) =>
  problemsOf(() => parseCheckFile(templateNamed(id), change(golden(id)), options));

const refusedToRead: readonly (readonly [
  what: string,
  id: string,
  from: string | RegExp,
  to: string,
  problem: string,
])[] = [
  ["an unknown code", "chase-csv", "C,", "X,", "1 Issue/void code=X: must be one of I, C"],
  ["an amount without cents", "chase-csv", "700.00", "700", "1 Amount=700: must be an amount such as 123.45"],
  [
    "a negative amount",
    "generic-paid-csv",
    "2500.00",
    "-2500.00",
    "2 Amount=-2500.00: must be an amount such as 123.45",
  ],
  [
    "a date that does not exist",
    "status-csv",
    "11192026",
    "13192026",
    "1 Check Issue Date=13192026: must be a date, MMDDYYYY",
  ],
  [
    "a check number that is not one",
    "status-csv",
    ",1038,",
    ",10x8,",
    "1 Check Serial Number=10x8: must contain digits only",
  ],
  ["a missing field", "status-csv", ",,1", ",1", "1 : must have 7 fields and has 6"],
  [
    "a line that is too short",
    "first-american-fixed",
    /V11202026/,
    "V1120202",
    "1 : must have 79 characters and has 78",
  ],
  ["text in the filler", "reconciliation-fixed", "       001038", "  x    001038", "1 Filler=x: must be empty"],
  [
    "other titles",
    "generic-paid-csv",
    "Paid Date",
    "Date Paid",
    "1 =Account Number,Check Number,Amount,Date …: the first line must be the titles Account Number,Check Number,Amount,Paid Date,Payee,Status",
  ],
  [
    "a quote that is not closed",
    "generic-paid-csv",
    "Harbor",
    '"Harbor',
    "2 : has a quote that is not closed, or text behind a quote",
  ],
  [
    "a wrong total",
    "wells-fargo-arp",
    "0000010070004",
    "0000010070005",
    "0 total amount=10070005: does not match the file, which has 10070004",
  ],
  [
    "a wrong count",
    "wells-fargo-arp",
    "&              0000004",
    "&              0000005",
    "0 number of checks=5: does not match the file, which has 4",
  ],
  [
    "a wrong sum of check numbers",
    "bank-of-america-arp",
    "0000003129",
    "0000003130",
    "0 sum of check numbers=3130: does not match the file, which has 3129",
  ],
  ["a file without its trailer", "wells-fargo-arp", /\n&.*\n/, "\n", '5 Record=0: must be "&"'],
  ["a paid check without its date", "reconciliation-fixed", "20261118", "        ", "1 Date paid: is required"],
  [
    "a date on a check that was not paid",
    "reconciliation-fixed",
    "000000001200        ",
    "00000000120020261118",
    "2 Date paid: must be empty for a check that is stopped",
  ],
  [
    "a control character",
    "status-csv",
    "Harbor",
    "Har\u0000or",
    "1 : contains the character U+0000, which is not allowed",
  ],
  ["an empty line", "status-csv", "\n", "\n\n", "2 : must have 7 fields and has 1"],
];

describe("reading check files", () => {
  for (const [what, id, from, to, problem] of refusedToRead)
    test(`refuses ${what}`, () => {
      assert.equal(reading(id, (text) => text.replace(from, to))[0], problem);
    });

  test("refuses checks of another account without showing its number", () => {
    const [problem] = reading("status-csv", (text) => text, { accounts: ["555666777"] });
    assert.equal(problem, "1 account number=****6789: is not an account of this connection");
  });

  test("a check whose number the bank could not read has the number 0", () => {
    const { checks } = parseCheckFile(templateNamed("status-csv"), golden("status-csv").replace("1038", "0"));
    assert.equal(checks[0]?.checkNumber, 0);
  });

  test("tolerances accept what is an error without them", () => {
    const cases: readonly (readonly [string, (text: string) => string, ReadCheckFileOptions["tolerant"]])[] = [
      ["first-american-fixed", (text) => text.replaceAll(/ +\n/g, "\n"), { shortLines: true }],
      ["status-csv", (text) => text.replaceAll("\n", "\n\n"), { blankLines: true }],
      ["reconciliation-fixed", (text) => text.replace("       001038", "  x    001038"), { anyFiller: true }],
      ["chase-csv", (text) => text.replace("C,", "X,"), { unknownCodes: true }],
      ["wells-fargo-arp", (text) => text.replace("0000010070004", "0000000000000"), { wrongTotals: true }],
    ];
    for (const [id, change, tolerant = {}] of cases) {
      assert.notDeepEqual(reading(id, change), [], id);
      assert.deepEqual(reading(id, change, { tolerant }), [], id);
    }
  });
});
