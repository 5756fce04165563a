import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unreceived } from "./unreceived-refusals.ts";

test("reports the refusals that no test process received", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-refusals-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const codes = ["notFound", "tokenNeeded", "invalidRequest", "stepUpNeeded"];
  writeFileSync(join(folder, "one"), codes.slice(0, 2).join("\n"));
  writeFileSync(join(folder, "two"), codes.slice(1, -1).join("\n"));
  assert.deepEqual(unreceived(codes, folder), codes.slice(-1));
});
