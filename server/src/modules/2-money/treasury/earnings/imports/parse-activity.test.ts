import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cpuMsOf } from "#test/kit/faults/bounded-work.ts";
import { ACTIVITY_ROWS_MAX, FILE_LENGTH_MAX, parseActivity, readAmount } from "./parse-activity.ts";

const TODAY = "2026-12-05";
const parsed = (...lines: readonly string[]) => parseActivity(lines.join("\n"), TODAY);
const problemOf = (...lines: readonly string[]): string => parsed(...lines).problems[0]?.message ?? "none";
const HEADER = "Reference,Date,Type,Amount,Security,CUSIP,Shares,Price,Month,Description";

describe("a custodian's activity file", () => {
  test("is read with a byte order mark, semicolons, American dates, and parentheses", () => {
    const { rows, problems } = parseActivity(
      "\uFEFFDate;Reference;TYPE;Amount;Shares\r\n12/01/2026;A-2;mercuryfeeposted;($1,041.09);\r\n2026-11-30;A-1;dividendPosted;$312.4;\r\n\r\n",
      TODAY,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ reference, day, type, amountMinor, line }) => [reference, day, type, amountMinor, line]),
      [
        ["A-1", "2026-11-30", "dividendPosted", 31_240n, 3],
        ["A-2", "2026-12-01", "mercuryFeePosted", -104_109n, 2],
      ],
      "oldest first, whatever the order of the file",
    );
  });

  test("keeps shares, prices, months, and texts with quotes", () => {
    const { rows } = parsed(
      HEADER,
      `A,2026-12-01,sweepInPosted,-25.00,"Prime, Fund",990000aa9,"1,025.5",1.0001,2026-11,"He said ""no"""`,
    );
    assert.deepEqual(rows[0], {
      line: 2,
      reference: "A",
      day: "2026-12-01",
      type: "sweepInPosted",
      amountMinor: -2_500n,
      securityId: "990000AA9",
      security: "Prime, Fund",
      sharesE4: 10_255_000n,
      priceE4: 10_001n,
      forMonth: "2026-11-01",
      description: 'He said "no"',
    });
  });

  test("names types in words or as the API does", () => {
    const { rows, problems } = parsed(
      "Reference,Date,Type,Amount",
      "A,2026-12-01,Dividend,1",
      "B,2026-12-01,sweep to fund,-1",
      "C,2026-12-01,Fund order settled,-2",
      "D,2026-12-01,mercuryFeePosted,-3",
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ type }) => type),
      ["dividendPosted", "sweepInPosted", "oemsMutualFundOrderSettled", "mercuryFeePosted"],
    );
  });

  test("amounts are exact or rejected", () => {
    const cases: readonly (readonly [string, bigint | undefined])[] = [
      ["1234.5", 123_450n],
      ["1,234.56", 123_456n],
      ["(12.50)", -1_250n],
      ["-12.50", -1_250n],
      ["-$12.50", -1_250n],
      ["$-12.50", -1_250n],
      ["(-12.50)", undefined],
      ["12,34", undefined],
      ["1.234,56", undefined],
      ["0.005", undefined],
      ["1e5", undefined],
      ["(12", undefined],
      ["", undefined],
      ["NaN", undefined],
    ];
    for (const [text, expected] of cases) assert.equal(readAmount(text), expected, text);
  });

  test("every problem names its line", () => {
    const short = "Reference,Date,Type,Amount";
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[""], /empty/],
      [["Date,Amount"], /no column Reference, Type/],
      [[`${short},Account number`], /Unknown column: Account number. Delete it, or rename it/],
      [[`${short},Date`], /same name/],
      [[short, ",2026-12-01,dividendPosted,1"], /custodian's reference/],
      [[short, "A,2026-02-30,dividendPosted,1"], /YYYY-MM-DD/],
      [[short, "A,2026-12-06,dividendPosted,1"], /future/],
      [[short, "A,2026-12-01,dividends,1"], /"dividends" is not a type/],
      [[short, "A,2026-12-01,dividendPosted,0"], /not zero/],
      [[short, "A,2026-12-01,dividendPosted,-1"], /must be positive/],
      [[short, "A,2026-12-01,sweepInPosted,1"], /must be negative/],
      [[short, "A,2026-12-01,dividendPosted,1,9"], /5 values/],
      [[short, 'A,2026-12-01,dividendPosted,"1'], /quotes/],
      [[short, "A\u202Eb,2026-12-01,dividendPosted,1"], /invisible/],
      [[`${short},Price`, "A,2026-12-01,valuationChangePosted,1,0"], /four decimals/],
      [[`${short},CUSIP`, "A,2026-12-01,dividendPosted,1,12"], /nine characters/],
      [
        [short, ...Array.from({ length: ACTIVITY_ROWS_MAX + 1 }, () => "A,2026-12-01,dividendPosted,1")],
        /more than 1,000 rows/,
      ],
    ];
    for (const [lines, expected] of cases) assert.match(problemOf(...lines), expected, lines.slice(0, 2).join("\n"));
  });

  test("a messy file is answered with line numbers and plain words", () => {
    const { rows, problems } = parseActivity(
      [
        '\uFEFF"Reference","Date","Type","Amount","Description"',
        "",
        '"A-1","11/20/2026","dividendPosted","$1,250.00","Month"',
        "   ",
        ",,,,",
        "A-2,27.11.2026,dividendPosted,1,",
        'A-3,2026-11-20,dividendPosted,1,"two',
        'lines"',
        "A-4,20 Nov 2026,dividendPosted,1,",
        'Total,,,"1,252.00",',
        ',,,"1,252.00",',
      ].join("\r\n"),
      TODAY,
    );
    assert.deepEqual(
      rows.map(({ line, reference }) => [line, reference]),
      [[3, "A-1"]],
    );
    assert.deepEqual(
      problems.map(({ line, message }) => `${line} ${message.slice(0, 30)}`),
      [
        '6 "27.11.2026" is not a valid da',
        "7 Texts have at most 200 charact",
        '9 "20 Nov 2026" is not a valid d',
        "10 This is not activity; it may b",
        "11 This is not activity; it may b",
      ],
    );
    const long = [
      "Reference,Date,Type,Amount",
      ...Array.from({ length: 10_001 }, (_, at) => `A-${at},2026-11-20,dividendPosted,1`),
    ];
    assert.deepEqual(parsed(...long).problems, [
      {
        line: 1_002,
        message: "The file has more than 1,000 rows, which cannot be imported at once. Split it before this line.",
      },
    ]);
    assert.match(problemOf("Activity of account 123", ...long.slice(0, 2)), /delete lines above it/);
  });

  test("the largest file of wrong rows is read in a bounded time, with a bounded number of problems", async () => {
    const line = `${"x".repeat(190)}\n`;
    const text = `Reference,Date,Type,Amount\n${line.repeat(Math.min(ACTIVITY_ROWS_MAX, FILE_LENGTH_MAX / line.length))}`;
    assert.equal(parseActivity(text, TODAY).problems.length, 100);
    assert.ok((await cpuMsOf(() => parseActivity(text, TODAY), 1_000)) < 1_000);
  });
});
