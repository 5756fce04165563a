import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { positionAt } from "./rule-order.ts";

const at = (...positions: readonly number[]) => positions.map((position) => ({ position }));

describe("the position of a moved rule", () => {
  const cases: readonly [string, readonly number[], from: number, to: number, expected: number | undefined][] = [
    ["is between its new neighbors", [10, 20, 30], 2, 1, 15],
    ["is before the first", [10, 20, 30], 2, 0, 5],
    ["is after the last", [10, 20, 30], 0, 2, 40],
    ["is one further down", [10, 20, 30], 0, 1, 25],
    ["does not count the place that it leaves", [10, 11, 12, 14], 1, 2, 13],
    ["is missing without a number between them", [10, 11, 30], 2, 1, undefined],
    ["is missing before the first possible one", [1, 2], 1, 0, undefined],
    ["is missing between equal ones", [10, 10, 30], 2, 1, undefined],
    ["is missing after the last possible one", [9_999, 10_000], 0, 1, undefined],
    ["ends at the last possible one", [5, 9_998], 0, 1, 9_999],
  ];
  for (const [name, positions, from, to, expected] of cases)
    it(name, () => assert.equal(positionAt(at(...positions), from, to), expected));

  it("keeps every other rule in order, wherever a rule goes", () => {
    const rules = at(10, 20, 30, 40, 50);
    for (let from = 0; from < rules.length; from += 1)
      for (let to = 0; to < rules.length; to += 1) {
        const position = positionAt(rules, from, to);
        const others = rules.filter((_, index) => index !== from).map((rule) => rule.position);
        const moved = [...others.slice(0, to), position ?? assert.fail(`${from} to ${to}`), ...others.slice(to)];
        assert.deepEqual(
          moved,
          moved.toSorted((a, b) => a - b),
        );
      }
  });
});
