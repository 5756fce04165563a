import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../../../server/test/kit/faults/any-text.ts";
import { lostCharacters, plainName, toPlainText } from "./plain-text.ts";

describe("texts in printable ASCII", () => {
  const cases: readonly (readonly [from: string, to: string | undefined])[] = [
    ["Blue Ridge Supplies, Inc. #4", "Blue Ridge Supplies, Inc. #4"],
    ["José Ñandú", "Jose Nandu"],
    ["e\u{301}", "e"],
    ["Łódź Spółka", "Lodz Spolka"],
    ["Straße & Cœur", "Strasse & Coeur"],
    ["“O’Neill” – Söhne…", '"O\'Neill" - Sohne...'],
    ["Acme™ №5 ½ €5", "AcmeTM No5 1/2 EUR5"],
    ["ＡＢＣ", "ABC"],
    ["Nguyễn Thị Hằng", "Nguyen Thi Hang"],
    ["Иван", undefined],
    ["محمد", undefined],
    ["株式会社", undefined],
    ["Acme 🚀", undefined],
    ["Acme ☀\u{fe0f}", undefined],
    ["Ωmega", undefined],
    ["5 °C", undefined],
  ];
  for (const [from, to] of cases) test(`${from} becomes ${to}`, () => assert.equal(toPlainText(from), to));

  test("what has no form is named, each character once", () => {
    assert.deepEqual(lostCharacters("Ж🚀 José Ж"), ["Ж", "🚀"]);
    assert.deepEqual(lostCharacters("José"), []);
  });

  test("names are cut at the width of the field and have a letter or a digit", () => {
    assert.equal(plainName("A name that is longer than the field", 22), "A name that is longer");
    assert.equal(plainName("  a   b ", 22), "a b");
    for (const name of ["000", "---", "  ", "’"]) assert.equal(plainName(name, 22), undefined, name);
  });

  test("law: a text is plain or names what is lost, never both, and never loses anything silently", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const plain = toPlainText(text);
        assert.equal(plain === undefined, lostCharacters(text).length > 0);
        assert.match(plain ?? "", /^[ -~]*$/);
      }),
    );
  });
});
