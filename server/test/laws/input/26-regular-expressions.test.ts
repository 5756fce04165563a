import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { check } from "recheck";
import ts from "typescript";
import { isTest, lineOf, nodesOf, readSources, type Source } from "../../../../tools/tidy/source.ts";

/**
 * Law 26, regular expressions: each one in the server and the dashboard runs in time at most linear in the text.
 * recheck proves this from the expression; `pattern` members of schemas are included.
 */
const ROOT = join(import.meta.dirname, "../../../..");
const CHECK_LIMIT_MS = 60_000;

/** Superlinear expressions whose text is always short, each with the place that ensures it. */
const boundedElsewhere: Readonly<Record<string, string>> = {
  "/\\/+$/": "reads a setting (config.ts)",
  "/0+$/": "a number literal has at most 40 characters (strict-json.ts)",
  "/\\[([^\\]]*\\{(\\w+)\\}[^\\]]*)\\]/g": "reads our own messages before details are inserted (refusal.ts)",
  "/(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)/": "reads what node:net accepts as an address (allowlist.ts)",
};

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

function expressionsIn(source: Source): readonly Expression[] {
  return nodesOf(source).flatMap((node) => {
    const place = `${source.path}:${lineOf(source, node)}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      return [{ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place }];
    }
    const isPattern = ts.isPropertyAssignment(node) && node.name.getText(source.tree) === "pattern";
    return isPattern && ts.isStringLiteralLike(node.initializer)
      ? [{ source: node.initializer.text, flags: "u", place }]
      : [];
  });
}

describe("work is bounded in every regular expression", () => {
  const expressions = readSources(ROOT)
    .filter(({ path }) => /^(server|dashboard)\/src\//.test(path) && !isTest(path))
    .flatMap(expressionsIn);
  const unique = [...new Map(expressions.map((found) => [`/${found.source}/${found.flags}`, found])).entries()];

  test("finds the expressions", () => assert.ok(unique.length > 80, `${unique.length} expressions`));

  for (const [text, { source, flags, place }] of unique) {
    if (text in boundedElsewhere) continue;
    test(`${text} (${place}) is linear`, async () => {
      const found = await check(source, flags, { timeout: CHECK_LIMIT_MS });
      assert.equal(found.status, "safe", found.status === "vulnerable" ? found.complexity.summary : "not decided");
    });
  }

  test("every exception still exists", () => {
    const texts = unique.map(([text]) => text);
    assert.deepEqual(
      Object.keys(boundedElsewhere).filter((text) => !texts.includes(text)),
      [],
    );
  });
});
