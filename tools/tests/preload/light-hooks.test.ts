import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const PRELOADED = join(import.meta.dirname, "light-hooks.ts");
const folder = mkdtempSync(join(tmpdir(), "bursar-hooks-"));
after(() => rmSync(folder, { recursive: true }));

/** Nested tests, tests of an imported file, and errors that arrive while or after their test runs. */
const TESTS = `
  import { describe, it, test, before } from "node:test";
  import { setTimeout as sleep } from "node:timers/promises";
  describe("a suite", () => {
    before(() => sleep(1));
    it("nests", async (t) => {
      await sleep(1);
      await t.test("deeper", () => sleep(1));
    });
    describe("a suite within", () => it("is nested", () => {}));
  });
  test("imports a file", async () => void (await import("./imported.mjs")));
  test("throws in a timer", async () => {
    setTimeout(() => { throw new Error("in a timer"); }, 1);
    await sleep(50);
  });
  test("rejects a promise that nobody awaits", async () => {
    sleep(1).then(() => { throw new Error("not awaited"); });
    await sleep(50);
  });
  test("ends before its error", () => {
    setTimeout(() => { throw new Error("too late"); }, 1);
  });
  test("gives it time", () => sleep(50));`;
const IMPORTED = `
  import { test } from "node:test";
  test("first", () => {});
  await 1;
  test("second", () => {});`;

/** Names, nesting, results, and errors, without durations and stacks. */
function reportWith(flags: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync(process.execPath, ["--test-reporter=tap", ...flags, join(folder, "tests.mjs")], {
    encoding: "utf8",
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  const lines = stdout
    .split("\n")
    .filter((line) => /^ *(ok|not ok|# Subtest|error:|failureType:|# [a-z]+ \d)/.test(line));
  return [`exit code ${status}`, ...lines.filter((line) => !line.startsWith("# duration"))];
}

test("the runner reports what it reports without the saving", () => {
  writeFileSync(join(folder, "tests.mjs"), TESTS);
  writeFileSync(join(folder, "imported.mjs"), IMPORTED);
  const usual = reportWith([]);
  assert.deepEqual(reportWith([`--import=${PRELOADED}`]), usual);
  assert.ok(usual.length > 20 && usual.includes("not ok 3 - throws in a timer"), usual.join("\n"));
});
