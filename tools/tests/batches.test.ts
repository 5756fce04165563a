import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchesOf } from "./batches.ts";

const paths = ["server/test/a.test.ts", "server/test/b.test.ts", "server/src/unit.test.ts", "dashboard/test/d.test.ts"];
const batches = (seconds: Readonly<Record<string, number>>) =>
  batchesOf(paths, { secondsOf: (path) => seconds[path] ?? 1, atOnce: 1 });

describe("batches of test files", () => {
  it("contain every file once, the longest first", () => {
    const made = batches({ "dashboard/test/d.test.ts": 60, "server/test/b.test.ts": 30 });
    assert.deepEqual(made.flatMap(({ files }) => files).sort(), [...paths].sort());
    assert.deepEqual(
      made.map(({ seconds }) => seconds),
      [60, 30, 1, 1],
    );
  });

  it("do not mix scenarios with unit tests or the dashboard", () => {
    const together = batches({}).map(({ files }) => files);
    assert.deepEqual(together.toSorted((a, b) => b.length - a.length)[0], paths.slice(0, 2));
    for (const alone of paths.slice(2)) assert.ok(together.some((files) => files.length === 1 && files[0] === alone));
  });
});
