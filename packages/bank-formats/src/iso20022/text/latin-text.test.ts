import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../../../../server/test/kit/faults/any-text.ts";
import { findForeignCharacter, toLatinText } from "./latin-text.ts";

describe("texts for wire networks", () => {
  const cases: readonly (readonly [from: string, to: string])[] = [
    ["Acme & Co. (US) #4", "Acme & Co. (US) #4"],
    ["Café Müller", "Cafe Muller"],
    ["Straße", "Strasse"],
    ["Ærøskøbing", "AEroskobing"],
    ["Łódź", "Lodz"],
    ["Şişli İstanbul ığ", "Sisli Istanbul ig"],
    ["“O’Neill” – Söhne…", '"O\'Neill" - Sohne...'],
    ["e\u{301}", "e"],
    ["ﬁn ½ €5", "fin 1/2 EUR5"],
    ["a\u{a0}b\tc", "a b c"],
    ["漢字", ".."],
    ["😀", "."],
  ];
  for (const [from, to] of cases) test(`${from} becomes ${to}`, () => assert.equal(toLatinText(from, "text").text, to));

  test("identifications have fewer characters", () => {
    assert.equal(toLatinText("INV_12 & [A] #7", "identifier").text, "INV-12 + (A) .7");
    assert.equal(findForeignCharacter("INV_12", "identifier"), "_");
    assert.equal(findForeignCharacter("INV_12", "text"), undefined);
  });

  test("each replacement is reported once, and says whether the meaning is lost", () => {
    assert.deepEqual(toLatinText("éé漢", "text").replacements, [
      { from: "é", to: "e", isLost: false },
      { from: "漢", to: ".", isLost: true },
    ]);
    assert.deepEqual(toLatinText("plain", "text").replacements, []);
  });

  test("law: the result is always accepted, and a changed text is never silent", () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom("text", "identifier"), (text, set) => {
        const latin = toLatinText(text, set);
        assert.equal(findForeignCharacter(latin.text, set), undefined);
        assert.equal(latin.replacements.length === 0, latin.text === text.normalize("NFC"));
      }),
    );
  });
});
