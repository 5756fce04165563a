import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { countryCodes } from "bursar-banking/identifiers/country";
import { API_DOCUMENTS, readWholeApi } from "../kit/whole-api.ts";

const ROOT = join(import.meta.dirname, "../..");
const DASHBOARD = join(ROOT, "dashboard");
const CLIENT = join(DASHBOARD, "src/api/generated");
const BUILT = join(DASHBOARD, "dist");
/** Records the sources of a build. Compared by content, so that switching branches does not cause a rebuild. */
const STAMP = ".made-from";

const MADE_FROM_CONTRACT = [
  ...API_DOCUMENTS,
  "packages/banking/src/identifiers/country.ts",
  "package-lock.json",
  "tools/dashboard/build.ts",
];
const MADE_FROM_SOURCES = [
  ...MADE_FROM_CONTRACT,
  "dashboard/*.{ts,mjs,html,json}",
  "dashboard/{src,public}/**/*.{ts,tsx,css,svg}",
];

function digestOf(patterns: readonly string[]): string {
  const paths = globSync([...patterns], {
    cwd: ROOT,
    exclude: (path) => /generated|node_modules|dist/.test(path),
  }).sort();
  const hash = createHash("sha256");
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

function isMadeFrom(folder: string, digest: string): boolean {
  try {
    return readFileSync(join(folder, STAMP), "utf8") === digest;
  } catch {
    return false;
  }
}

/** Generates the dashboard's API client from both documents in api/, and the countries that the API accepts, if it is missing or stale. They are not committed. */
export async function makeApiClient(): Promise<void> {
  const digest = digestOf(MADE_FROM_CONTRACT);
  if (isMadeFrom(CLIENT, digest)) return;
  rmSync(CLIENT, { recursive: true, force: true });
  // Loaded only if needed: each of these takes longer to load than many tests take to run.
  const { createClient } = await import("@hey-api/openapi-ts");
  await createClient({
    input: readWholeApi<Record<string, unknown>>(),
    output: { path: CLIENT },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk", "@tanstack/react-query"],
    logs: { level: "silent", file: false },
  });
  // The contract describes countries in words.
  writeFileSync(join(CLIENT, "country-codes.ts"), `export const countryCodes = ${JSON.stringify(countryCodes)};\n`);
  writeFileSync(join(CLIENT, STAMP), digest);
}

/** Builds the dashboard that the service serves (dashboard/dist) if it is missing or stale. */
export async function buildDashboard(): Promise<void> {
  await makeApiClient();
  const digest = digestOf(MADE_FROM_SOURCES);
  if (isMadeFrom(BUILT, digest)) return;
  process.stderr.write("Building the dashboard (once) …\n");
  const { build } = await import("vite");
  await build({ root: DASHBOARD, configFile: join(DASHBOARD, "vite.config.ts"), logLevel: "warn" });
  compressAssets();
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(join(BUILT, STAMP), digest);
}

/** Brotli's highest takes twenty times as long for a twelfth less: for what is built once and installed often. */
export const PACKAGED_QUALITY = 11;
const CLONED_QUALITY = 5;

/** Puts compressed copies of scripts and styles next to them, for the service to send to browsers that accept them. */
export function compressAssets(quality = CLONED_QUALITY, folder = BUILT): void {
  for (const path of globSync("assets/*.{js,css}", { cwd: folder })) {
    const content = readFileSync(join(folder, path));
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content, { params }));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content));
  }
}

if (import.meta.main) await buildDashboard();
