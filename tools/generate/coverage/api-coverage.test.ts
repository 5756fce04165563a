import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { apiCoverage } from "./api-coverage.ts";

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
}
const read = (): Document => JSON.parse(readFileSync(join(import.meta.dirname, "../../../api/openapi.json"), "utf8"));
const problemsOf = (document: Document) => apiCoverage(JSON.stringify(document)).problems;

describe("docs/api-coverage.md", () => {
  it("can be generated: every documented route exists, and a test calls every operation", () =>
    assert.deepEqual(problemsOf(read()), []));

  it("cannot be generated without a route that the documents name", () => {
    const document = read();
    delete document.paths["/accounts"];
    assert.deepEqual(problemsOf(document), [
      "Specification §4 names GET /accounts, which does not exist",
      "Wire contract §4.1 Accounts names GET /accounts, which does not exist",
    ]);
  });

  it("cannot be generated with an operation that no test calls", () => {
    const document = read();
    document.paths["/never/called"] = { get: { operationId: "neverCalled", tags: ["None"] } };
    assert.deepEqual(problemsOf(document), ["no test calls neverCalled (GET /never/called)"]);
  });
});
