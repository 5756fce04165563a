import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { differentVersions } from "./versions.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

describe("the version of an SDK", () => {
  it("is that of the service", () => assert.deepEqual(differentVersions(ROOT), []));

  for (const place of [
    "packages/sdk-python/pyproject.toml",
    "packages/sdk-go/doc.go",
    "examples/go/go.mod",
    "action.yml",
  ])
    it(`is reported if ${place} has another one`, () => {
      const changed = (path: string) => (path === place ? read(path).replaceAll("0.1.0", "0.0.9") : read(path));
      assert.deepEqual(differentVersions(ROOT, changed), [`${place} has version 0.0.9, and the service 0.1.0`]);
    });

  it("is reported if it is missing", () => {
    const without = (path: string) => (path.endsWith("doc.go") ? "package bursar" : read(path));
    assert.deepEqual(differentVersions(ROOT, without), [
      "packages/sdk-go/doc.go has version (none), and the service 0.1.0",
    ]);
  });
});
