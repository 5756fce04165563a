import ts from "typescript";
import { nodesOf, type Source } from "../source.ts";

/** Prose that a person reads: a comment, or the text of a document. */
export interface Prose {
  readonly path: string;
  /** The number of its first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;

/** Replaces comment marks with as many spaces, so that a sentence can run over several lines. */
const unmarked = (comment: string): string =>
  comment.replaceAll(/^[ \t]*(\/\*\*?|\*(?!\/)|\/\/+|--)/gm, (mark) => " ".repeat(mark.length)).replace(/\*\/$/, "  ");

const SCRIPT_COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node);

/**
 * Every comment of a script, in order: what looks like a comment and is not inside a string or a regular expression.
 */
export function commentsOf(source: Source): readonly Prose[] {
  const texts = nodesOf(source)
    .filter(isText)
    .map((node): [number, number] => [ts.isJsxText(node) ? node.pos : node.getStart(source.tree), node.end])
    .sort(([left], [right]) => left - right);
  const ranges: [number, number][] = [];
  const pattern = new RegExp(SCRIPT_COMMENT);
  let next = 0;
  for (let match = pattern.exec(source.text); match; match = pattern.exec(source.text)) {
    while (next < texts.length && (texts[next]?.[1] ?? 0) <= match.index) next += 1;
    const [start, end] = texts[next] ?? [Number.POSITIVE_INFINITY, 0];
    if (start <= match.index) pattern.lastIndex = end;
    else ranges.push([match.index, match.index + match[0].length]);
  }
  return joined(source.path, source.text, ranges);
}

const SQL_TEXT_OR_COMMENT = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;

function commentsByPattern(path: string, text: string, pattern: RegExp): readonly Prose[] {
  const ranges = [...text.matchAll(pattern)]
    .filter(([match]) => !match.startsWith("'"))
    .map((match): [number, number] => [match.index, match.index + match[0].length]);
  return joined(path, text, ranges);
}

/** Comments with nothing but white space between them become one. */
function joined(path: string, text: string, ranges: readonly (readonly [number, number])[]): readonly Prose[] {
  const comments: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = comments.at(-1);
    if (last && /^[ \t]*\n?[ \t]*$/.test(text.slice(last[1], start))) last[1] = end;
    else comments.push([start, end]);
  }
  return comments.map(([start, end]) => ({
    path,
    line: lineAt(text, start),
    text: unmarked(text.slice(start, end)),
  }));
}

/** Code samples are not prose, so they are removed. */
const withoutSamples = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, (sample) => "\n".repeat(sample.split("\n").length - 1));

/** The prose of a document (except its code samples), a migration, or a style sheet. */
export function proseOf(path: string, text: string): readonly Prose[] {
  if (path.endsWith(".md")) return [{ path, line: 1, text: withoutSamples(text) }];
  return commentsByPattern(path, text, path.endsWith(".sql") ? SQL_TEXT_OR_COMMENT : CSS_COMMENT);
}
