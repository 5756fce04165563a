import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchesOf, evenBatches } from "./batches.ts";

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

  it("begin with the files that decide how long the run takes, each alone", () => {
    const secondsOf = (file: string) => (file.startsWith("server/test") ? 90 : 20);
    const [first, second] = batchesOf(paths, { secondsOf, atOnce: 2 });
    assert.deepEqual([first?.files, second?.files], [[paths[0]], [paths[1]]]);
  });

  it("of a short run are small, so that it uses all processors", () => {
    const files = Array.from({ length: 4 }, (_, at) => `server/test/${at}.test.ts`);
    assert.equal(batchesOf(files, { secondsOf: () => 3, atOnce: 4 }).length, 4);
  });

  it("of files that start nothing are as many as processes, and equally long", () => {
    const seconds = [9, 1, 2, 3, 4, 5];
    const files = seconds.map((_, at) => `server/src/${at}.test.ts`);
    const even = evenBatches(files, { secondsOf: (file) => seconds[files.indexOf(file)] ?? 0, atOnce: 2 });
    assert.deepEqual(
      even.map((batch) => batch.seconds),
      [12, 12],
    );
    assert.deepEqual(even.flatMap((batch) => batch.files).sort(), files);
    assert.equal(evenBatches(files.slice(0, 1), { secondsOf: () => 1, atOnce: 2 }).length, 1);
  });

  it("do not mix scenarios with unit tests or the dashboard", () => {
    const together = batches({}).map(({ files }) => files);
    assert.deepEqual(together.toSorted((a, b) => b.length - a.length)[0], paths.slice(0, 2));
    for (const alone of paths.slice(2)) assert.ok(together.some((files) => files.length === 1 && files[0] === alone));
  });
});
