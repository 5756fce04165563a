import assert from "node:assert/strict";
import { it } from "node:test";
import { missingFromLock } from "./lock-file.ts";

const lock = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ packages });
const wants = { optionalDependencies: { "@a/linux": "1.0.0", "@a/darwin": "1.0.0" } };

it("each optional dependency has an entry, next to its package or above", () => {
  const complete = {
    "": {},
    "node_modules/a": wants,
    "node_modules/@a/linux": {},
    "node_modules/a/node_modules/@a/darwin": {},
  };
  assert.deepEqual(missingFromLock(lock(complete)), []);
});

it("reports one without an entry, and the package that wants it or the root", () => {
  assert.deepEqual(missingFromLock(lock({ "": {}, "node_modules/a": wants, "node_modules/@a/linux": {} })), [
    "@a/darwin (wanted by node_modules/a)",
  ]);
  assert.deepEqual(missingFromLock(lock({ "": { optionalDependencies: { b: "1.0.0" } } })), ["b (wanted by the root)"]);
});

it("ignores an entry below another package", () => {
  const elsewhere = {
    "": {},
    "node_modules/a": { optionalDependencies: { b: "1.0.0" } },
    "node_modules/c/node_modules/b": {},
  };
  assert.deepEqual(missingFromLock(lock(elsewhere)), ["b (wanted by node_modules/a)"]);
});
