import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { type Generator, staleFiles, writeStaleFiles } from "./gen.ts";

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-gen-"));
});
after(() => rm(root, { recursive: true }));

it("a generated file is stale until it is written, and after an edit", async () => {
  const list: readonly Generator[] = [
    { name: "one", path: "deep/one.json", make: async () => "{}\n" },
    { name: "two", path: "two.md", make: async () => "# two\n" },
  ];
  assert.deepEqual(await staleFiles(root, list), ["deep/one.json", "two.md"]);
  assert.deepEqual(await writeStaleFiles(root, list), ["deep/one.json", "two.md"]);
  assert.deepEqual(await staleFiles(root, list), []);
  assert.equal(await readFile(join(root, "deep/one.json"), "utf8"), "{}\n");
  await writeFile(join(root, "two.md"), "# edited\n");
  assert.deepEqual(await staleFiles(root, list), ["two.md"]);
});
