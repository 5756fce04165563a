import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export const digestOf = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

/** Small files gain nothing. */
const COMPRESSED_FROM_BYTES = 1_000;
/** Higher qualities take many times as long, for a twelfth less. */
const BROTLI_QUALITY = 6;

/**
 * Puts compressed copies next to the site's files, and a list of them all: the service serves what is listed,
 * and nothing else (server/src/operations/documentation.ts).
 */
export function finishFiles(folder: string): void {
  const files: Record<string, { digest: string; copies: readonly string[] }> = {};
  for (const path of pathsIn(folder)) {
    const content = readFileSync(join(folder, path));
    const isText = !path.endsWith(".woff2");
    files[path] = { digest: digestOf(content), copies: isText ? compress(join(folder, path), content) : [] };
  }
  writeFileSync(join(folder, "site.json"), JSON.stringify(files));
}

function compress(path: string, content: Buffer): readonly string[] {
  if (content.length < COMPRESSED_FROM_BYTES) return [];
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content));
  return [".br", ".gz"];
}

/** Files, with forward slashes, in a fixed order. */
export const pathsIn = (folder: string): readonly string[] =>
  globSync("**/*", { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
