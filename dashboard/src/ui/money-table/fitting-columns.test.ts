import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { columnsLeftOut } from "./fitting-columns.ts";

/** As wide together as the columns of the approval queue. */
const columns = [
  { id: "counterparty" },
  { id: "memo", width: "13%", from: "desktop" },
  { id: "account", width: 148, from: "laptop" },
  { id: "method", width: 86, from: "laptop" },
  { id: "requester", width: "14%", from: "wide" },
  { id: "flags", width: 260 },
  { id: "status", width: 158 },
  { id: "amount", width: 124 },
] as const;

describe("the columns of a table of payments", () => {
  const cases: readonly (readonly [width: number, leftOut: readonly string[]])[] = [
    [1500, []],
    [1376, ["requester"]],
    [1191, ["requester"]],
    [1100, ["requester", "memo"]],
    [960, ["requester", "memo", "method"]],
    [840, ["requester", "memo", "method", "account"]],
    [400, ["requester", "memo", "method", "account"]],
  ];
  for (const [width, leftOut] of cases)
    it(`leave out ${leftOut.join(", ") || "none"} at ${width} pixels`, () => {
      assert.deepEqual([...columnsLeftOut(columns, width)], leftOut);
    });

  it("all stay if the user has added one, because the table then scrolls", () => {
    assert.equal(columnsLeftOut([...columns, { id: "posted", width: 112, isOptional: true }], 400).size, 0);
  });
});
