import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { methodNames } from "@bursar/sdk/method-names";
import { run, runWith } from "../run-program.ts";
import { virtualEnvironment } from "./virtual-environment.ts";

/**
 * The operations and types of the SDKs for Python and Go, generated from api/openapi.json by maintained generators (ADR
 * 0124). The generated code is committed, so that both can be installed from their sources; `npm run interop --
 * generate` writes it, and `npm run interop` checks that it is what the generators make.
 */
const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = join(ROOT, "api/openapi.json");
export const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
/** What decides the code that is generated for Python. */
export const PYTHON_GENERATOR = "openapi-python-client==0.29.1";
const GENERATOR_TOOLS = [PYTHON_GENERATOR, "ruff==0.16.10", "jinja2==3.1.6"];

/** An SDK whose operations and types are generated. */
export interface GeneratedSdk {
  readonly language: string;
  /** The program that must be installed. */
  readonly needs: string;
  /** The folder in the repository that has the generated files, and their names there. */
  readonly folder: string;
  readonly generated: readonly string[];
  /** Writes the generated files into an empty folder. */
  generate(folder: string, work: string): void;
}

function generateGo(folder: string): void {
  const templates = join(import.meta.dirname, "go/templates");
  const config = join(import.meta.dirname, "go/config.yaml");
  const code = run(folder, "go", "run", OAPI_CODEGEN, "-config", config, "-templates", templates, DOCUMENT);
  writeFileSync(join(folder, "api.gen.go"), code);
}

function generatePython(folder: string, work: string): void {
  const { python, environment } = virtualEnvironment(join(work, "python-generator"), GENERATOR_TOOLS);
  const [output, templates] = [join(work, "python-output"), join(work, "python-templates")];
  for (const folder of [output, templates]) rmSync(folder, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, "python/templates"), templates, { recursive: true });
  writeFileSync(join(templates, "names.jinja"), namesForTemplates());
  runWith(
    environment,
    work,
    python,
    "-m",
    "openapi_python_client",
    "generate",
    "--path",
    DOCUMENT,
    "--output-path",
    output,
    "--meta",
    "none",
    "--fail-on-warning",
    "--config",
    join(import.meta.dirname, "python/config.yaml"),
    "--custom-template-path",
    templates,
  );
  // Its own client and errors are replaced by ours.
  for (const name of ["api", "models", "types.py"]) cpSync(join(output, name), join(folder, name), { recursive: true });
}

/** The methods' names of the TypeScript SDK, by operation. The generator writes them as Python does. */
function namesForTemplates(): string {
  const names = [...methodNames(JSON.parse(readFileSync(DOCUMENT, "utf8")))];
  return `{% set method_names = ${JSON.stringify(Object.fromEntries(names.map(([id, { method }]) => [id, method])))} %}\n`;
}

export const sdks: readonly GeneratedSdk[] = [
  {
    language: "Python",
    needs: "python3",
    folder: "packages/sdk-python/src/bursar_sdk",
    generated: ["api", "models", "types.py"],
    generate: generatePython,
  },
  { language: "Go", needs: "go", folder: "packages/sdk-go", generated: ["api.gen.go"], generate: generateGo },
];

/** Generates the code, and puts it into the repository. Returns what it did. */
export function writeGenerated(sdk: GeneratedSdk, work: string): string {
  const fresh = freshlyGenerated(sdk, work);
  for (const name of sdk.generated) {
    rmSync(join(ROOT, sdk.folder, name), { recursive: true, force: true });
    cpSync(join(fresh, name), join(ROOT, sdk.folder, name), { recursive: true });
  }
  return `wrote ${filesOf(fresh, sdk).size} files`;
}

/** Throws if the committed code is not what the generator makes now. */
export function checkGenerated(sdk: GeneratedSdk, work: string): string {
  const [committed, fresh] = [join(ROOT, sdk.folder), freshlyGenerated(sdk, work)].map((at) => filesOf(at, sdk));
  const names = new Set([...(committed?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  const different = [...names].filter((name) => committed?.get(name) !== fresh?.get(name));
  if (different.length > 0)
    throw new Error(
      `${different.length} files of ${sdk.folder} are not what the generator makes, such as ${different[0]}: run npm run interop -- generate`,
    );
  return `${names.size} generated files are current`;
}

function freshlyGenerated(sdk: GeneratedSdk, work: string): string {
  const fresh = join(work, `${sdk.language.toLowerCase()}-generated`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  sdk.generate(fresh, work);
  return fresh;
}

/** The generated files below a folder, with their contents. */
function filesOf(folder: string, { generated }: GeneratedSdk): ReadonlyMap<string, string> {
  const names = generated.flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    return statSync(path).isFile() ? [name] : globSync(`${name}/**/*.py`, { cwd: folder });
  });
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
