import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import ts from "typescript";
import { isTest, readSources, type Source } from "../../../../tools/tidy/source.ts";
import { BLOCK_MS_MAX, cpuMsOf, hostileTexts, isQuick } from "../../kit/faults/bounded-work.ts";
import { inTurns, long } from "../../kit/faults/random.ts";
import { parsers } from "./bounded-parsers.ts";
import { notParsers } from "./not-parsers.ts";

/**
 * Law 26, parsers: no text of the maximum accepted size blocks the event loop longer than 50 ms, and four times the
 * text takes at most about four times as long. bounded-parsers.ts must list every parser and validator.
 */
const ROOT = join(import.meta.dirname, "../../../..");

const quietly = (parse: (text: string) => unknown, text: string) => async () => {
  try {
    return await parse(text);
  } catch {
    return undefined;
  }
};

describe("work is bounded in every parser", () => {
  for (const [name, { parse, lengthMax }] of Object.entries(parsers)) {
    test(`${name} reads ${lengthMax} characters within ${BLOCK_MS_MAX} ms`, async () => {
      for (const { shape, text } of hostileTexts(lengthMax)) {
        const ms = await cpuMsOf(quietly(parse, text));
        assert.ok(ms <= BLOCK_MS_MAX, `${shape} takes ${ms.toFixed(0)} ms`);
      }
    });
  }

  test("four times the text takes at most about four times as long", async () => {
    // Above the maximum on purpose: short texts are parsed too fast to compare.
    const [shorter, longer] = long ? [65_536, 262_144] : [16_384, 65_536];
    const some = inTurns("law 26, which parsers", 3);
    for (const [name, { parse }] of some(Object.entries(parsers), 0)) {
      const longTexts = hostileTexts(longer);
      for (const [at, { shape, text }] of hostileTexts(shorter).entries()) {
        const parseShort = quietly(parse, text);
        // What takes a moment here takes sixteen times as long at most with the longer text, and is fast enough there.
        if (await isQuick(parseShort, BLOCK_MS_MAX / 16)) continue;
        const shortMs = await cpuMsOf(parseShort, Number.POSITIVE_INFINITY);
        // A quadratic parser takes hundreds of milliseconds here, and sixteen times as long as with the shorter text.
        // Shorter times say little: the kernel counts in ticks of up to 4 ms.
        const longMsMax = 10 * shortMs + BLOCK_MS_MAX;
        const longMs = await cpuMsOf(quietly(parse, longTexts[at]?.text ?? ""), longMsMax);
        assert.ok(longMs <= longMsMax, `${name} ${shape}: ${shortMs.toFixed(1)} ms, then ${longMs.toFixed(1)} ms`);
      }
    }
  });

  test("every function that parses text is listed", () => {
    const found = readSources(ROOT).filter(isServerCode).flatMap(textReaders);
    const listed = [...Object.keys(parsers), ...Object.keys(notParsers)];
    assert.deepEqual(
      found.filter((name) => !listed.includes(name)),
      [],
      "add them to server/test/laws/input/bounded-parsers.ts",
    );
    const extra = Object.keys(notParsers).filter((name) => !found.includes(name));
    assert.deepEqual(extra, [], "these no longer exist");
  });
});

const isServerCode = ({ path }: Source): boolean =>
  /^(server\/src|packages\/(banking|bank-formats|simulated-bank)\/src)\//.test(path) &&
  !isTest(path) &&
  !/\.queries\.ts$|\/cli\/|\/administration\//.test(path);

/** Parameters that name something internal and never contain a caller's text. */
const isOwnName = (parameter: string): boolean =>
  /Id$|^(id|dataDir|path|description|resource|requestId)$/.test(parameter);

/** Names of exported functions whose first parameter is a string. */
function textReaders({ tree }: Source): readonly string[] {
  const isTextReader = ({ parameters: [first] }: ts.SignatureDeclarationBase): boolean =>
    first !== undefined &&
    /^string( \| undefined| \| null)?$/.test(first.type?.getText(tree) ?? "") &&
    !isOwnName(first.name.getText(tree));
  return tree.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) return [];
    if (ts.isFunctionDeclaration(statement))
      return isTextReader(statement) && statement.name ? [statement.name.text] : [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer) && isTextReader(initializer) ? [name.getText(tree)] : [],
    );
  });
}
