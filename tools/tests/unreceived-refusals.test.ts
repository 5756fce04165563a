import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { allRefusals } from "../../server/src/contract/refusals.ts";
import { unreceived } from "./unreceived-refusals.ts";

test("reports the refusals that no test process received", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-refusals-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const codes = allRefusals().map(({ code }) => code);
  writeFileSync(join(folder, "one"), codes.slice(0, 10).join("\n"));
  writeFileSync(join(folder, "two"), codes.slice(9, -1).join("\n"));
  assert.deepEqual(unreceived(folder), codes.slice(-1));
});
