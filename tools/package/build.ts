import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildDashboard, compressAssets, PACKAGED_QUALITY } from "../dashboard/build.ts";
import { buildSite } from "../site/build.ts";
import { buildSdk } from "./build-sdk.ts";
import { bundle, noticesOf } from "./bundle.ts";
import { messageDeclarations } from "./message-declarations.ts";
import { writeSchemaSnapshot } from "./schema-snapshot.ts";

/**
 * npm run build: the dashboard, the documentation site, and the package that people install
 * (docs/adr/0104-distribution.md), in build/package and as the file build/bursar-<version>.tgz; then the client library
 * (build-sdk.ts).
 */
const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, "build");
const PACKAGE = join(BUILT, "package");

const FORMATS = ["nacha", "iso20022", "checks", "bai2"];

/** Whose declarations the compiler would write at length. */
const MESSAGE_TABLES = [
  "generated.ts",
  ...["customer-transfer.ts", "parties.ts", "remittance.ts", "statement-entries.ts", "statement.ts"].map(
    (name) => `version-2009/${name}`,
  ),
].map((name) => `packages/bank-formats/src/iso20022/messages/${name}`);

/** Files of libraries that are read as files: installed with the package, in its own node_modules. */
const BUNDLED = {
  "@expo-google-fonts/ibm-plex-sans": [
    "400Regular/IBMPlexSans_400Regular.ttf",
    "600SemiBold/IBMPlexSans_600SemiBold.ttf",
    "LICENSE*",
  ],
  openpgp: ["dist/node/openpgp.mjs", "LICENSE"],
};

interface Description {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

const read = (path: string): Description => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(PACKAGE, path)), { recursive: true });
  writeFileSync(join(PACKAGE, path), content);
}

/** Copies what the patterns find, with the same names. */
function copy(from: string, to: string, ...patterns: readonly string[]): void {
  for (const path of globSync(patterns, { cwd: join(ROOT, from) }))
    cpSync(join(ROOT, from, path), join(PACKAGE, to, path), { recursive: true });
}

/** The package's own package.json: what it runs is in it, except PostgreSQL's programs and Node.js. */
function describe(): Description {
  const { name, version, description, license, optionalDependencies } = read("server/package.json");
  const { homepage, repository, bugs, optionalDependencies: runtimes } = read("package.json");
  const types = (path: string) => `./types/${path}.d.ts`;
  const bundled = Object.keys(BUNDLED).map((library) => [
    library,
    read(`node_modules/${library}/package.json`).version,
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
    engines: { node: ">=20" },
    bin: { bursar: "bin/bursar.mjs" },
    exports: {
      ...Object.fromEntries(
        FORMATS.map((format) => [
          `./formats/${format}`,
          { types: types(`packages/bank-formats/src/${format}/index`), default: `./dist/${format}.js` },
        ]),
      ),
      "./testing": {
        types: types("server/src/main/testing/start-bursar"),
        // For test runners that load CommonJS, as Jest does.
        require: "./dist/testing.cjs",
        default: "./dist/testing.js",
      },
    },
    dependencies: Object.fromEntries(bundled),
    bundleDependencies: Object.keys(BUNDLED),
    optionalDependencies: { ...Object(optionalDependencies), ...Object(runtimes) },
  };
}

/** Builds the package's folder. */
async function buildPackage(): Promise<void> {
  rmSync(PACKAGE, { recursive: true, force: true });
  const libraries = await bundle(join(PACKAGE, "dist"));
  const compiler = join(ROOT, "node_modules/@typescript/native/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(import.meta.dirname, "tsconfig.json")], { stdio: "inherit" });
  for (const path of MESSAGE_TABLES)
    put(`types/${path.replace(/\.ts$/, ".d.ts")}`, messageDeclarations(readFileSync(join(ROOT, path), "utf8")));
  put("package.json", `${JSON.stringify(describe(), null, 2)}\n`);
  put("THIRD-PARTY-NOTICES", noticesOf(libraries));
  copy("server", ".", "migrations/*.sql", "api-examples.json");
  copy("dashboard/dist", "dashboard", "*.{html,svg,md,json}", "assets");
  compressAssets(PACKAGED_QUALITY, join(PACKAGE, "dashboard"));
  copy("docs/site/dist", "docs", "**/*.*");
  copy("tools/package", ".", "README.md");
  copy("tools/launcher", "bin", "{program,launched,orphaned}.mjs");
  cpSync(join(ROOT, "tools/launcher/installed.mjs"), join(PACKAGE, "bin/bursar.mjs"));
  copy(".", ".", "LICENSE");
  await writeSchemaSnapshot(join(PACKAGE, "snapshots"));
  for (const [library, patterns] of Object.entries(BUNDLED)) {
    const to = `node_modules/${library}`;
    copy(to, to, ...patterns);
    // Without its dependencies: only these files are used.
    const { name, version, license, type, exports } = read(`${to}/package.json`);
    put(`${to}/package.json`, JSON.stringify({ name, version, license, type, exports }));
  }
}

/** Builds everything. Returns the packed file's path. */
export async function build(): Promise<string> {
  await buildDashboard();
  buildSite();
  await buildPackage();
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

if (import.meta.main) process.stdout.write(`${await build()}\n${await buildSdk()}\n`);
