import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where an SDK says its version, which is the repository's. */
const PLACES: readonly (readonly [path: string, version: RegExp])[] = [
  ["packages/sdk-python/pyproject.toml", /^version = "([^"]+)"$/m],
  ["packages/sdk-go/doc.go", /^const Version = "([^"]+)"$/m],
  ["examples/go/go.mod", /packages\/sdk-go v(\S+)$/m],
  ["action.yml", /^ {4}default: "(\d[^"]*)"$/m],
];

/** Versions that are not that of the service, one line each. */
export function differentVersions(root: string, read = (path: string) => readFileSync(join(root, path), "utf8")) {
  const { version: expected }: { readonly version: string } = JSON.parse(read("server/package.json"));
  return PLACES.flatMap(([path, pattern]) => {
    const found = pattern.exec(read(path))?.[1];
    return found === expected ? [] : [`${path} has version ${found ?? "(none)"}, and the service ${expected}`];
  });
}
