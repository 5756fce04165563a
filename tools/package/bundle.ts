import { existsSync, globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";

const ROOT = join(import.meta.dirname, "../..");

/** What other programs start or import, by its name in the package. */
const ENTRIES = {
  main: "server/src/cli/main.ts",
  "draw-thread": "server/src/kernel/pdf/draw-thread.ts",
  "logo-thread": "server/src/modules/1-records/brand/logo-thread.ts",
  "restore-thread": "server/src/main/double/restore-thread.ts",
  testing: "server/src/main/testing/start-bursar.ts",
  nacha: "packages/bank-formats/src/nacha/index.ts",
  iso20022: "packages/bank-formats/src/iso20022/index.ts",
  checks: "packages/bank-formats/src/checks/index.ts",
  bai2: "packages/bank-formats/src/bai2/index.ts",
};

/** Installed next to the code: openpgp can be replaced, as its license demands, and few need the database of 0.1.0. */
const SEPARATE = ["openpgp", "@electric-sql/pglite"];
/** Compiled code that libraries use where it happens to be installed; our npm installs none. */
const OPTIONAL = ["pg-native", "cpu-features", "./crypto/build/Release/sshcrypto.node"];

/** A thread's program is named by its source. */
const threads: Plugin = {
  name: "threads",
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes("node_modules")) return undefined;
    const named = code.replaceAll(/new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g, (_, name: string) => {
      if (!Object.hasOwn(ENTRIES, name))
        throw new Error(`${id} starts ${name}.ts, which is not an entry of the package`);
      return `new URL("./${name}.js", import.meta.url)`;
    });
    // The same number of characters, so the source map is right as it is.
    return named === code ? undefined : { code: named, map: null };
  },
};

/** Compiles the service and everything it imports into one folder. Returns the folders of the libraries that it contains. */
export async function bundle(folder: string): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(ROOT, path)])),
    platform: "node",
    external: [...SEPARATE, ...OPTIONAL, ...builtinModules],
    plugins: [threads],
    // Libraries that are CommonJS, such as ssh2, read it when they are loaded.
    transform: { define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" } },
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  try {
    await bundleForCommonJs(folder);
    const { output } = await build.write({
      dir: folder,
      format: "esm",
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    });
    const chunks = output.filter((file): file is OutputChunk => file.type === "chunk");
    return librariesIn(chunks.flatMap(({ moduleIds }) => moduleIds));
  } finally {
    await build.close();
  }
}

/** What tests start a service with, for test runners that load CommonJS. It contains no library. */
async function bundleForCommonJs(folder: string): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: { testing: join(ROOT, ENTRIES.testing) },
    platform: "node",
    external: [...builtinModules],
    transform: { define: { "import.meta.dirname": "__dirname" } },
  });
  try {
    await build.write({ dir: folder, format: "cjs", entryFileNames: "[name].cjs" });
  } finally {
    await build.close();
  }
}

/** `/…/node_modules/@scope/name` of every module that is a library's. */
function librariesIn(modules: readonly string[]): readonly string[] {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** The licenses of the libraries in the package, which demand to be passed on. */
export function noticesOf(libraries: readonly string[]): string {
  return libraries
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const texts = globSync("{licen[sc]e,LICEN[SC]E,NOTICE,Licence,License}*", { cwd: folder })
        .filter((path) => existsSync(join(folder, path)) && !basename(path).endsWith(".js"))
        .sort()
        .map((path) => readFileSync(join(folder, path), "utf8").trim());
      return [`${name} ${version}, ${license}`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
