import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seeded, testSeed } from "../../../../../../../server/test/kit/faults/random.ts";
import { amountOfCell, amountParts, type DecimalSign } from "./amounts.ts";
import { detectDecimal } from "./detect-decimal.ts";

const readings: readonly (readonly [text: string, sign: DecimalSign, cents: bigint | RegExp])[] = [
  ["1,234.56", ".", 123_456n],
  ["1.234,56", ",", 123_456n],
  ["$1,234.56", ".", 123_456n],
  ["US$ 1,234.5", ".", 123_450n],
  ["1 234,56 USD", ",", 123_456n],
  ["1\u00a0234,56", ",", 123_456n],
  ["1\u202f234\u202f567,89", ",", 123_456_789n],
  ["1'234.50", ".", 123_450n],
  ["1’234’567.50", ".", 123_456_750n],
  ["+12", ".", 1_200n],
  [".5", ".", 50n],
  ["12.", ".", 1_200n],
  ["1.234", ",", 123_400n],
  ["12.5000", ".", 1_250n],
  ["12.345", ".", /more than two decimals/],
  ["1.234", ".", /more than two decimals/],
  ["-12.00", ".", /negative/],
  ["−12.00", ".", /negative/],
  ["12.00-", ".", /negative/],
  ["(12.00)", ".", /negative/],
  ["$(12.00)", ".", /negative/],
  ["($12.00)", ".", /negative/],
  ["0.00", ".", /zero/],
  ["", ".", /Enter an amount/],
  ["12,50", ".", /decimal point/],
  ["1,23,456.00", ".", /decimal point/],
  ["1.23.456", ",", /decimal comma/],
  ["1 234'567.00", ".", /not a valid amount/],
  ["12a", ".", /not a valid amount/],
  ["=1+1", ".", /not a valid amount/],
  ["1e5", ".", /not a valid amount/],
  ["--5", ".", /not a valid amount/],
  ["$5 EUR", ".", /not a valid amount/],
  ["9".repeat(10_000), ".", /not a valid amount/],
  ["1234567890123.00", ".", /not a valid amount/],
];

describe("reading amounts", () => {
  for (const [text, sign, expected] of readings)
    it(`“${text.slice(0, 20)}” with a decimal ${sign === "." ? "point" : "comma"}`, () => {
      const read = amountOfCell(text, sign);
      if (typeof expected === "bigint") assert.equal("cents" in read && read.cents, expected);
      else assert.match("problem" in read ? read.problem : String(read.cents), expected);
    });

  it("names currencies", () => {
    const currencies = ["$5", "5 USD", "€ 5", "5,00 EUR", "CHF 5", "Fr. 5", "£5", "C$5", "5"].map(
      (text) => amountParts(text)?.currency,
    );
    assert.deepEqual(currencies, ["USD", "USD", "EUR", "EUR", "CHF", "CHF", "GBP", "CAD", undefined]);
  });

  it("reads numbers of a sheet with a decimal point, whatever the file's sign", () => {
    assert.deepEqual(amountOfCell({ kind: "number", value: "1234.5" }, ","), { cents: 123_450n, currency: undefined });
    assert.match(JSON.stringify(amountOfCell({ kind: "number", value: "1.005" }, ",")), /more than two decimals/);
    assert.match(JSON.stringify(amountOfCell({ kind: "date", value: "2026-03-04" }, ".")), /is a date/);
  });

  it("reads back what it is given, in every format", () => {
    const random = seeded(testSeed("amounts"));
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    for (let round = 0; round < 5_000; round += 1) {
      const cents = BigInt(1 + Math.floor(random() * 10 ** (1 + Math.floor(random() * 12))));
      const sign = pick<DecimalSign>([".", ","]);
      const separator = pick(["", sign === "." ? "," : ".", " ", "\u00a0", "\u202f", "'", "’"]);
      const whole = String(cents / 100n).replaceAll(/\B(?=(\d{3})+$)/g, separator);
      const part = String(cents % 100n).padStart(2, "0");
      const number = part === "00" && random() < 0.3 ? whole : `${whole}${sign}${part}`;
      const text = pick([number, `$${number}`, `${number} USD`, `USD ${number}`, ` +${number} `]);
      const read = amountOfCell(text, sign);
      assert.equal("cents" in read && read.cents, cents, text);
      // The other sign never gives another amount without a sign of trouble.
      const other = amountOfCell(text, sign === "." ? "," : ".");
      if ("cents" in other && other.cents !== cents) assert.match(detected(text), /unsure/, text);
    }
  });
});

const detected = (...texts: readonly string[]): string => {
  const { sign, isCertain } = detectDecimal(texts);
  return isCertain ? sign : "unsure";
};

describe("detecting the decimal sign", () => {
  const columns: readonly (readonly [texts: readonly string[], expected: string])[] = [
    [["1.234,56", "12"], ","],
    [["1,234.56", "1,234"], "."],
    [["12,50", "1.234"], ","],
    [["1.234", "2.500"], "unsure"],
    [["1,234"], "unsure"],
    [["1.234.567", "1.234"], ","],
    [["1,234,567"], "."],
    [["100", "200"], "."],
    [["12.5"], "."],
    [["0.125"], "."],
    [["1234.567"], "."],
    [["1.50", "1,50"], "unsure"],
    [["1.50", "2.50", "1,50"], "."],
    [["1.50", "2.50", "1,50", "1,500"], "unsure"],
    [["1 234,5"], ","],
    [["n/a", ""], "."],
  ];
  for (const [texts, expected] of columns)
    it(`${texts.join(" and ")}: ${expected}`, () => assert.equal(detected(...texts), expected));

  it("shows an amount with both signs, and foreign currencies", () => {
    const found = detectDecimal(["12,00 €", "1.234,56 €", "$5"]);
    assert.equal(found.example, "1.234,56 €");
    assert.deepEqual(found.foreign, ["EUR"]);
  });
});
