import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EXAMPLES_FILE } from "../../server/src/contract/components/recorded-examples.ts";
import { trustPage } from "../../server/test/simulation/report.ts";
import { API_DOCUMENTS, wholeApi } from "../kit/whole-api.ts";
import { apiCoverage, type CoveredApi } from "./coverage/api-coverage.ts";
import { hasSchemas, messageTypes } from "./iso20022/message-types.ts";
import { schemaFile } from "./schema/schema-file.ts";
import { type DescribedApi, SDK_FILES, sdkFiles } from "./sdk/sdk-files.ts";
import { generatedFiles } from "./service-files.ts";

/** A generated file that is committed, so that reviews show how it changes. */
export interface Generator {
  readonly name: string;
  /** Relative to the repository's root. */
  readonly path: string;
  /** The same code always generates the same text. */
  make(): Promise<string>;
}

/** Evaluates once, when first needed: checking and writing need the same text. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const serviceFiles = once(generatedFiles);

/** A file that the service generates about itself; all of them are generated in one run. */
const described = (name: string, path: string): Generator => ({
  name,
  path,
  make: async () => {
    const text = (await serviceFiles()).get(path);
    if (text === undefined) throw new Error(`tools/generate/service-files.ts does not generate ${path}`);
    return text;
  },
});

async function coveragePage(): Promise<string> {
  const files = await serviceFiles();
  const documents = API_DOCUMENTS.map((path) => JSON.parse(files.get(path) ?? ""));
  const { page, problems } = apiCoverage(wholeApi<CoveredApi>(documents));
  if (problems.length > 0)
    throw new Error(`Test these routes, or build them (docs/develop/api-coverage.md):\n${problems.join("\n")}`);
  return page;
}

/** From the document as the code describes it now: one run writes both. */
const filesOfSdk = once(async () => {
  const api: DescribedApi = JSON.parse((await serviceFiles()).get("api/openapi.json") ?? "");
  return sdkFiles(api);
});

const ofSdk = (path: string): Generator => ({
  name: "the client's operations and types",
  path,
  make: async () => (await filesOfSdk()).get(path) ?? "",
});

const MESSAGE_TYPES = "packages/bank-formats/src/iso20022/messages/generated.ts";

/** Without the schemas, the file stays as it is. */
const messageTypesOrPresent = async (): Promise<string> =>
  hasSchemas() ? messageTypes() : readFile(join(import.meta.dirname, "../..", MESSAGE_TYPES), "utf8");

export const generators: readonly Generator[] = [
  described("the HTTP contract", "api/openapi.json"),
  described("the routes of the dashboard", "api/dashboard.json"),
  described("the list of refusals", "docs/use/errors.md"),
  described("the state tables", "docs/use/states.md"),
  { name: "the test of every route", path: "docs/develop/api-coverage.md", make: once(coveragePage) },
  { name: "what is proven", path: "docs/trust.md", make: async () => trustPage() },
  { name: "the types of ISO 20022 messages", path: MESSAGE_TYPES, make: once(messageTypesOrPresent) },
  ...SDK_FILES.map(ofSdk),
  { name: "the schema", path: "server/schema.sql", make: once(schemaFile) },
];

/** Paths of the files that differ from what the code generates. */
export async function staleFiles(root: string, list: readonly Generator[]): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const { path, make } of list) {
    const present = await readFile(join(root, path), "utf8").catch(() => undefined);
    if (present !== (await make())) stale.push(path);
  }
  return stale;
}

/** Writes the stale files and returns their paths. */
export async function writeStaleFiles(root: string, list: readonly Generator[]): Promise<readonly string[]> {
  const stale = await staleFiles(root, list);
  for (const { path, make } of list) {
    if (!stale.includes(path)) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), await make());
  }
  return stale;
}

/** Records the examples of the API again, which takes a database and half a minute. */
async function writeExamples(root: string): Promise<void> {
  const { recordExamples } = await import("./examples/record-examples.ts");
  await writeFile(join(root, "server", EXAMPLES_FILE), await recordExamples());
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  if (process.argv.includes("examples")) await writeExamples(root);
  if (process.argv.includes("--check")) {
    const stale = await staleFiles(root, generators);
    for (const path of stale) process.stderr.write(`${path} is out of date: run \`npm run gen\` and commit it\n`);
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
