import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchesOf } from "./batches.ts";

const texts: Readonly<Record<string, string>> = {
  "server/test/a.test.ts": `describe("a", () => {\n  before(() => {});\n});`,
  "server/test/b.test.ts": "",
  "server/test/c.test.ts": "",
  "server/test/hooked.test.ts": "before(() => {});",
  "server/src/unit.test.ts": "",
  "dashboard/test/d.test.ts": "",
};
const batches = (seconds: Readonly<Record<string, number>>) =>
  batchesOf(Object.keys(texts), {
    read: (path) => texts[path] ?? "",
    secondsOf: (path) => seconds[path] ?? 1,
    atOnce: 1,
  });

describe("batches of test files", () => {
  it("hold every file once, the longest first", () => {
    const made = batches({ "dashboard/test/d.test.ts": 60, "server/test/b.test.ts": 30 });
    assert.deepEqual(made.flatMap(({ files }) => files).sort(), Object.keys(texts).sort());
    assert.deepEqual(
      made.map(({ seconds }) => seconds),
      [60, 30, 1, 1, 1, 1],
    );
  });

  it("do not mix what has a hook outside of a suite with anything, nor stories with units or the dashboard", () => {
    const together = batches({}).map(({ files }) => files);
    assert.ok(together.some((files) => files.length === 2 && files[0] === "server/test/a.test.ts"));
    for (const alone of ["server/test/hooked.test.ts", "server/src/unit.test.ts", "dashboard/test/d.test.ts"])
      assert.ok(together.some((files) => files.length === 1 && files[0] === alone));
  });
});
