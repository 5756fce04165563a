import ts from "typescript";
import { namedFile } from "../kit/named-file.ts";
import { isTest, type Source } from "../tidy/source.ts";

/** A file that imports a file of another folder. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** The importing file. */
  readonly path: string;
}

/** What a file imports, type imports included. */
function importsOf({ path, tree }: Source): readonly string[] {
  return tree.statements.flatMap((node) => {
    const isFrom = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (!isFrom || node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    return namedFile(path, node.moduleSpecifier.text) ?? [];
  });
}

/** Imports between folders, by a function that says which folder a file is in; undefined leaves the file out. */
export const arrowsBetween = (
  sources: readonly Source[],
  folderOf: (path: string) => string | undefined,
): readonly Arrow[] =>
  sources
    .filter(({ path }) => folderOf(path) !== undefined && !isTest(path))
    .flatMap((source) => {
      const from = folderOf(source.path) ?? "";
      return importsOf(source).flatMap((file) => {
        const to = folderOf(file);
        return to === undefined || to === from ? [] : [{ from, to, path: source.path }];
      });
    });

/** A circle of folders that import each other, from one back to itself; undefined if there is none. */
export function circleIn(arrows: readonly Pick<Arrow, "from" | "to">[]): readonly string[] | undefined {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const search = (folder: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const to of next.get(folder) ?? []) {
      const found = search(to, [...way, folder]);
      if (found !== undefined) return found;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of next.keys()) {
    const found = search(folder, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The order that a module's index.ts declares for its folders, from the bottom; undefined if it declares none. */
export const declaredOrder = (index: string): readonly string[] | undefined =>
  /\bFolders, from the bottom: ([\w\s*,-]+)\./
    .exec(index)?.[1]
    ?.split(",")
    .map((name) => name.replaceAll(/[\s*]/g, ""));

/** Imports from a folder into one that is declared to be above it. */
export const againstOrder = (arrows: readonly Arrow[], order: readonly string[]): readonly Arrow[] =>
  arrows.filter(({ from, to }) => order.indexOf(to) > order.indexOf(from));
