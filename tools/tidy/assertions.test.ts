import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namelessAssertions, sparseModules } from "./assertions.ts";
import { sourceOf } from "./source.ts";

describe("assertions are counted and name their rules", () => {
  const inLedger = (text: string) => sourceOf("server/src/modules/1-records/ledger/example.ts", text);
  const named = 'assert(sum === 0n, "the entries sum to zero");\n';

  for (const nameless of [
    "assert(sum === 0n);",
    'assert(sum === 0n, "");',
    "present(row, rule);",
    'assert(true, "the sum is zero");',
  ])
    it(`finds one without a rule: ${nameless}`, () =>
      assert.deepEqual(
        namelessAssertions.find(inLedger(nameless)).map(({ what }) => what),
        [nameless.slice(0, -1)],
      ));
  it("accepts one with a rule", () => assert.deepEqual(namelessAssertions.find(inLedger(named)), []));

  it("accepts twelve per 1,000 lines, not eleven, and does not count tests", () => {
    const ledger = (assertions: number) => inLedger(named.repeat(assertions) + "//\n".repeat(1000 - assertions));
    const tests = sourceOf("server/src/modules/1-records/ledger/example.test.ts", named.repeat(50));
    const sparse = (count: number) => sparseModules([ledger(count), tests]).map((line) => line.split(" ")[0]);
    assert.ok(!sparse(12).includes("server/src/modules/1-records/ledger"));
    assert.ok(sparse(11).includes("server/src/modules/1-records/ledger"));
    assert.ok(sparse(12).includes("server/src/modules/4-payments/approvals"), "accepts a module without files");
  });
});
