import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { axisTicks } from "./chart-axis.ts";

describe("the values of a chart's axis", () => {
  const cases: readonly (readonly [about: string, values: readonly number[], ticks: readonly number[]])[] = [
    ["are round where the data is not", [0, 1_332_702.78], [0, 500_000, 1_000_000, 1_500_000]],
    ["reach the highest value", [0, 500_000], [0, 100_000, 200_000, 300_000, 400_000, 500_000]],
    ["need not begin at zero", [0.0352, 0.0396], [0.035, 0.036, 0.037, 0.038, 0.039, 0.04]],
    ["include values below zero", [0, -1_250, 4_000], [-2_000, 0, 2_000, 4_000]],
    ["exist without money", [0, 0], [0, 1]],
  ];
  for (const [about, values, ticks] of cases) it(about, () => assert.deepEqual(axisTicks(values), ticks));

  it("are evenly spaced", () => {
    for (let highest = 0.07; highest < 10_000_000; highest *= 1.37) {
      const ticks = axisTicks([0, highest]);
      const gaps = ticks.slice(1).map((tick, index) => Math.round((tick - (ticks[index] ?? 0)) * 1e6));
      assert.equal(new Set(gaps).size, 1, ticks.join(", "));
      assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length >= 3 && ticks.length <= 6, ticks.join(", "));
    }
  });
});
