import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import type { Offense } from "../source.ts";

/** A document in Markdown. */
export interface Document {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Existing paths, from the repository's root. Folders do not end with a slash. */
export interface Tree {
  readonly has: (path: string) => boolean;
  readonly paths: readonly string[];
}

export const documentPaths = { name: "dead-path", advice: "name a file or folder that exists" };

const DOCUMENTS = ["*.md", "docs/**/*.md", "{server,dashboard,packages,bench,tools,api,examples}/**/*.md"];
const SKIPPED = /(^|\/)(node_modules|\.git|\.tmp|\.cache|dist)(\/|$)|^data(\/|$)/;
/** Prose names files relative to these folders, or to the document's own. */
const BASES = ["", "server", "server/src", "server/src/modules", "server/test", "dashboard", "dashboard/src"];
/** Created by commands and not committed. */
const NOT_COMMITTED =
  /^(node_modules|dashboard\/dist|bench\/results|build|data|demo\.json|audit-anchors\.json|provenance\.json|\.tmp)(\/|$)/;
const PATH = /^[\w.@*{},-]+(?:\/[\w.@*{},-]+)*\/?$/;
const FILE = /[\w*}]\.(?:ts|tsx|mjs|sql|md|json|css)$/;

export function readDocuments(root: string): readonly Document[] {
  return globSync(DOCUMENTS, { cwd: root, exclude: (path) => SKIPPED.test(path) })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

export function readTree(root: string): Tree {
  const paths = globSync("**/*", { cwd: root, exclude: (path) => SKIPPED.test(path) });
  return { has: (path) => existsSync(join(root, path)), paths: paths.map((path) => path.replaceAll("\\", "/")) };
}

/** Links, code spans, and blocks of code that name a file or folder that does not exist. */
export function deadPaths({ path, text }: Document, tree: Tree): readonly Offense[] {
  const folders = [dirname(path), ...BASES];
  let block: string | undefined;
  return text.split("\n").flatMap((line, index) => {
    const fence = /^\s*```(\w*)/.exec(line);
    if (fence) {
      block = block === undefined ? fence[1] : undefined;
      return [];
    }
    const dead = [
      ...linksIn(line).filter((target) => !tree.has(join(dirname(path), target.replace(/\/$/, "")))),
      ...namesIn(line, block).filter((word) => isPath(word, block, folders, tree) && !exists(word, folders, tree)),
    ];
    return dead.map((what) => ({ path, line: index + 1, what }));
  });
}

const linksIn = (line: string): readonly string[] =>
  [...line.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

/** Outside blocks of code, names are in code spans. */
const namesIn = (line: string, block: string | undefined): readonly string[] =>
  block === undefined ? [...line.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span) : line.split(/[\s(),;]+/);

/**
 * The name ends like a file's or starts with an existing folder. Code blocks with a language contain examples, so only
 * the latter counts there.
 */
const isPath = (word: string, block: string | undefined, folders: readonly string[], tree: Tree): boolean =>
  PATH.test(word) && ((FILE.test(word) && !block) || startsInTree(word, folders, tree));

const startsInTree = (word: string, folders: readonly string[], tree: Tree): boolean =>
  word.includes("/") && folders.some((folder) => tree.has(join(folder, word.slice(0, word.indexOf("/")))));

function exists(name: string, folders: readonly string[], tree: Tree): boolean {
  const bare = name.replace(/\/$/, "");
  if (folders.some((folder) => NOT_COMMITTED.test(join(folder, bare)))) return true;
  if (/[*{]/.test(bare) || !bare.includes("/"))
    return tree.has(bare) || tree.paths.some((candidate) => matchesGlob(candidate, `**/${bare}`));
  return folders.some((folder) => tree.has(join(folder, bare)));
}
