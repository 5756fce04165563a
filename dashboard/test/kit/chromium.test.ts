import assert from "node:assert/strict";
import { test } from "node:test";
import { readRequest } from "../../../tools/tests/request.ts";
import { BROWSER_VARIABLE, ensureChromium } from "./chromium.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

test("takes the browser from the command line, next to other options", () => {
  for (const given of [
    ["--browser", "chromium", "tools/tests/batches", "--long"],
    ["tools/tests/batches", "--long", "--browser=chromium"],
  ]) {
    const { browser, files, flags, long } = readRequest(ROOT, given);
    assert.deepEqual([browser, files, flags, long], ["chromium", ["tools/tests/batches.test.ts"], [], true]);
  }
  assert.equal(readRequest(ROOT, ["tools/tests/batches"]).browser, undefined);
});

test("uses the chosen browser only", (t) => {
  const before = process.env[BROWSER_VARIABLE];
  t.after(() => {
    if (before === undefined) delete process.env[BROWSER_VARIABLE];
    else process.env[BROWSER_VARIABLE] = before;
  });
  process.env[BROWSER_VARIABLE] = process.execPath;
  assert.equal(ensureChromium(), process.execPath);
  for (const missing of ["no-such-browser", "./no-such-browser", ""]) {
    process.env[BROWSER_VARIABLE] = missing;
    assert.throws(ensureChromium, /The browser of --browser was not found/, missing);
  }
});
