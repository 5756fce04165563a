import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { removeFolder, startServer, temporaryFolder } from "../../server/test/kit/servers/server-process.ts";
import { compareAccounting } from "./accounting/accounting.ts";
import { compareBai2 } from "./bai2/bai2.ts";
import { checkChart } from "./chart/chart.ts";
import { runExamples } from "./examples.ts";
import { runKnownClients } from "./known-clients/known-clients.ts";
import { compareNacha } from "./nacha/nacha.ts";
import { isInstalled, run } from "./run-program.ts";
import { checkWorkflows } from "./workflows.ts";

/**
 * `npm run interop`: compares our formats with other libraries that read them (nacha/, bai2/, accounting/), our API with the
 * clients that other languages generate, and with published clients of this API family (known-clients/); checks the Helm
 * chart and the workflows with programs that know them; runs the tests of the example projects. `npm run interop -- nacha`,
 * `bai2`, `accounting`, `chart`, `workflows`, `examples`, `clients`, or `known` does only that. Generates clients for
 * TypeScript, Go, and Python from api/openapi.json, compiles them, and holds a short session with each: a recipient, a
 * payment sent twice with one key, an attachment, lists, a statement, an invoice. What is not installed is skipped.
 * Downloads through the languages' own tools.
 */
const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "api/openapi.json");
const WORK = join(ROOT, ".tmp/interop");
const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const OAPI_RUNTIME = "github.com/oapi-codegen/runtime@v1.8.0";
const PYTHON_GENERATOR = "openapi-python-client==0.29.1";

interface Session {
  readonly language: string;
  /** The program that must be installed. */
  readonly needs: string;
  /** Generates and compiles the client in the folder, and returns the command that holds the session. */
  prepare(folder: string): Promise<readonly [program: string, ...args: string[]]>;
}

const copySession = (folder: string, extension: string, name = `session.${extension}`): void =>
  copyFileSync(join(import.meta.dirname, `session.${extension}.txt`), join(folder, name));

async function prepareTypeScript(folder: string): Promise<[string, ...string[]]> {
  await createClient({
    input: DOCUMENT,
    output: { path: join(folder, "client"), module: { extension: ".ts" } },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent", file: false },
  });
  copySession(folder, "ts");
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    lib: ["es2024", "dom", "dom.iterable"],
  };
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
  run(folder, process.execPath, join(ROOT, "node_modules/@typescript/native/bin/tsc"), "-p", ".");
  return [process.execPath, "session.ts"];
}

async function prepareGo(folder: string): Promise<[string, ...string[]]> {
  mkdirSync(join(folder, "bursar"));
  const client = run(folder, "go", "run", OAPI_CODEGEN, "-generate", "types,client", "-package", "bursar", DOCUMENT);
  writeFileSync(join(folder, "bursar/bursar.go"), client);
  copySession(folder, "go", "main.go");
  run(folder, "go", "mod", "init", "interop");
  run(folder, "go", "get", OAPI_RUNTIME);
  run(folder, "go", "mod", "tidy");
  run(folder, "go", "build", "-o", "session", ".");
  return [join(folder, "session")];
}

async function preparePython(folder: string): Promise<[string, ...string[]]> {
  run(folder, "python3", "-m", "venv", "venv");
  const python = join(folder, "venv/bin/python");
  run(folder, python, "-m", "pip", "install", "--quiet", PYTHON_GENERATOR);
  run(
    folder,
    python,
    "-m",
    "openapi_python_client",
    "generate",
    "--path",
    DOCUMENT,
    "--output-path",
    "client",
    "--meta",
    "none",
  );
  run(folder, "mv", "client", "bursar_client");
  copySession(folder, "py");
  run(folder, python, "-m", "compileall", "-q", "bursar_client");
  return [python, "session.py"];
}

const sessions: readonly Session[] = [
  { language: "TypeScript", needs: "node", prepare: prepareTypeScript },
  { language: "Go", needs: "go", prepare: prepareGo },
  { language: "Python", needs: "python3", prepare: preparePython },
];

/** Not spawnSync: the service is a child of this process, whose output must be read. */
const talk = (folder: string, [program, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });

async function holdSessions(): Promise<void> {
  const dataDir = await temporaryFolder();
  const server = await startServer({ dataDir });
  try {
    await holdSessionsWith(server);
  } finally {
    await server.stop();
    await removeFolder(dataDir);
  }
}

async function holdSessionsWith(server: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const { tokens, accounts } = await server.demo();
  const env = {
    BURSAR_URL: `${server.url}/api/v1`,
    BURSAR_TOKEN: tokens.readWrite,
    BURSAR_ACCOUNT: accounts.find(({ kind }) => kind === "checking")?.id ?? "",
  };
  for (const { language, needs, prepare } of sessions) {
    if (!isInstalled(needs)) {
      process.stdout.write(`${language}: skipped, because ${needs} is not installed\n`);
      continue;
    }
    const folder = join(WORK, language.toLowerCase());
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    try {
      const report = await talk(folder, await prepare(folder), env);
      process.stdout.write(`${language}: ${report.trim()}\n`);
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`${language}: failed\n${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

/** One comparison of formats: its name, the program that it needs, and what it says if both agree. */
async function compare(name: string, needs: string, compared: () => string | Promise<string>): Promise<void> {
  if (!isInstalled(needs)) {
    process.stdout.write(`${name}: skipped, because ${needs} is not installed\n`);
    return;
  }
  try {
    process.stdout.write(`${name}: ${await compared()}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: failed\n${error instanceof Error ? error.message : String(error)}\n`);
  }
}

const requestedParts = process.argv.slice(2);
const isWanted = (part: string): boolean => requestedParts.length === 0 || requestedParts.includes(part);
if (isWanted("nacha")) await compare("Nacha", "go", () => compareNacha(join(WORK, "nacha")));
if (isWanted("bai2")) await compare("BAI2", "go", () => compareBai2(join(WORK, "bai2")));
if (isWanted("accounting")) await compare("Accounting", "python3", () => compareAccounting(join(WORK, "accounting")));
if (isWanted("chart")) await compare("Chart", "go", () => checkChart(join(WORK, "chart")));
if (isWanted("workflows")) await compare("Workflows", "go", checkWorkflows);
if (isWanted("examples")) await compare("Examples", "npm", () => runExamples(join(WORK, "examples")));
if (isWanted("clients")) await holdSessions();
if (isWanted("known") && !(await runKnownClients(join(WORK, "known")))) process.exitCode = 1;
