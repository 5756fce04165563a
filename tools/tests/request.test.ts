import assert from "node:assert/strict";
import { test } from "node:test";
import { BROWSER_VARIABLE, ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { readRequest } from "./request.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

test("takes the browser from the command line, next to other options", () => {
  for (const given of [
    ["--browser", "chromium", "tools/tests/request", "--long"],
    ["tools/tests/request", "--long", "--browser=chromium"],
  ]) {
    const { browser, files, flags, long } = readRequest(ROOT, given, 1);
    assert.deepEqual([browser, files, flags, long], ["chromium", ["tools/tests/request.test.ts"], [], true]);
  }
  assert.equal(readRequest(ROOT, ["tools/tests/request"], 1).browser, undefined);
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
