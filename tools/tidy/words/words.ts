import ts from "typescript";
import { commentsOf, type Prose } from "../documents/comments.ts";
import { isTest, lineOf, nodesOf, type Source } from "../source.ts";
import { PHRASES } from "./phrases.ts";

const matchers = PHRASES.map(({ pattern, advice, remainsIn, onlyInTexts }) => ({
  advice,
  remainsIn,
  onlyInTexts,
  // Possessives and hyphenated compounds are separate words: "mends" is found in prose, never inside an identifier.
  pattern: new RegExp(`(?<![\\w$./-])(?:${pattern.replaceAll(" ", "\\s+")})(?![\\w$/-]|\\.\\w)`, "gi"),
}));

/** On the line of a phrase that must remain, or on the line before: `plain-words: the reason`. */
const EXCEPTION = /plain-words: \S.{9,}/;

/** These quote the phrases that this check looks for. */
const QUOTING = /^tools\/tidy\/words\/(phrases|words)(-tests)?\.ts$/;

/** A text of a script, which users may read, or other prose. */
interface Words extends Prose {
  readonly isText?: boolean;
}

/** The texts in a script that people read: comments, strings of several words or one capitalized word, and markup. */
export function wordsOf(source: Source): readonly Words[] {
  if (QUOTING.test(source.path)) return [];
  const texts = nodesOf(source).filter(
    (node) =>
      (ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddleOrTemplateTail(node) ||
        ts.isJsxText(node)) &&
      (/[a-z],? [a-z]/i.test(node.text) || /^\s*[A-Z][a-z]+(-[a-z]+)?\s*$/.test(node.text)),
  );
  const isText = /^(dashboard|server|packages\/\w+)\/src\//.test(source.path) && !isTest(source.path);
  return [
    ...commentsOf(source),
    ...texts.map((node) => ({
      path: source.path,
      line: lineOf(source, node),
      text: node.getText(source.tree),
      isText,
    })),
  ];
}

/** A message for each replaced phrase in the text; `lines` are the whole file's. */
export function replacedPhrases(
  { path, line, text, isText = false }: Words,
  lines: readonly string[],
): readonly string[] {
  const here = matchers.filter(
    ({ remainsIn, onlyInTexts }) => remainsIn?.test(path) !== true && (isText || onlyInTexts !== true),
  );
  return here.flatMap(({ pattern, advice }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const at = line + text.slice(0, match.index).split("\n").length - 1;
      if (EXCEPTION.test(`${lines[at - 2] ?? ""}\n${lines[at - 1] ?? ""}`)) return [];
      return [`${path}:${at} "${match[0].replaceAll(/\s+/g, " ")}": ${advice}`];
    }),
  );
}
