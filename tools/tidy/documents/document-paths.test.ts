import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { deadPaths, readDocuments, readTree, type Tree } from "./document-paths.ts";

const paths = [
  "README.md",
  "docs",
  "docs/adr",
  "docs/adr/0001-modules.md",
  "docs/ARCHITECTURE.md",
  "server",
  "server/migrations",
  "server/migrations/0001_kernel.sql",
  "server/src",
  "server/src/kernel",
  "server/src/kernel/money.ts",
  "server/src/modules",
  "server/src/modules/4-payments/payments",
  "server/src/modules/4-payments/payments/payments.routes.ts",
];
const tree: Tree = { paths, has: (path) => paths.includes(path) };

const deadIn = (text: string, path = "docs/ARCHITECTURE.md") =>
  deadPaths({ path, text }, tree).map(({ line, what }) => `${what} ${line}`);

const dead = {
  "[decisions](adr/0002-gone.md#why)": ["adr/0002-gone.md 1"],
  "[decisions](docs/adr/), [README](README.md)": ["docs/adr/ 1", "README.md 1"],
  "first\n`server/src/kernel/cents.ts`": ["server/src/kernel/cents.ts 2"],
  "`migrations/0018_audit_numbers.sql`": ["migrations/0018_audit_numbers.sql 1"],
  "`modules/refunds/index.ts`": ["modules/refunds/index.ts 1"],
  "`kernel/sql/`": ["kernel/sql/ 1"],
  "`hand-over.ts`, then `*.jobs.ts`": ["hand-over.ts 1", "*.jobs.ts 1"],
  "```\nserver/source/   kernel/main.ts → serve.ts\n```": ["server/source/ 2", "kernel/main.ts 2", "serve.ts 2"],
  "```sh\nnpm test -- server/test/laws\n```": ["server/test/laws 2"],
} as const;
for (const [text, expected] of Object.entries(dead))
  it(`finds ${expected.length} dead paths in ${JSON.stringify(text)}`, () => assert.deepEqual(deadIn(text), expected));

const fine = [
  "[decisions](adr/0001-modules.md#why), [all](adr/), [start](../README.md), [a page](https://example.com/x.md), [below](#below)",
  "`server/src/kernel/money.ts`, `kernel/money.ts`, `money.ts`, `*.routes.ts`, `modules/4-payments/payments/`, `server/migrations/`",
  "`text/csv`, `POST /payments/x.ts`, `.sql`, `create_payments`, `dashboard/dist`",
  "```sh\nnpm test -- path/to/x.test.ts\n```",
];
for (const text of fine)
  it(`accepts ${JSON.stringify(text)}`, () => {
    assert.deepEqual(deadIn(text), []);
  });

it("reads the documents of the repository and finds the paths in them", () => {
  const root = join(import.meta.dirname, "../../..");
  const documents = readDocuments(root);
  const names = documents.map(({ path }) => path);
  for (const name of [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/develop/ARCHITECTURE.md",
    "docs/adr/README.md",
  ])
    assert.ok(names.includes(name), name);
  const { has } = readTree(root);
  const onlyFolders: Tree = { paths: [], has: (path) => has(path) && !/\.\w+$/.test(path) };
  assert.ok(documents.flatMap((document) => deadPaths(document, onlyFolders)).length > 100);
});
