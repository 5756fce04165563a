import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { incompleteRecords, readDecisionRecords } from "./decision-records.ts";

export function describeDecisionRecords(root: string): void {
  describe("decision records", () => {
    it("have a status, four parts, a line in the list, and at most 500 words", () => {
      const records = readDecisionRecords(root);
      assert.ok(records.length > 25, "finds the records");
      assert.deepEqual(incompleteRecords(records), []);
    });

    const text =
      "**Status.** Accepted.\n\n**Context.** a\n\n**Decision.** b\n\n**Given up.** c\n\n**Would change our mind.** d\n";
    const list = { name: "README.md", text: "| [0001](0001-a.md) | A |" };
    const complaints = (changed: string) => incompleteRecords([list, { name: "0001-a.md", text: changed }]);

    it("accepts a complete record", () => assert.deepEqual(complaints(text), []));
    it("finds a missing status", () =>
      assert.match(complaints(text.replace("**Status.** Accepted.", "")).join(), /^0001-a.md has no status/));
    it("finds a missing part", () =>
      assert.deepEqual(complaints(text.replace("Given up", "Cost")), ["0001-a.md does not say: what we gave up"]));
    it("finds a successor that does not exist", () =>
      assert.deepEqual(complaints(text.replace("Accepted", "Superseded by ADR 0002")), [
        "0001-a.md is superseded by ADR 0002, which does not exist",
      ]));
    it("finds a record of more than 500 words", () =>
      assert.deepEqual(complaints(text.replace("b", "b ".repeat(500))), [
        "0001-a.md has 513 words, more than 500: describe features in docs/develop",
      ]));
    it("does not count the tables of the register of dependencies", () => {
      const register = { name: "0011-dependencies.md", text: `${text}\n| ${"word ".repeat(500)}|\n` };
      assert.deepEqual(
        incompleteRecords([{ name: "README.md", text: "| [0011](0011-dependencies.md) | A |" }, register]),
        [],
      );
    });
    it("finds a record that is not listed", () =>
      assert.deepEqual(incompleteRecords([{ name: "0002-b.md", text }]), [
        "0002-b.md is not listed in docs/adr/README.md",
      ]));
  });
}
