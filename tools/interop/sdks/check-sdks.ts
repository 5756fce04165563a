import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bursar, startBursar } from "../../../server/src/main/testing/start-bursar.ts";
import { run, runWith, talk } from "../run-program.ts";
import { programsIn } from "./readme-programs.ts";
import { virtualEnvironment } from "./virtual-environment.ts";

/** The tests and the README's programs of the SDKs, against a service that keeps nothing. */
const ROOT = join(import.meta.dirname, "../../..");
const PYTHON_SDK = join(ROOT, "packages/sdk-python");
const GO_SDK = join(ROOT, "packages/sdk-go");
const GO_MODULE = "github.com/bursar/bursar/packages/sdk-go";
const PYTHON_TOOLS = ["pytest==9.0.3", "mypy==2.4.1", "ruff==0.16.10", "build==1.3.0"];

export type Service = Readonly<Record<string, string>>;

/** What the tests and the programs find the service with. */
const environmentOf = ({ baseUrl, tokens, accounts, recipients }: Bursar): Service => ({
  BURSAR_URL: baseUrl,
  BURSAR_TOKEN: tokens.readWrite,
  BURSAR_TEST_SERVICE: JSON.stringify({ baseUrl, tokens, accounts, recipients }),
});

export async function withService(work: (environment: Service) => Promise<string>): Promise<string> {
  const bursar = await startBursar();
  try {
    return await work(environmentOf(bursar));
  } finally {
    await bursar.stop();
  }
}

/** Python with the SDK, installed from its wheel as users do. */
export function pythonWithSdk(work: string): ReturnType<typeof virtualEnvironment> {
  const { python, environment } = virtualEnvironment(join(work, "python-sdk"), PYTHON_TOOLS);
  const dist = join(work, "python-dist");
  rmSync(dist, { recursive: true, force: true });
  runWith(environment, PYTHON_SDK, python, "-m", "build", "--wheel", "--outdir", dist);
  const quiet = ["--quiet", "--disable-pip-version-check"];
  runWith(environment, dist, "sh", "-c", `"${python}" -m pip install ${quiet.join(" ")} --force-reinstall *.whl`);
  return { python, environment };
}

export async function checkPython(work: string): Promise<string> {
  const { python, environment } = pythonWithSdk(work);
  runWith(environment, PYTHON_SDK, "ruff", "check", ".");
  runWith(environment, PYTHON_SDK, "ruff", "format", "--check", ".");
  runWith(environment, PYTHON_SDK, python, "-m", "mypy", "src/bursar_sdk", "tests");
  const programs = programsIn(join(PYTHON_SDK, "README.md"), "python");
  return withService(async (service) => {
    const all = { ...environment, ...service };
    const tested = await talk(PYTHON_SDK, [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"], all);
    const folder = emptyFolder(work, "python-readme");
    for (const { line, text, onlyCompiled } of programs) {
      writeFileSync(join(folder, `line_${line}.py`), text);
      if (onlyCompiled) await talk(folder, [python, "-m", "py_compile", `line_${line}.py`], all);
      else await talk(folder, [python, `line_${line}.py`], all);
    }
    return `${lastLine(tested)}; ${programs.length} programs of its README run`;
  });
}

export async function checkGo(work: string): Promise<string> {
  run(GO_SDK, "go", "vet", "./...");
  const programs = programsIn(join(GO_SDK, "README.md"), "go");
  return withService(async (service) => {
    const tested = await talk(GO_SDK, ["go", "test", "-count=1", "-v", "./..."], service);
    const passed = tested.match(/^--- PASS/gm)?.length ?? 0;
    for (const { line, text, onlyCompiled } of programs) {
      const folder = goModule(emptyFolder(work, `go-readme-${line}`));
      writeFileSync(join(folder, "main.go"), text);
      run(folder, "go", "mod", "tidy");
      run(folder, "go", "build", "-o", "program", ".");
      if (!onlyCompiled) await talk(folder, [join(folder, "program")], service);
    }
    return `${passed} tests passed; ${programs.length} programs of its README run`;
  });
}

/** A module that uses the SDK of this clone. */
export function goModule(folder: string): string {
  run(folder, "go", "mod", "init", "readme");
  useOwnSdk(folder);
  return folder;
}

const useOwnSdk = (folder: string): string => run(folder, "go", "mod", "edit", `-replace=${GO_MODULE}=${GO_SDK}`);

export function emptyFolder(work: string, name: string): string {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1)?.replaceAll("=", "").trim() ?? "";

/** The examples of test suites that start a service themselves. */
export async function checkExamples(work: string): Promise<string> {
  const command = { BURSAR_COMMAND: `"${process.execPath}" "${join(ROOT, "server/bin/bursar.mjs")}"` };
  const { python, environment } = pythonWithSdk(work);
  const pytest = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"] as const;
  const inPython = await talk(join(ROOT, "examples/pytest"), pytest, { ...environment, ...command });
  const folder = emptyFolder(work, "go-examples");
  cpSync(join(ROOT, "examples/go"), folder, { recursive: true });
  useOwnSdk(folder);
  run(folder, "go", "mod", "tidy");
  const plain = { BURSAR_COMMAND: `${process.execPath} ${join(ROOT, "server/bin/bursar.mjs")}` };
  const inGo = await talk(folder, ["go", "test", "-count=1", "-v", "./..."], plain);
  return `pytest: ${lastLine(inPython)}; go test: ${inGo.match(/^--- PASS/gm)?.length ?? 0} passed`;
}
