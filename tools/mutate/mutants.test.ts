import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { applied, mutantsOf } from "./mutants.ts";

const changed = (source: string): readonly string[] =>
  mutantsOf("file.ts", source).map((mutant) => applied(source, mutant));

describe("changes of code that a test should notice", () => {
  it("turn comparisons, conditions, and sums around", () => {
    assert.deepEqual(changed("const a = b > c;"), ["const a = b >= c;", "const a = b <= c;"]);
    assert.deepEqual(changed("const a = b + c;"), ["const a = b - c;"]);
    assert.deepEqual(changed("const a = b ? c : d;"), ["const a = true ? c : d;", "const a = false ? c : d;"]);
    assert.deepEqual(changed("const a = !b;"), ["const a = b;"]);
    assert.deepEqual(changed("const a = 0n;"), ["const a = 1n;"]);
  });

  it("leave a call out, and assertions, lines of the log, and figures as they are", () => {
    assert.deepEqual(changed("await settle(payment);"), [";"]);
    assert.deepEqual(changed("assertBalance(a > 0n); service.log.warn(b ? c : d); metrics.onScrape(e);"), []);
  });

  it("change statements of the database, but not their parameters", () => {
    const statement = (text: string): string => `db.run(sql\`update a set ${text} for update\`)`.replace("@", "$");
    assert.deepEqual(changed(statement("n = n - @{x} where b >= 1 and c is null")), [
      ";",
      statement("n = n + @{x} where b >= 1 and c is null"),
      statement("n = n - @{x} where b > 1 and c is null"),
      statement("n = n - @{x} where b >= 1 or c is null"),
      statement("n = n - @{x} where b >= 1 and c is not null"),
      statement("n = n - @{x} where b >= 1 and c is null").replace("for update", ""),
    ]);
  });

  it("leave types and texts for readers alone", () => {
    assert.deepEqual(changed("let a: B extends true ? C : D; f = { description: c ? 'x' : 'y' };"), []);
    assert.deepEqual(changed("const text = 'a' + b;"), []);
  });
});
