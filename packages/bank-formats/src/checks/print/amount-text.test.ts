import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { amountInFigures, amountInWords, CHECK_AMOUNT_MAX_MINOR, protectedAmount } from "./amount-text.ts";

const examples: readonly (readonly [amountMinor: bigint, words: string, figures: string])[] = [
  [1n, "Zero and 01/100", "0.01"],
  [100n, "One and 00/100", "1.00"],
  [1_999n, "Nineteen and 99/100", "19.99"],
  [2_000n, "Twenty and 00/100", "20.00"],
  [2_100n, "Twenty-one and 00/100", "21.00"],
  [10_000n, "One hundred and 00/100", "100.00"],
  [11_507n, "One hundred fifteen and 07/100", "115.07"],
  [123_456n, "One thousand two hundred thirty-four and 56/100", "1,234.56"],
  [1_000_000n, "Ten thousand and 00/100", "10,000.00"],
  [100_000_005n, "One million and 05/100", "1,000,000.05"],
  [100_001_200n, "One million twelve and 00/100", "1,000,012.00"],
  [
    CHECK_AMOUNT_MAX_MINOR,
    "Nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine and 99/100",
    "999,999,999,999.99",
  ],
];

const VALUES: Readonly<Record<string, bigint>> = Object.fromEntries([
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, BigInt(value)] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, BigInt(index + 2) * 10n] as const),
]);
const SCALES: Readonly<Record<string, bigint>> = { thousand: 1_000n, million: 1_000_000n, billion: 1_000_000_000n };

/** Reads the words as a person does, from left to right. */
function centsOf(text: string): bigint {
  const [words = "", cents = ""] = text.toLowerCase().split(" and ");
  let [total, group] = [0n, 0n];
  for (const word of words.split(/[ -]/)) {
    const scale = SCALES[word];
    if (scale !== undefined) [total, group] = [total + group * scale, 0n];
    else if (word === "hundred") group *= 100n;
    else group += VALUES[word] ?? assert.fail(word);
  }
  return (total + group) * 100n + BigInt(cents.slice(0, 2));
}

describe("amounts on a check", () => {
  for (const [amountMinor, words, figures] of examples)
    test(`${figures} in words`, () => {
      assert.equal(amountInWords(amountMinor), words);
      assert.equal(amountInFigures(amountMinor), figures);
      assert.equal(protectedAmount(amountMinor), `**${figures}`);
    });

  test("the words of any amount are the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: CHECK_AMOUNT_MAX_MINOR }), (amountMinor) => {
        assert.equal(centsOf(amountInWords(amountMinor)), amountMinor);
        assert.equal(BigInt(amountInFigures(amountMinor).replaceAll(/[,.]/g, "")), amountMinor);
      }),
      { numRuns: 1_000 },
    );
  });

  test("nothing and too much cannot be written", () => {
    for (const amountMinor of [0n, -1n, CHECK_AMOUNT_MAX_MINOR + 1n])
      assert.throws(() => amountInWords(amountMinor), RangeError);
  });
});
