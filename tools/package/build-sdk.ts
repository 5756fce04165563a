import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** The client library as people install it: build/sdk, and the file build/bursar-sdk-<version>.tgz (ADR 0123). */
const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "packages/sdk");
const BUILT = join(ROOT, "build");
const PACKAGE = join(BUILT, "sdk");

/** What programs import, and its source. */
const ENTRIES = { index: "index", node: "node", "method-names": "naming/method-names" };

const read = (path: string): Readonly<Record<string, unknown>> => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

function describe(): Readonly<Record<string, unknown>> {
  const { name, version, description, license, sideEffects } = read("packages/sdk/package.json");
  const { homepage, repository, bugs } = read("package.json");
  const exports = Object.entries(ENTRIES).map(([entry, source]) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./types/${source}.d.ts`, default: `./dist/${entry}.js` },
  ]);
  return {
    name,
    version,
    description,
    license,
    homepage,
    repository,
    bugs,
    type: "module",
    sideEffects,
    engines: { node: ">=20" },
    exports: Object.fromEntries(exports),
  };
}

/** Compiles the library. Only `@bursar/sdk/node` may import what a browser does not have. */
async function compile(): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(SOURCES, `src/${path}.ts`)])),
    platform: "neutral",
    external: [/^node:/],
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  try {
    await build.write({
      dir: join(PACKAGE, "dist"),
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    });
  } finally {
    await build.close();
  }
  const compiler = join(ROOT, "node_modules/@typescript/native/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(import.meta.dirname, "tsconfig.sdk.json")], {
    stdio: "inherit",
  });
}

/** Builds the library, and returns the packed file's path. */
export async function buildSdk(): Promise<string> {
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(PACKAGE, { recursive: true });
  await compile();
  writeFileSync(join(PACKAGE, "package.json"), `${JSON.stringify(describe(), null, 2)}\n`);
  cpSync(join(SOURCES, "README.md"), join(PACKAGE, "README.md"));
  cpSync(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", BUILT], {
      cwd: PACKAGE,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      shell: process.platform === "win32",
    }),
  );
  return join(BUILT, packed.filename);
}
