import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { availablePackages } from "../image/debian-packages.ts";

const ROOT = join(import.meta.dirname, "../..");
/** On the file system of node_modules, whose files are linked. */
const COPIES = join(ROOT, ".tmp/copies");

export interface BuiltImage {
  /** The copy of the repository; remove it. */
  readonly copy: string;
  /** The OCI layout. */
  readonly layout: string;
  readonly digest: string;
}

/**
 * A copy of the repository's files without their history, in which a test may build and change what it wants while others
 * use this one. `name` makes paths of different lengths. Remove it.
 */
export function repositoryCopy(name: string): string {
  mkdirSync(COPIES, { recursive: true });
  const copy = mkdtempSync(join(COPIES, `${name}-`));
  const files = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  for (const path of execFileSync("git", files, { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(copy, path));
  }
  execFileSync("cp", ["--archive", "--link", join(ROOT, "node_modules"), join(copy, "node_modules")]);
  writeFileSync(join(copy, "deploy/image/debian-packages.json"), JSON.stringify(availablePackages()));
  return copy;
}

/** Builds the image in a copy of the repository, with `npm run image`. */
export function builtImage(name = "image"): BuiltImage {
  const copy = repositoryCopy(name);
  const printed = execFileSync(process.execPath, [join(copy, "tools/image/build-image.ts")], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
  });
  return { copy, layout: join(copy, "build/image"), digest: printed.trim().split("\n").at(-1) ?? "" };
}
