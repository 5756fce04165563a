import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { API_DOCUMENTS } from "../../../../tools/kit/whole-api.ts";
import { withPortablePatterns } from "./portable-patterns.ts";

const ROOT = join(import.meta.dirname, "../../../..");

function patternsIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const { pattern } = part as { readonly pattern?: unknown };
  return [...(typeof pattern === "string" ? [pattern] : []), ...Object.values(part).flatMap(patternsIn)];
}

describe("a documented pattern", () => {
  it("with a class of Unicode accepts what the service accepts, with either flag", () => {
    const { pattern, examples } = Object(
      withPortablePatterns({ pattern: NO_HIDDEN_CHARACTERS, examples: [{ pattern: "\\p{Cc}" }] }),
    );
    assert.deepEqual(examples, [{ pattern: "\\p{Cc}" }]);
    const service = new RegExp(NO_HIDDEN_CHARACTERS, "u");
    const [plain, unicode] = [new RegExp(pattern), new RegExp(pattern, "u")];
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}`;
      assert.equal(plain.test(text), service.test(text), code.toString(16));
      assert.equal(unicode.test(text), service.test(text), code.toString(16));
    }
    for (const text of ["", "Müller & Söhne", "株式会社", "🦊 Fox"])
      assert.ok(plain.test(text) && unicode.test(text), text);
  });

  for (const path of API_DOCUMENTS)
    it(`of ${path} is ECMA-262 that needs no flag and that every generator reads`, () => {
      const patterns = new Set(patternsIn(JSON.parse(readFileSync(join(ROOT, path), "utf8"))));
      assert.ok(patterns.size > 3);
      for (const pattern of patterns) {
        for (const flags of ["", "u"]) assert.doesNotThrow(() => new RegExp(pattern, flags), pattern);
        // Classes of Unicode, look-around, named groups, inline flags, and back-references.
        assert.doesNotMatch(pattern, /\\[pPk1-9]|\(\?(?!:)/, pattern);
      }
    });
});
