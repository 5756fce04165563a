import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { searchedWords, WORD_LENGTH_MAX, wordsIn } from "./words.ts";

const found: readonly [search: string, text: string][] = [
  ["acme", "The Acme Company"],
  ["ACME comp", "The Acme Company"],
  ["company acme", "The Acme Company"],
  ["muller", "Café Müller"],
  ["Müller", "Cafe Muller"],
  ["INV-0042", "INV-0042"],
  ["42", "INV-0042"],
  ["0042", "INV0042"],
  ["ada@example.com", "Ada <ada@example.com>"],
  ["sons'", "Okafor & Sons"],
  ["東京", "東京商事"],
];
const notFound: readonly [search: string, text: string][] = [
  ["cme", "The Acme Company"],
  ["acme limited", "The Acme Company"],
  ["43", "INV-0042"],
];

const finds = (search: string, text: string): boolean => {
  const words = wordsIn([text]);
  return (searchedWords(search) ?? []).every((beginning) => words.some((word) => word.startsWith(beginning)));
};

for (const [search, text] of found) test(`"${search}" finds "${text}"`, () => assert.ok(finds(search, text)));
for (const [search, text] of notFound)
  test(`"${search}" does not find "${text}"`, () => assert.ok(!finds(search, text)));

test("a search without letters and digits finds nothing, an empty one everything", () => {
  assert.deepEqual(searchedWords("%"), []);
  assert.equal(searchedWords("  "), undefined);
  assert.equal(searchedWords(undefined), undefined);
});

test("every word of a text finds it, however it is written", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      for (const word of searchedWords(text) ?? [])
        assert.ok(finds(word, text.toUpperCase()) || finds(word, text), word);
    }),
    { numRuns: 50 },
  );
});

test("an ASCII text has the same words next to other letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 60 }), (text) => {
      assert.deepEqual([...wordsIn([text]), "東京"], wordsIn([`${text} 東京`]));
    }),
    { numRuns: 2_000 },
  );
});

test("words are bounded in length and number", () => {
  const words = wordsIn([
    `${"x".repeat(1_000)} ${"a1 ".repeat(1_000)} ${Array.from({ length: 500 }, (_, n) => n).join(" ")}`,
  ]);
  assert.ok(words.length <= 100);
  assert.ok(words.every((word) => [...word].length <= WORD_LENGTH_MAX));
});
