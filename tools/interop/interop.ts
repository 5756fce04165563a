import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import {
  removeFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from "../../server/test/kit/servers/server-process.ts";
import { compareAccounting } from "./accounting/accounting.ts";
import { runAction } from "./action/run-action.ts";
import { compareBai2 } from "./bai2/bai2.ts";
import { checkChart } from "./chart/chart.ts";
import { lintContract } from "./contract/linters.ts";
import { testBySchema } from "./contract/schemathesis.ts";
import { runExamples } from "./examples.ts";
import { runKnownClients } from "./known-clients/known-clients.ts";
import { compareNacha } from "./nacha/nacha.ts";
import { checkGoExamples, checkPythonExamples } from "./reference-examples.ts";
import { isInstalled, run, talk } from "./run-program.ts";
import { runInRuntimes } from "./runtimes/runtimes.ts";
import { checkExamples, checkGo, checkPython } from "./sdks/check-sdks.ts";
import { checkGenerated, OAPI_CODEGEN, PYTHON_GENERATOR, sdks, writeGenerated } from "./sdks/generate-sdks.ts";
import { checkJournals } from "./sdks/journals/check-journals.ts";
import { checkWorkflows } from "./workflows.ts";

/**
 * `npm run interop`: compares our formats with other libraries that read them (nacha/, bai2/, accounting/), our API with the
 * clients that other languages generate, and with published clients of this API family (known-clients/); checks the Helm
 * chart and the workflows with programs that know them, and api/openapi.json with linters and with the service's answers to
 * what it allows and forbids (contract/). Tests the SDKs for Python and Go, that their generated code is current, and that a
 * run of payments that one SDK began is continued by the others (sdks/); runs the examples of test suites, and the steps of
 * the GitHub Action (action/).
 *
 * `npm run interop -- nacha bai2` does only these parts, whose names are below; `runtimes` is our client library in Deno and
 * Bun. `npm run interop -- generate` writes the generated code of the SDKs. `clients` generates clients for TypeScript, Go, and
 * Python from api/openapi.json, compiles them, and holds a short session with each: a recipient, a payment sent twice with one
 * key, an attachment, lists, a statement, an invoice. What is not installed is skipped. Downloads through the languages' own
 * tools.
 */
const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "api/openapi.json");
const WORK = join(ROOT, ".tmp/interop");
const SDKS = join(WORK, "sdks");
const OAPI_RUNTIME = "github.com/oapi-codegen/runtime@v1.8.0";

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

async function withService(hold: (server: ServerProcess) => Promise<void>): Promise<void> {
  const dataDir = await temporaryFolder();
  const server = await startServer({ dataDir });
  try {
    await hold(server);
  } finally {
    await server.stop();
    await removeFolder(dataDir);
  }
}

async function addressesOf(server: ServerProcess) {
  const { tokens, accounts } = await server.demo();
  return {
    BURSAR_URL: `${server.url}/api/v1`,
    BURSAR_TOKEN: tokens.readWrite,
    BURSAR_ACCOUNT: accounts.find(({ kind }) => kind === "checking")?.id ?? "",
  };
}

async function holdSessions(server: ServerProcess): Promise<void> {
  const env = await addressesOf(server);
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

/** One comparison: its name, the programs that it needs, and what it says if both agree. */
async function compare(
  name: string,
  needs: string | readonly string[],
  compared: () => string | Promise<string>,
): Promise<void> {
  const missing = [needs].flat().find((program) => !isInstalled(program));
  if (missing !== undefined) {
    process.stdout.write(`${name}: skipped, because ${missing} is not installed\n`);
    return;
  }
  try {
    process.stdout.write(`${name}: ${await compared()}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: failed\n${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** A part of the comparisons, named on the command line; without names, all run, in this order. */
interface Part {
  readonly name: string;
  readonly run: () => Promise<void>;
}

const comparing = (
  name: string,
  title: string,
  needs: string | readonly string[],
  compared: () => string | Promise<string>,
): Part => ({ name, run: () => compare(title, needs, compared) });

const parts: readonly Part[] = [
  comparing("nacha", "Nacha", "go", () => compareNacha(join(WORK, "nacha"))),
  comparing("bai2", "BAI2", "go", () => compareBai2(join(WORK, "bai2"))),
  comparing("accounting", "Accounting", "python3", () => compareAccounting(join(WORK, "accounting"))),
  comparing("lint", "Linters", "npm", () => lintContract(join(WORK, "lint"), DOCUMENT)),
  comparing("schema", "Schemathesis", "python3", () => testBySchema(join(WORK, "schema"), DOCUMENT)),
  comparing("chart", "Chart", "go", () => checkChart(join(WORK, "chart"))),
  comparing("workflows", "Workflows", "go", checkWorkflows),
  comparing("reference", "API reference in Go", "go", () => checkGoExamples(WORK)),
  comparing("reference", "API reference in Python", "python3", () => checkPythonExamples(WORK)),
  ...sdks.map((sdk) =>
    comparing("sdks", `${sdk.language} SDK, generated code`, sdk.needs, () => checkGenerated(sdk, SDKS)),
  ),
  comparing("sdks", "Python SDK", "python3", () => checkPython(SDKS)),
  comparing("sdks", "Go SDK", "go", () => checkGo(SDKS)),
  comparing("journals", "Journals", ["go", "python3"], () => checkJournals(SDKS)),
  comparing("examples", "Examples", ["go", "python3"], () => checkExamples(SDKS)),
  comparing("examples", "Examples for Node.js", "npm", () => runExamples(join(WORK, "examples"))),
  comparing("action", "Action", ["go", "bash"], () => runAction(SDKS)),
  { name: "clients", run: () => withService(holdSessions) },
  {
    name: "runtimes",
    run: () =>
      withService(async (server) => {
        if (!(await runInRuntimes(join(WORK, "runtimes"), await addressesOf(server)))) process.exitCode = 1;
      }),
  },
  {
    name: "known",
    run: async () => {
      if (!(await runKnownClients(join(WORK, "known")))) process.exitCode = 1;
    },
  },
];

/** Writes files instead of comparing, so only when it is named. */
const generating: readonly Part[] = sdks.map((sdk) =>
  comparing("generate", `${sdk.language} SDK, generated code`, sdk.needs, () => writeGenerated(sdk, SDKS)),
);

const requested = process.argv.slice(2);
const choices = [...generating, ...parts];
const unknown = requested.filter((name) => !choices.some((part) => part.name === name));
if (unknown.length > 0) {
  const names = [...new Set(choices.map(({ name }) => name))];
  process.stderr.write(`There is no part ${unknown.join(", ")}. The parts are ${names.join(", ")}.\n`);
  process.exit(2);
}
for (const { run } of requested.length === 0 ? parts : choices.filter(({ name }) => requested.includes(name)))
  await run();
