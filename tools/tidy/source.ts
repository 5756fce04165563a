import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A source file. */
export interface Source {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Parsed when it is first read: many readers look at some folders only. */
  readonly tree: ts.SourceFile;
}

/** A violation of a rule. */
export interface Offense {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly what: string;
}

const FILES = "{server,packages,tools,bench,dashboard}/**/*.{ts,tsx,mjs}";
const SKIPPED = /node_modules|\/testdata\/|\/api\/generated\/|\/dist\//;

const scriptKindOf = (path: string): ts.ScriptKind => {
  if (path.endsWith(".mjs")) return ts.ScriptKind.JS;
  return path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
};

export function sourceOf(path: string, text: string): Source {
  let parsed: ts.SourceFile | undefined;
  return {
    path,
    text,
    get tree() {
      parsed ??= ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKindOf(path));
      return parsed;
    },
  };
}

/** Every source file of the repository. */
export function readSources(root: string): readonly Source[] {
  const paths = globSync(FILES, { cwd: root, exclude: (path) => path.includes("node_modules") });
  return paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !SKIPPED.test(path))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), "utf8")));
}

export const isTest = (path: string): boolean =>
  /^server\/test\/|^dashboard\/test\/|^bench\/|^tools\/|\.(test|testkit)\.ts$/.test(path);

export const lineOf = (source: Source, node: ts.Node): number =>
  source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;

/** Each rule asks for them again. */
const nodesBySource = new WeakMap<Source, readonly ts.Node[]>();

/** Every node below the file, parents before children, without comments. */
export function nodesOf(source: Source): readonly ts.Node[] {
  const before = nodesBySource.get(source);
  if (before !== undefined) return before;
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source.tree, visit);
  nodesBySource.set(source, nodes);
  return nodes;
}
