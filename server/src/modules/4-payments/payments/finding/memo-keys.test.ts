import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wordsIn } from "#records/search";
import { runsOf } from "#test/kit/faults/random.ts";
import { keysOf, storedAs } from "./memo-keys.ts";

const isFound = (word: string, begun: string): boolean =>
  keysOf(begun).some(({ key, isBeginning }) => (isBeginning ? storedAs(word).startsWith(key) : storedAs(word) === key));

test("consecutive numbers share a key, short ones and words have their own", () => {
  assert.deepEqual(
    ["1000000042", "1000000099", "1000000100", "inv-7", "20417", "po204178", "000123456", "0007", "000", "rent"].map(
      storedAs,
    ),
    ["10000000", "10000000", "10000001", "inv-7", "20417", "po2041", "1234", "7", "0", "rent"],
  );
});

test("every word is found by each of its beginnings", () => {
  const digits = fc.stringMatching(/^\d{1,14}$/);
  const words = fc.oneof(
    digits,
    fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), digits, fc.constantFrom("", "x")).map((parts) => parts.join("")),
    fc.stringMatching(/^[a-z]{1,12}$/),
  );
  fc.assert(
    fc.property(words, fc.nat({ max: 15 }), (text, end) => {
      for (const word of wordsIn([text])) {
        const begun = word.slice(0, Math.max(1, end));
        // A number is also a word without its leading zeros, and is found by beginnings of that.
        if (/^0+$/.test(begun) && begun !== word) continue;
        assert.ok(isFound(word, begun), `${word} by ${begun}`);
      }
    }),
    { numRuns: runsOf(20_000) },
  );
});

test("a whole number is looked up among at most a hundred others, whatever begins with it", () => {
  assert.deepEqual(keysOf("1000000042"), [
    { key: "10000000", isBeginning: false },
    { key: "100000004", isBeginning: false },
    { key: "1000000042", isBeginning: true },
  ]);
  assert.deepEqual(keysOf("20417"), [
    { key: "2041", isBeginning: false },
    { key: "20417", isBeginning: true },
  ]);
  assert.deepEqual(keysOf("2041"), [{ key: "2041", isBeginning: true }]);
});
