import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

interface Pattern {
  readonly start: string;
  readonly end: string;
  /** From the repository's root, with `*` for what the specifier has between start and end. */
  readonly target: string;
}

type Targets = Readonly<Record<string, string>> | string;

/** Names of package.json, longest first: Node.js prefers them. */
function patternsOf(folder: string, prefix: string, targets: Targets): readonly Pattern[] {
  const entries = typeof targets === "string" ? [[".", targets]] : Object.entries(targets);
  return entries.map(([name = "", target = ""]) => {
    const [start = "", end = ""] = `${prefix}${name.replace(/^\.\/?/, prefix === "" || name === "." ? "" : "/")}`.split(
      "*",
    );
    return { start, end, target: posix.join(folder, target) };
  });
}

interface Manifest {
  readonly name: string;
  readonly exports?: Targets;
  readonly imports?: Targets;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

const patterns: readonly Pattern[] = [
  ...["server", "dashboard"].flatMap((part) => patternsOf(part, "", read(`${part}/package.json`).imports ?? {})),
  ...globSync("packages/*/package.json", { cwd: ROOT }).flatMap((path) => {
    const { name, exports = {} } = read(path);
    return patternsOf(dirname(path).replaceAll("\\", "/"), name, exports);
  }),
].sort((a, b) => b.start.length + b.end.length - a.start.length - a.end.length);

/**
 * The file that an import names: by a relative path, by a name of the service (`#records/audit`) or of the
 * dashboard (`#ui/page/when.tsx`), or by one of our packages. Undefined for packages from npm. Paths are from the repository's root, with forward slashes.
 */
export function namedFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(importer), specifier);
  const found = patterns.find(({ start, end, target }) =>
    target.includes("*")
      ? specifier.startsWith(start) && specifier.endsWith(end) && specifier.length > start.length + end.length
      : specifier === start,
  );
  return found?.target.replace("*", specifier.slice(found.start.length, specifier.length - found.end.length));
}
