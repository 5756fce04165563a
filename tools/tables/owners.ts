import { globSync } from "node:fs";
import { join } from "node:path";
import type { OwnedTables } from "../../server/src/kernel/sql/owned-tables.ts";
import { LEVELS } from "../check/levels.mjs";

/** The declarations of all modules, by module. */
export type Declarations = ReadonlyMap<string, OwnedTables>;

export async function readDeclarations(root: string): Promise<Declarations> {
  const paths = globSync("server/src/**/tables.ts", { cwd: root }).sort();
  const declared = paths.map(async (path): Promise<[string, OwnedTables]> => {
    const { ownedTables } = (await import(join(root, path))) as { ownedTables: OwnedTables };
    return [moduleOf(path), ownedTables];
  });
  return new Map(await Promise.all(declared));
}

/** The module of a source file: a folder of server/src/modules, or another folder of server/src. */
export const moduleOf = (path: string): string =>
  /^server\/src\/(?:modules\/)?([^/]+)\//.exec(path.replaceAll("\\", "/"))?.[1] ?? path;

/** Levels from the bottom; anything not listed is above. */
const order: readonly string[] = ["kernel", ...LEVELS.flat()];
const heightOf = (module: string): number => (order.includes(module) ? order.indexOf(module) : order.length);

export const isBelow = (lower: string, upper: string): boolean => heightOf(lower) < heightOf(upper);

interface Owned {
  readonly module: string;
  readonly kind: "table" | "view" | "function";
  /** Readable by every module above. */
  readonly exported: boolean;
}

/** Owners by the name of the table, view, or function; throws if one has two owners. */
export function ownersOf(declarations: Declarations): ReadonlyMap<string, Owned> {
  const owners = new Map<string, Owned>();
  const add = (name: string, owned: Omit<Owned, "exported"> & Partial<Owned>) => {
    const other = owners.get(name)?.module;
    if (other !== undefined) throw new Error(`${name} is declared by ${other} and by ${owned.module}`);
    owners.set(name, { exported: false, ...owned });
  };
  for (const [module, declared] of declarations) {
    for (const name of declared.tables) add(name, { module, kind: "table" });
    for (const name of declared.views ?? []) add(name, { module, kind: "view" });
    for (const name of declared.exportedViews ?? []) add(name, { module, kind: "view", exported: true });
    for (const name of Object.keys(declared.functions ?? {})) add(name, { module, kind: "function" });
  }
  return owners;
}
