import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { usesAny } from "./import-graph.ts";
import { readRequest } from "./request.ts";

const ROOT = join(import.meta.dirname, "../..");
const MONEY = "server/src/kernel/values/money.test.ts";
const filesOf = (...given: readonly string[]) => readRequest(ROOT, given).files;

describe("what npm test runs", () => {
  it("is the files whose path contains every given part", () => {
    const both = filesOf("kernel", "money");
    assert.ok(both.includes(MONEY));
    for (const path of both) assert.ok(path.includes("kernel") && path.includes("money"), path);
    assert.throws(() => filesOf("kernel", "no-such-part"), /No test file's path contains "kernel" and "no-such-part"/);
  });

  it("is the named files, if whole paths are given", () => {
    const files = [MONEY, "tools/tests/request.test.ts"];
    assert.deepEqual(filesOf(...files), files);
  });

  it("leaves slow tests to --all, --long, and their names, and says how many", () => {
    const slow = (...given: readonly string[]) => filesOf(...given).filter((path) => path.endsWith(".slow.test.ts"));
    assert.deepEqual(slow(), []);
    assert.equal(readRequest(ROOT, []).leftOut, slow("--all").length);
    assert.ok(slow("--all").length > 0);
    assert.deepEqual(slow("--long"), slow("--all"));
    assert.deepEqual(slow("01-kill"), ["server/test/laws/money/01-kill.slow.test.ts"]);
  });

  it("is everything only without a choice", () => {
    for (const all of ["--all", "--long"]) assert.ok(readRequest(ROOT, [all]).everything);
    for (const choice of [[], ["money"], ["--unit"], ["--test-name-pattern=x"]])
      assert.ok(!readRequest(ROOT, choice).everything, choice.join(" "));
  });

  it("with --unit, is what starts neither a database nor a browser", () => {
    const files = filesOf("--unit");
    assert.ok(files.includes(MONEY));
    assert.ok(files.includes("dashboard/test/payments/amount.test.ts"), "a folder decides nothing");
    for (const path of ["server/src/kernel/sql/migrate.test.ts", "dashboard/test/payments/pay.test.ts"])
      assert.ok(!files.includes(path), path);
  });
});

describe("what a file uses", () => {
  const texts: Readonly<Record<string, string>> = {
    "a.test.ts": `import { b } from "./b.ts";\nimport type { T } from "./types.ts";`,
    "b.ts": `import "./c.ts";`,
    "c.ts": `import "./b.ts";\nspawn(join(import.meta.dirname, "./program.mjs"));`,
    "program.mjs": "",
    "types.ts": `import "./server.ts";`,
    "server.ts": "",
  };
  const uses = (target: string) => usesAny([target], (path) => texts[path] ?? "")("a.test.ts");

  it("includes what it imports and starts through others, in cycles too", () => assert.ok(uses("program.mjs")));
  it("leaves out types", () => assert.ok(!uses("server.ts")));
});
