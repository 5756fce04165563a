import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../sql/sql.ts";
import { keysetOf } from "./paging.queries.ts";

const idOf = (id: string): string => id;

test("a page may end before its size, and the next one continues there", async () => {
  const column = sql`id`;
  const forward = await keysetOf({ limit: 3 }, { column, exists: async () => true });
  assert.deepEqual(forward.finish(["a", "b", "c", "d"], idOf), { rows: ["a", "b", "c"], page: { nextPage: "c" } });
  assert.deepEqual(forward.finish(["a", "b"], idOf, 1), { rows: ["a"], page: { nextPage: "a" } });
  assert.deepEqual(forward.finish(["a", "b"], idOf, 9), { rows: ["a", "b"], page: {} });
  const backward = await keysetOf({ limit: 3, end_before: "f" }, { column, exists: async () => true });
  assert.deepEqual(backward.finish(["e", "d", "c"], idOf, 2), {
    rows: ["d", "e"],
    page: { nextPage: "e", previousPage: "d" },
  });
});
