import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { wholeApi } from "./whole-api.ts";

const first = {
  info: "one",
  paths: { "/a": { get: { operationId: "getA" } } },
  components: { schemas: { A: { type: "string" } } },
};
const other = {
  info: "other",
  paths: { "/a": { post: { operationId: "postA" } }, "/b": { get: { operationId: "getB" } } },
  components: { schemas: { A: { type: "string" }, B: {} }, responses: { Gone: {} } },
};

describe("two documents as one", () => {
  it("have the operations and components of both, and the rest of the first", () =>
    assert.deepEqual(wholeApi([first, other]), {
      info: "one",
      paths: {
        "/a": { get: { operationId: "getA" }, post: { operationId: "postA" } },
        "/b": { get: { operationId: "getB" } },
      },
      components: { schemas: { A: { type: "string" }, B: {} }, responses: { Gone: {} } },
    }));

  it("leave the documents as they are", () => {
    const before = structuredClone([first, other]);
    wholeApi([first, other]);
    assert.deepEqual([first, other], before);
  });

  it("are refused if both have an operation, or components of one name differ", () => {
    assert.throws(() => wholeApi([first, { paths: first.paths, components: {} }]), /GET \/a is in two documents/);
    const different = { paths: {}, components: { schemas: { A: { type: "number" } } } };
    assert.throws(() => wholeApi([first, different]), /disagree about components\/schemas\/A/);
  });
});
