import { globSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run-program.ts";

const ROOT = join(import.meta.dirname, "../..");
const ACTIONLINT = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/** Checks the workflows with actionlint: syntax, types of expressions, and the inputs of actions that it knows. */
export function checkWorkflows(): string {
  const files = globSync(".github/workflows/*.yml", { cwd: ROOT });
  run(ROOT, "go", "run", ACTIONLINT, ...files);
  return `${files.length} files have no errors`;
}
