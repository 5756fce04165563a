import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSdk } from "../../package/build-sdk.ts";

/** The client library (packages/sdk) in other runtimes, from the packages of their programs, without install scripts. */
interface Runtime {
  readonly name: string;
  /** By platform. */
  readonly packages: Readonly<Record<string, string>>;
  readonly version: string;
  /** In the package. */
  readonly program: string;
  readonly flags: readonly string[];
}

const RUNTIMES: readonly Runtime[] = [
  {
    name: "Deno",
    packages: {
      "linux-x64": "@deno/linux-x64-glibc",
      "linux-arm64": "@deno/linux-arm64-glibc",
      "darwin-x64": "@deno/darwin-x64",
      "darwin-arm64": "@deno/darwin-arm64",
    },
    version: "2.9.6",
    program: "deno",
    flags: ["run", "--allow-all", "--no-config"],
  },
  {
    name: "Bun",
    packages: {
      "linux-x64": "@oven/bun-linux-x64",
      "linux-arm64": "@oven/bun-linux-aarch64",
      "darwin-x64": "@oven/bun-darwin-x64",
      "darwin-arm64": "@oven/bun-darwin-aarch64",
    },
    version: "1.4.5",
    program: "bin/bun",
    flags: ["run"],
  },
];

/** How the session reaches the service. */
type Service = Readonly<Record<"BURSAR_URL" | "BURSAR_TOKEN" | "BURSAR_ACCOUNT", string>>;

/** Holds a session with each runtime, and reports it. Returns whether all of them passed. */
export async function runInRuntimes(folder: string, service: Service): Promise<boolean> {
  await buildSdk();
  let passed = true;
  for (const runtime of RUNTIMES) {
    const library = runtime.packages[`${process.platform}-${process.arch}`];
    if (library === undefined) {
      process.stdout.write(`SDK in ${runtime.name}: skipped, because it has no package for this platform\n`);
      continue;
    }
    try {
      const own = join(folder, runtime.name.toLowerCase());
      const program = install(own, `${library}@${runtime.version}`, join("node_modules", library, runtime.program));
      const report = await hold(program, runtime, { folder: own, service });
      process.stdout.write(`SDK in ${runtime.name} ${runtime.version}: ${report.trim()}\n`);
    } catch (error) {
      passed = false;
      process.stdout.write(
        `SDK in ${runtime.name}: failed\n${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  return passed;
}

function install(folder: string, library: string, program: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", library], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  return join(folder, program);
}

/** Not execFileSync: the service is a child of this process, whose output must be read. */
const hold = (
  program: string,
  { name, flags }: Runtime,
  { folder, service }: { readonly folder: string; readonly service: Service },
) =>
  new Promise<string>((resolve, reject) => {
    const built = join(import.meta.dirname, "../../../build/sdk/dist");
    const child = spawn(program, [...flags, join(import.meta.dirname, "session.mjs")], {
      cwd: folder,
      env: {
        ...process.env,
        ...service,
        RUNTIME: name,
        JOURNAL: join(folder, "run.journal"),
        SDK: pathToFileURL(join(built, "index.js")).href,
        SDK_NODE: pathToFileURL(join(built, "node.js")).href,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
