import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchesOf } from "./batches.ts";

const paths = ["server/test/a.test.ts", "server/test/b.test.ts", "server/src/unit.test.ts", "dashboard/test/d.test.ts"];
const batches = (seconds: Readonly<Record<string, number>>) =>
  batchesOf(paths, { secondsOf: (path) => seconds[path] ?? 1, atOnce: 1 });

describe("batches of test files", () => {
  it("contain every file once, the largest batches first", () => {
    const files = Array.from({ length: 100 }, (_, at) => `server/test/${at}.test.ts`);
    const made = batchesOf(files, { secondsOf: () => 10, atOnce: 5 });
    assert.deepEqual(
      made.flatMap((batch) => batch.files),
      files,
    );
    const seconds = made.map((batch) => batch.seconds);
    assert.deepEqual(
      seconds.slice(0, -1),
      seconds.slice(0, -1).toSorted((a, b) => b - a),
    );
    assert.deepEqual([seconds[0], Math.min(...seconds.slice(0, -1))], [100, 20]);
  });

  it("of a short run are small, so that it uses all processors", () => {
    const files = Array.from({ length: 4 }, (_, at) => `server/test/${at}.test.ts`);
    assert.equal(batchesOf(files, { secondsOf: () => 3, atOnce: 4 }).length, 4);
  });

  it("do not mix scenarios with unit tests or the dashboard", () => {
    const together = batches({}).map(({ files }) => files);
    assert.deepEqual(together.toSorted((a, b) => b.length - a.length)[0], paths.slice(0, 2));
    for (const alone of paths.slice(2)) assert.ok(together.some((files) => files.length === 1 && files[0] === alone));
  });
});
