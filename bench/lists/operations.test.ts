import assert from "node:assert/strict";
import { test } from "node:test";
import { boundedLists } from "./bounded.ts";
import type { Ids } from "./list.ts";
import { measuredLists } from "./measured.ts";
import { listOperations } from "./operations.ts";

/** Every id by its own name. */
const ids = new Proxy({}, { get: (_, name) => String(name) }) as Ids;
/** Measured for every list, in both directions. */
const PAGES = new Set(["limit", "order", "start_after", "end_before"]);
const listed = listOperations();

test("every list of the API is measured, or named with the reason why it cannot be long", () => {
  const measured = measuredLists.map(({ operation }) => operation);
  const covered = [...measured, ...boundedLists.keys()];
  const names = listed.map(({ operation }) => operation);
  assert.deepEqual(
    names.filter((name) => !covered.includes(name)),
    [],
    "neither measured nor bounded",
  );
  assert.equal(covered.length, new Set(covered).size, "in one of the two tables");
  assert.deepEqual(
    [...boundedLists.keys()].filter((name) => !names.includes(name)),
    [],
    "no longer a list",
  );
});

test("every filter of a measured list is measured", () => {
  for (const { operation, query } of listed) {
    const list = measuredLists.find((measuredList) => measuredList.operation === operation);
    if (list === undefined) continue;
    const used = new Set(list.filters(ids).flatMap((filter) => [...new URLSearchParams(filter).keys()]));
    const missing = query.filter((name) => !PAGES.has(name) && !used.has(name));
    assert.deepEqual(missing, [], operation);
  }
});
