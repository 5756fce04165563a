import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { methodNames } from "@bursar/sdk/method-names";
import { type Example, go, type MethodName, python } from "../site/reference/examples.ts";
import { type Operation, readContract } from "../site/reference/operations.ts";
import { run } from "./run-program.ts";

/** The examples of the API reference in Go and Python, for every operation, compiled with the SDKs of this clone. */
const ROOT = join(import.meta.dirname, "../..");
const GO_MODULE = "github.com/bursar/bursar/packages/sdk-go";
const MYPY = ["mypy==2.4.1", "httpx==0.28.1", "attrs==25.4.0"];

export function checkGoExamples(work: string): string {
  const folder = emptyFolder(work, "reference-go");
  const examples = examplesIn(go);
  for (const [id, { code }] of examples) {
    const program = emptyFolder(folder, id.toLowerCase());
    writeFileSync(join(program, "main.go"), `${code}\n`);
  }
  run(folder, "go", "mod", "init", "reference");
  run(folder, "go", "mod", "edit", `-replace=${GO_MODULE}=${join(ROOT, "packages/sdk-go")}`);
  run(folder, "go", "mod", "tidy");
  run(folder, "go", "vet", "./...");
  return `${examples.length} examples of the API reference compile`;
}

export function checkPythonExamples(work: string): string {
  const folder = emptyFolder(work, "reference-python");
  const examples = examplesIn(python);
  for (const [id, { code }] of examples) writeFileSync(join(folder, `${id}.py`), `${code}\n`);
  const environment = join(work, "reference-python-tools");
  run(work, "python3", "-m", "venv", environment);
  const program = join(environment, "bin/python");
  run(work, program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...MYPY);
  const settings = `[mypy]\nmypy_path = ${join(ROOT, "packages/sdk-python/src")}\n`;
  writeFileSync(join(folder, "mypy.ini"), settings);
  run(folder, program, "-m", "mypy", "--config-file", "mypy.ini", ".");
  return `${examples.length} examples of the API reference have the SDK's types`;
}

function examplesIn(
  write: (operation: Operation, name: MethodName) => Example,
): readonly (readonly [string, Example])[] {
  const { operations, document } = readContract(ROOT);
  const names = methodNames(document);
  return operations.map((operation) => {
    const name = names.get(operation.id);
    if (name === undefined) throw new Error(`the SDKs have no name for ${operation.id}`);
    return [operation.id, write(operation, name)];
  });
}

function emptyFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
