import { globSync } from "node:fs";
import { join } from "node:path";
import type { OwnedTables } from "../../server/src/kernel/sql/owned-tables.ts";
import { MODULES, PARTS, WINGS, type Wing } from "../check/levels.mjs";

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

/** How a module is called: by its folder, or for an upper part of one, `audit/trail`. */
const nameOf = (folder: string): string => folder.slice(MODULES.length + 1).replace(/^[^/]+\//, "");

/** The module of a source file: one in a wing, the upper part of one, or another folder of server/src. */
export function moduleOf(path: string): string {
  const file = path.replaceAll("\\", "/");
  const part = PARTS.find((folder) => file.startsWith(`${folder}/`));
  if (part !== undefined) return nameOf(part);
  return /^server\/src\/(?:modules\/[^/]+\/)?([^/]+)\//.exec(file)?.[1] ?? path;
}

export const isInWing = ({ members }: Wing, module: string): boolean =>
  members.some((folder) => nameOf(folder) === module);

/** Wings from the bottom, after the kernel; anything not listed is above. */
const wings: readonly (readonly string[])[] = [["kernel"], ...WINGS.map(({ members }) => members.map(nameOf))];
function heightOf(module: string): number {
  const at = wings.findIndex((names) => names.includes(module));
  return at === -1 ? wings.length : at;
}

/** In one wing, imports and reads together decide who is above whom, so either may read the other. */
export const mayRead = (upper: string, lower: string): boolean => heightOf(lower) <= heightOf(upper);

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
