import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { batchesOf } from "./batches.ts";
import type { Path } from "./import-graph.ts";
import { readSeconds } from "./test-seconds.ts";

const FOLDER = ".tmp/test-batches";

/**
 * What Node's test runner is given: a module for each batch, which imports its test files. The runner sorts by name, so the
 * names begin with the order. A test is still reported with the place in its own file.
 */
export function writeBatches(root: string, files: readonly Path[], atOnce: number): readonly Path[] {
  const folder = join(root, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const read = (path: Path) => readFileSync(join(root, path), "utf8");
  return batchesOf(files, { read, secondsOf: readSeconds(), atOnce }).map((batch, index) => {
    const [first = "", ...others] = batch.files;
    const more = others.length === 0 ? "" : `-and-${others.length}-more`;
    const path = join(FOLDER, `${String(index).padStart(3, "0")}-${basename(first, ".test.ts")}${more}.mjs`);
    const imports = batch.files.map((file) => `import "${pathToFileURL(join(root, file)).href}";\n`);
    writeFileSync(join(root, path), imports.join(""));
    return path;
  });
}
