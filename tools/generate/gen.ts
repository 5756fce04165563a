import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generatedFiles } from "../../server/src/contract/generate.ts";
import { schemaFile } from "./schema/schema-file.ts";

/** A file that follows from the code and is committed, so that a change to it is seen in review. */
export interface Generator {
  readonly name: string;
  /** From the repository's root. */
  readonly path: string;
  /** The same code always makes the same text. */
  make(): Promise<string>;
}

/** Made when first needed, and once: checking and writing need the same text. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const serviceFiles = once(generatedFiles);

/** A file of the service's own description; all of them are made in one go. */
const described = (name: string, path: string): Generator => ({
  name,
  path,
  make: async () => {
    const text = (await serviceFiles()).get(path);
    if (text === undefined) throw new Error(`server/src/contract/generate.ts makes no ${path}`);
    return text;
  },
});

export const generators: readonly Generator[] = [
  described("the HTTP contract", "api/openapi.json"),
  described("the list of refusals", "docs/errors.md"),
  described("the state tables", "docs/states.md"),
  { name: "the schema", path: "server/schema.sql", make: once(schemaFile) },
];

/** Paths of the files that are not what the code makes now. */
export async function staleFiles(root: string, list: readonly Generator[]): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const { path, make } of list) {
    const present = await readFile(join(root, path), "utf8").catch(() => undefined);
    if (present !== (await make())) stale.push(path);
  }
  return stale;
}

/** Writes what is stale; returns its paths. */
export async function writeStaleFiles(root: string, list: readonly Generator[]): Promise<readonly string[]> {
  const stale = await staleFiles(root, list);
  for (const { path, make } of list) {
    if (!stale.includes(path)) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), await make());
  }
  return stale;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  if (process.argv.includes("--check")) {
    const stale = await staleFiles(root, generators);
    for (const path of stale)
      process.stderr.write(`${path} is not what the code makes: run \`npm run gen\` and commit it\n`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    const written = await writeStaleFiles(root, generators);
    process.stdout.write(
      written.length === 0
        ? "All generated files are up to date.\n"
        : written.map((path) => `wrote ${path}\n`).join(""),
    );
  }
}
