import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bai2Error } from "./bai2-error.ts";
import type { Bai2Options } from "./bai2-options.ts";
import type { Bai2Item, Bai2Transaction } from "./items.ts";
import { parseBai2 } from "./read-bai2.ts";
import { bai2TypeCode } from "./type-codes/type-codes.ts";

/** A correct file with one account; each case replaces a line or two. */
const CORRECT = [
  "01,091000019,BURSAR,261120,0600,7,,,2/",
  "02,BURSAR,091000019,1,261119,2400,USD,2/",
  "03,000123456789,,015,-10000,,,100,5000,1,0/",
  "16,142,5000,0,REF1,CUST1,FROM TERN",
  "49,0,3/",
  "98,0,1,5/",
  "99,0,1,7/",
];

const linesWith = (changes: Readonly<Record<number, string>>): string =>
  CORRECT.map((line, index) => changes[index + 1] ?? line)
    .filter((line) => line !== "(none)")
    .join("\n");

const problemsOf = (text: string, options?: Bai2Options): readonly string[] => {
  try {
    parseBai2(text, options);
    return [];
  } catch (error) {
    assert.ok(error instanceof Bai2Error, String(error));
    return error.problems.map(
      ({ line, record, field, value, rule }) => `${line} ${record} ${field}${value === "" ? "" : `=${value}`}: ${rule}`,
    );
  }
};

const isTransaction = (item: Bai2Item): item is Bai2Transaction => item.kind === "transaction";
const transactionsOf = (text: string, options?: Bai2Options): readonly Bai2Transaction[] =>
  parseBai2(text, options).filter(isTransaction);

const rejected: readonly (readonly [what: string, changes: Readonly<Record<number, string>>, problem: string])[] = [
  ["another version", { 1: "01,091000019,BURSAR,261120,0600,7,,,1/" }, "1 01 Version Number=1: must be one of 2, 3"],
  [
    "an invalid date",
    { 1: "01,091000019,BURSAR,260230,0600,7,,,2/" },
    "1 01 File Creation Date=260230: must be a date, YYMMDD",
  ],
  [
    "an invalid time",
    { 1: "01,091000019,BURSAR,261120,2460,7,,,2/" },
    "1 01 File Creation Time=2460: must be a time, 0000 to 2400 or 9999",
  ],
  ["a missing sender", { 1: "01,,BURSAR,261120,0600,7,,,2/" }, "1 01 Sender Identification: is required"],
  [
    "an unknown group status",
    { 2: "02,BURSAR,091000019,5,261119,2400,USD,2/" },
    "2 02 Group Status=5: must be one of 1, 2, 3, 4",
  ],
  [
    "a currency that is not a code",
    { 2: "02,BURSAR,091000019,1,261119,2400,$,2/" },
    "2 02 Currency Code=$: must be a currency code of three letters",
  ],
  [
    "a field too many",
    { 2: "02,BURSAR,091000019,1,261119,2400,USD,2,/" },
    "2 02 : has more fields than this record may have",
  ],
  [
    "a missing field",
    { 2: "02,BURSAR,091000019,1,261119,2400,USD/" },
    "2 02 As-of-Date Modifier: is missing: an empty field needs its comma",
  ],
  [
    "a decimal point",
    { 3: "03,000123456789,,015,-100.00,,,100,5000,1,0/" },
    "3 03 Amount=-100.00: must be up to 18 digits without a decimal point",
  ],
  [
    "a detail code in an 03 record",
    { 3: "03,000123456789,,142,-10000,,,100,5000,1,0/" },
    "3 03 Type Code=142: must be a status or summary code in an 03 record",
  ],
  [
    "a negative total",
    { 3: "03,000123456789,,015,-10000,,,100,-5000,1,0/" },
    "3 03 Amount=-5000: must not be negative: only balances (status codes) have a sign",
  ],
  [
    "two amounts for one balance",
    { 3: "03,000123456789,,015,-10000,,,015,5000,,/" },
    "3 03 Type Code=015: appears twice with different amounts",
  ],
  ["an amount without a code", { 3: "03,000123456789,,,-10000,,/" }, "3 03 Type Code: is required before an amount"],
  [
    "a record that does not end with a slash",
    { 3: "03,000123456789,,015,-10000,,,100,5000,1,0" },
    "3 03 : must end with a slash (/)",
  ],
  [
    "a summary code in a 16 record",
    { 4: "16,100,5000,0,REF1,CUST1,FROM TERN" },
    "4 16 Type Code=100: must be a detail code in a 16 record",
  ],
  [
    "a transaction without an amount",
    { 4: "16,142,,0,REF1,CUST1,FROM TERN" },
    "4 16 Amount: is required, except for code 890",
  ],
  [
    "an unknown funds type",
    { 4: "16,142,5000,3,REF1,CUST1,FROM TERN" },
    "4 16 Funds Type=3: must be one of 0, 1, 2, Z, V, S, D",
  ],
  [
    "more distributions than pairs",
    { 4: "16,142,5000,D,9,0,5000/" },
    "4 16 Number of Distributions=9: is more than the pairs that follow",
  ],
  [
    "a number of distributions that is not a number",
    { 4: "16,142,5000,D,x,0,5000,REF1,CUST1,FROM TERN" },
    "4 16 Number of Distributions=x: must be a whole number of up to 9 digits",
  ],
  [
    "a text that begins with a slash",
    { 4: "16,142,5000,0,REF1,CUST1,/FROM" },
    "4 16 Text: must not begin with a slash",
  ],
  ["a missing text", { 4: "16,142,5000,0,REF1,CUST1/" }, "4 16 Text: is missing: an empty text is written as ,/"],
  [
    "a control character",
    { 4: "16,142,5000,0,REF1,CUST1,FROM\u0000TERN" },
    "4 16 : contains the character U+0000, which is not allowed",
  ],
  [
    "a character outside ASCII",
    { 4: "16,142,5000,0,REF1,CUST1,CAFÉ" },
    "4 16 : contains the character U+00C9, which is not allowed",
  ],
  ["an account's wrong total", { 5: "49,1,3/" }, "5 49 Account Control Total=1: does not match the file, which has 0"],
  ["a wrong number of records", { 5: "49,0,4/" }, "5 49 Number of Records=4: does not match the file, which has 3"],
  ["a group's wrong total", { 6: "98,1,1,5/" }, "6 98 Group Control Total=1: does not match the file, which has 0"],
  ["a wrong number of accounts", { 6: "98,0,2,5/" }, "6 98 Number of Accounts=2: does not match the file, which has 1"],
  ["a file's wrong total", { 7: "99,-5,1,7/" }, "7 99 File Control Total=-5: does not match the file, which has 0"],
  ["a wrong number of groups", { 7: "99,0,3,7/" }, "7 99 Number of Groups=3: does not match the file, which has 1"],
  [
    "an unknown record",
    { 4: "17,142,5000/" },
    "4  =17,142,5000/: must begin with a record code (01, 02, 03, 16, 49, 88, 98, 99) and a comma",
  ],
  ["an empty line", { 4: "" }, "4  : is empty"],
  ["a continuation at the start", { 1: "88,x/" }, "1 88 : continues no record"],
  ["a transaction outside an account", { 3: "(none)" }, "3 16 : must be between the 03 and 49 records of an account"],
  ["an account outside a group", { 2: "(none)" }, "2 03 : an 02 or 99 record is expected here"],
  ["a second file header", { 4: CORRECT[0] ?? "" }, "4 01 : a 16 or 49 record is expected here"],
  ["a file without its end", { 7: "(none)" }, "6  : the file ends without its 99 record"],
];

describe("rules of BAI2", () => {
  test("the file that the cases change is correct", () => {
    assert.deepEqual(problemsOf(linesWith({})), []);
  });

  for (const [what, changes, problem] of rejected)
    test(`rejects ${what}`, () => {
      assert.equal(problemsOf(linesWith(changes))[0], problem);
    });

  test("reports all problems of a file with their lines", () => {
    const problems = problemsOf(linesWith({ 1: "01,,,261120,0600,7,,,2/", 4: "16,142,x,9,,,", 7: "99,0,1,7" }));
    assert.deepEqual(
      problems.map((problem) => problem.split(":")[0]),
      ["1 01 Sender Identification", "1 01 Receiver Identification", "4 16 Amount=x", "4 16 Funds Type=9", "7 99 "],
    );
  });

  test("stops at the limit of problems", () => {
    const text = [CORRECT[0], ...Array.from({ length: 100_000 }, () => "16,x/")].join("\n");
    assert.equal(problemsOf(text).length, 50);
    assert.equal(problemsOf(text, { problemsMax: 3 }).length, 3);
  });

  test("errors do not show account numbers", () => {
    const account = "03,000123456789/0,,015,-10000,,,100,5000,1,0/";
    const text = linesWith({ 3: account, 4: "ACCOUNT 000123456789" });
    const message = problemsOf(text).join("\n");
    assert.match(message, /Customer Account Number=\*\*\*\*89\/0/);
    assert.doesNotMatch(message, /0001234|123456/);
  });

  test("a continuation may begin at any field, and a text in it", () => {
    const whole = transactionsOf(linesWith({ 4: "16,142,5000,S,1,2,3,REF1,CUST1,FROM TERN" }));
    const fields = ["16", "142", "5000", "S", "1", "2", "3", "REF1", "CUST1"];
    for (let cut = 2; cut <= fields.length; cut += 1) {
      const [before, after] = [fields.slice(0, cut).join(","), [...fields.slice(cut), "FROM TERN"].join(",")];
      const text = linesWith({ 4: `${before}/\n88,${after}`, 5: "49,0,4/", 6: "98,0,1,6/", 7: "99,0,1,8/" });
      assert.deepEqual(transactionsOf(text), whole, text);
    }
  });

  test("codes that the manual lacks get their direction from their range", () => {
    assert.deepEqual(bai2TypeCode("475", "detail"), {
      code: "475",
      level: "detail",
      direction: "debit",
      meaning: "Check paid",
    });
    assert.equal(bai2TypeCode("111", "detail")?.direction, "credit");
    assert.equal(bai2TypeCode("930", "balances")?.level, "summary");
    assert.equal(bai2TypeCode("901", "balances")?.level, "status");
    for (const code of ["000", "799", "850", "1", "abc", "0475"])
      assert.equal(bai2TypeCode(code, "detail"), undefined, code);
  });
});

describe("tolerances of BAI2", () => {
  const accepted: readonly (readonly [
    tolerance: keyof NonNullable<Bai2Options["tolerant"]>,
    Readonly<Record<number, string>>,
  ])[] = [
    ["missingSlash", { 3: "03,000123456789,,015,-10000,,,100,5000,1,0", 7: "99,0,1,7" }],
    ["missingFields", { 2: "02,BURSAR,091000019,1,261119/", 4: "16,142,5000/" }],
    ["negativeActivity", { 4: "16,142,-5000,0,,,", 5: "49,-10000,3/", 6: "98,-10000,1,5/", 7: "99,-10000,1,7/" }],
    ["slashAfterText", { 4: "16,142,5000,0,REF1,CUST1,FROM TERN/" }],
    ["slashBeforeText", { 4: "16,142,5000,0,REF1,CUST1,/FROM TERN" }],
    ["lowerCaseCodes", { 3: "03,000123456789,usd,015,-10000,,,100,5000,1,z/", 4: "16,142,5000,v,261119,,,,FROM TERN" }],
    [
      "carriageReturns",
      { 4: "16,142,5000,0,REF1,CUST1,FROM TERN\r49,0,3/", 5: "98,0,1,5/", 6: "99,0,1,7/", 7: "(none)" },
    ],
    ["byteOrderMark", { 1: `\u{feff}${CORRECT[0]}` }],
    ["endOfFileMarks", { 7: "99,0,1,7/\u{1a}" }],
    ["blankLines", { 4: "\n16,142,5000,0,REF1,CUST1,FROM TERN\n" }],
    ["nonAscii", { 4: "16,142,5000,0,REF1,CUST1,CAFÉ" }],
  ];
  for (const [tolerance, changes] of accepted)
    test(`${tolerance} accepts what is an error without it`, () => {
      if (tolerance !== "slashAfterText") assert.notDeepEqual(problemsOf(linesWith(changes)), []);
      const last = parseBai2(linesWith(changes), { tolerant: { [tolerance]: true } }).at(-1);
      assert.ok(last?.kind === "end");
      assert.deepEqual(
        last.tolerated.map((use) => use.tolerance),
        [tolerance],
      );
      assert.deepEqual(problemsOf(linesWith(changes), { tolerant: { [tolerance]: true } }), []);
    });

  test("missingSlash joins a field that is cut between two records", () => {
    const changes = {
      3: "03,000123456789,,015,-10\n88,000,,,100,50\n88,00,1,0/",
      5: "49,0,5/",
      6: "98,0,1,7/",
      7: "99,0,1,9/",
    };
    const [, , account] = parseBai2(linesWith(changes), { tolerant: { missingSlash: true } });
    assert.ok(account?.kind === "account");
    assert.deepEqual(
      account.balances.map(({ amountMinor }) => amountMinor),
      [-10_000n, 5_000n],
    );
  });

  test("slashAfterText removes the slash; otherwise it belongs to the text", () => {
    const text = linesWith({ 4: "16,142,5000,0,REF1,CUST1,FROM TERN    /" });
    assert.deepEqual(transactionsOf(text)[0]?.text, ["FROM TERN    /"]);
    assert.deepEqual(transactionsOf(text, { tolerant: { slashAfterText: true } })[0]?.text, ["FROM TERN"]);
  });
});
