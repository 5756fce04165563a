import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Which module may import which, read from the folders (docs/adr/0095-wings.md). Plain JavaScript because
// dependency-cruiser's configuration reads it.

export const MODULES = "server/src/modules";
/**
 * The wing of every upper part: a subfolder of a module with an index.ts of its own. It reads back what lower wings have
 * recorded, or decides about it later, so it is above payments.
 */
const WING_OF_PARTS = "5-reports";
/** What assembles the modules, from the bottom. */
export const ASSEMBLY = ["operations", "administration", "contract", "main", "cli"];

const root = fileURLToPath(new URL("../..", import.meta.url));
const foldersIn = (path) =>
  readdirSync(root + path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
    .sort();

/** The wings from the bottom: their numbers are their order. */
const wings = foldersIn(MODULES);
const modules = wings.flatMap(foldersIn);
/** Upper parts of modules, as paths. */
export const PARTS = modules.flatMap(foldersIn).filter((path) => existsSync(`${root}${path}/index.ts`));

const wingOf = (path) => (PARTS.includes(path) ? `${MODULES}/${WING_OF_PARTS}` : path.slice(0, path.lastIndexOf("/")));

/** Modules and upper parts by wing, from the bottom; within a wing, imports may not make a circle (folder-order.ts). */
export const WINGS = wings.map((wing) => ({
  path: wing,
  members: [...modules, ...PARTS].filter((path) => wingOf(path) === wing),
}));
