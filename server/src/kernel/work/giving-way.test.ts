import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrganizationId } from "../values/ids.ts";
import { givingWay } from "./giving-way.ts";

const organization = "01970000-0000-7000-8000-000000000001" as OrganizationId;
const other = "01970000-0000-7000-8000-000000000002" as OrganizationId;

test("work is deferred while more arrives, and done when nothing more does", () => {
  const isDue = givingWay(10);
  assert.deepEqual(
    [1n, 2n, 3n, 3n, 3n, 4n, 4n].map((newest) => isDue(organization, newest)),
    [false, false, false, true, true, false, true],
  );
});

test("without an end of the load, work is done after so many passes, and continues", () => {
  const isDue = givingWay(3);
  assert.deepEqual(
    [1n, 2n, 3n, 4n, 5n, 6n, 6n, 7n].map((newest) => isDue(organization, newest)),
    [false, false, false, true, true, true, true, false],
  );
});

test("the load of one organization does not defer the work of another", () => {
  const isDue = givingWay(10);
  isDue(other, 1n);
  assert.deepEqual([isDue(organization, 5n), isDue(other, 1n), isDue(organization, 6n)], [false, true, false]);
});
