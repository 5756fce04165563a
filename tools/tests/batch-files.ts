import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Batch } from "./batches.ts";
import type { Path } from "./import-graph.ts";

/** Contains a folder for each run, by its process: several can go on at the same time. */
const RUNS = ".tmp/test-batches";
/** Imported before the files, so that its last hook runs after all of them. */
const SHARED_BROWSER = "dashboard/test/kit/lent-pages.ts";

/**
 * The input of Node's test runner: a module for each batch, with a test for each of its files. The test imports the
 * file, so the file's tests and hooks run within it before the next file is loaded. The runner sorts by name, so names
 * start with their position. Failures still show the position in the original file.
 */
export function writeBatches(root: string, batches: readonly Batch[]): readonly Path[] {
  const folder = join(RUNS, String(process.pid));
  mkdirSync(join(root, folder), { recursive: true });
  removeEndedRuns(join(root, RUNS));
  return batches.map((batch, index) => {
    const [first = "", ...others] = batch.files;
    const more = others.length === 0 ? "" : `-and-${others.length}-more`;
    const path = join(folder, `${String(index).padStart(3, "0")}-${basename(first, ".test.ts")}${more}.mjs`);
    writeFileSync(join(root, path), moduleOf(root, batch.files));
    return path;
  });
}

function removeEndedRuns(runs: string): void {
  for (const name of readdirSync(runs))
    if (!isRunning(Number(name))) rmSync(join(runs, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const moduleOf = (root: string, files: readonly Path[]): string => {
  const tests = files.map((file) => {
    const address = pathToFileURL(join(root, file)).href;
    return `test(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(address)})));\n`;
  });
  const shared = files.some((file) => file.startsWith("dashboard/test/")) ? [SHARED_BROWSER] : [];
  const imports = shared.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`);
  return `import { test } from "node:test";\n${imports.join("")}${tests.join("")}`;
};
