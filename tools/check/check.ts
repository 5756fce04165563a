import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { makeApiClient } from "../dashboard/build.ts";
import { missingFromLock } from "./lock-file.ts";
import { differentVersions } from "./versions.ts";

// npm run check: everything that can be checked without running the service.
//
//   npm run check                 all of it
//   npm run check -- types tidy   only these
//   npm run check -- --fix        first writes the format, the order of imports and the lint's safe fixes

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache");
const SOURCES = [
  "server/src",
  "server/bin",
  "server/test",
  "packages",
  "tools",
  "bench",
  "dashboard/src",
  "dashboard/test",
];

interface Outcome {
  readonly passed: boolean;
  readonly output: string;
}

interface Check {
  readonly name: string;
  readonly covers: string;
  run(): Promise<Outcome>;
}

/** Runs a package's program or one of our files in this Node.js; keeps the output in case it fails. */
const node = (...args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1" },
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
    child.on("error", (error) => resolve({ passed: false, output: error.message }));
    child.on("close", (code) => resolve({ passed: code === 0, output: output.join("").trim() }));
  });

const biome = (...args: readonly string[]) => node("node_modules/@biomejs/biome/bin/biome", ...args, "--colors=off");

const typesOf = (project: string, cacheName: string) =>
  node(
    "node_modules/@typescript/native/bin/tsc",
    "-p",
    project,
    "--pretty",
    "false",
    "--incremental",
    "--tsBuildInfoFile",
    join(CACHE, cacheName),
  );

const lockFile = async (): Promise<Outcome> => {
  const missing = missingFromLock(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const output = missing.map(
    (name) =>
      `package-lock.json has no entry for ${name}: npm ci will refuse it; pin a version whose platform packages all exist`,
  );
  return { passed: missing.length === 0, output: output.join("\n") };
};

const versions = async (): Promise<Outcome> => {
  const different = differentVersions(ROOT);
  return { passed: different.length === 0, output: different.join("\n") };
};

/** The slowest first, so that the others run at the same time. */
const checks: readonly Check[] = [
  {
    name: "types",
    covers: "TypeScript, strictest settings (tsconfig.json)",
    run: () => typesOf(".", "tsc.json"),
  },
  {
    name: "pages",
    covers: "the dashboard's types (dashboard/tsconfig.json)",
    run: () => typesOf("dashboard", "tsc-dashboard.json"),
  },
  {
    name: "tidy",
    covers: "money, SQL, refusals, words, citations (tools/tidy.test.ts)",
    run: () => node("--test", "--test-reporter=dot", "tools/tidy.test.ts"),
  },
  {
    name: "tables",
    covers: "which module reads and writes which table (tools/tables/tables.test.ts)",
    run: () => node("--test", "--test-reporter=dot", "tools/tables/tables.test.ts"),
  },
  {
    name: "migrations",
    covers: "released migrations are frozen, later ones are safe under load (tools/migrations)",
    run: () => node("--test", "--test-reporter=dot", "tools/migrations/migrations.test.ts"),
  },
  {
    name: "imports",
    covers: "wings, index.ts, cycles (tools/check/dependency-cruiser.config.mjs)",
    run: () =>
      node(
        "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
        "--config",
        "tools/check/dependency-cruiser.config.mjs",
        "--output-type",
        "err-long",
        ...SOURCES,
      ),
  },
  {
    name: "folders",
    covers: "the order of modules in a wing and of folders in a module (tools/check/folder-order.test.ts)",
    run: () => node("--test", "--test-reporter=dot", "tools/check/folder-order.test.ts"),
  },
  {
    name: "style",
    covers: "format and lint (biome.json); `npm run check -- --fix` fixes most",
    run: () => biome("check", "--error-on-warnings", "--reporter=concise", "--max-diagnostics=200", "."),
  },
  {
    name: "unused",
    covers: "dead files, exports and dependencies (knip.json)",
    run: () => node("node_modules/knip/bin/knip.js", "--no-progress"),
  },
  {
    name: "generated",
    covers: "files generated from the code (npm run gen)",
    run: () => node("tools/generate/gen.ts", "--check"),
  },
  { name: "lock", covers: "package-lock.json has every platform's packages", run: lockFile },
  { name: "versions", covers: "the SDKs and the action have the service's version", run: versions },
];

function chosen(names: readonly string[]): readonly Check[] {
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no check "${unknown}": there are ${checks.map(({ name }) => name).join(", ")}`);
  return names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name));
}

/**
 * Runs the checks concurrently, prints each result when it is known, and returns the failed checks with their output.
 */
async function runChecks(list: readonly Check[]): Promise<ReadonlyMap<string, string>> {
  const failed = new Map<string, string>();
  const waiting = [...list];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now();
      const { passed, output } = await check.run();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (!passed) failed.set(check.name, output);
      process.stdout.write(
        `${passed ? "✔" : "✖"} ${check.name.padEnd(10)} ${seconds.padStart(5)} s  ${check.covers}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return failed;
}

try {
  const given = process.argv.slice(2);
  const list = chosen(given.filter((argument) => argument !== "--fix"));
  mkdirSync(CACHE, { recursive: true });
  await makeApiClient();
  if (given.includes("--fix")) await biome("check", "--write", ".");
  const failed = await runChecks(list);
  for (const [name, output] of failed)
    process.stdout.write(`\n── ${name} ${"─".repeat(70 - name.length)}\n${output}\n`);
  const summary =
    failed.size === 0
      ? `All ${list.length} checks passed.`
      : `${failed.size} of ${list.length} checks failed: ${[...failed.keys()].join(", ")}`;
  process.stdout.write(`\n${summary}\n`);
  process.exitCode = failed.size === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
