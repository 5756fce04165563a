import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export const digestOf = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

/** Small files gain nothing. */
const COMPRESSED_FROM_BYTES = 1_000;

/**
 * Puts compressed copies next to the site's files, and a list of them all: the service serves what is listed,
 * and nothing else (server/src/operations/documentation.ts).
 */
export function finishFiles(folder: string): void {
  const files: Record<string, { digest: string; isCompressed: boolean }> = {};
  for (const path of pathsIn(folder)) {
    const content = readFileSync(join(folder, path));
    const isText = !path.endsWith(".woff2");
    files[path] = { digest: digestOf(content), isCompressed: isText && compress(join(folder, path), content) };
  }
  writeFileSync(join(folder, "site.json"), JSON.stringify(files));
}

/** Whether there is a compressed copy. */
function compress(path: string, content: Buffer): boolean {
  if (content.length < COMPRESSED_FROM_BYTES) return false;
  // Browsers accept Brotli, which is a tenth smaller, over https only.
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  return true;
}

/** Files, with forward slashes, in a fixed order. */
export const pathsIn = (folder: string): readonly string[] =>
  globSync("**/*", { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
