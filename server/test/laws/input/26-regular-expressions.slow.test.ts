import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { check } from "recheck";
import ts from "typescript";
import { isTest, lineOf, nodesOf, readSources, type Source } from "../../../../tools/tidy/source.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";

/**
 * Law 26, regular expressions: each one in the server and the dashboard runs in time at most linear in the text.
 * recheck proves this from the expression; `pattern` members of schemas are included.
 *
 * A proof depends on nothing but the expression and recheck's version. The ordinary run therefore proves expressions that
 * are not in the list of proven ones, and a random twentieth of the list; with `--long`, it proves all of them.
 */
const ROOT = join(import.meta.dirname, "../../../..");
const CHECK_LIMIT_MS = 300_000;

/** Which expressions were linear, for which version of recheck. */
const PROVEN = join(import.meta.dirname, "proven-expressions.json");
const AGAIN = 0.05;
/** They are proven in each run, which takes time. */
const UNLISTED_MAX = 40;
interface Proven {
  readonly recheck: string;
  readonly linear: readonly string[];
}

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

  // Only this test reads and describes this file.
  const proven = JSON.parse(readFileSync(PROVEN, "utf8")) as Proven;
  const version: unknown = createRequire(import.meta.url)("recheck/package.json").version;
  const provenTexts = new Set(long || proven.recheck !== version ? [] : proven.linear);
  const random = seeded(testSeed("which expressions are proven again"));

  for (const [text, { source, flags, place }] of unique) {
    if (text in boundedElsewhere || (provenTexts.has(text) && random() > AGAIN)) continue;
    test(`${text} (${place}) is linear`, async () => {
      const found = await check(source, flags, { timeout: CHECK_LIMIT_MS });
      assert.equal(found.status, "safe", found.status === "vulnerable" ? found.complexity.summary : "not decided");
    });
  }

  test("few expressions are missing in the list of proven ones", () => {
    const linear = unique.map(([text]) => text).filter((text) => !(text in boundedElsewhere));
    const missing = linear.filter((text) => proven.recheck !== version || !proven.linear.includes(text));
    const content = JSON.stringify({ recheck: version, linear: linear.sort() }, null, 2);
    assert.ok(missing.length <= UNLISTED_MAX, `after a run with --long, write this to ${PROVEN}:\n${content}`);
  });

  test("every exception still exists", () => {
    const texts = unique.map(([text]) => text);
    assert.deepEqual(
      Object.keys(boundedElsewhere).filter((text) => !texts.includes(text)),
      [],
    );
  });
});
