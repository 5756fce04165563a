import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountId } from "#kernel/values/ids.ts";
import { forecastOf } from "./forecast.ts";

const [operating, payroll] = ["operating", "payroll"] as unknown as readonly [AccountId, AccountId];

describe("the forecast of accounts", () => {
  test("subtracts the payments of each day, in the order of days", () => {
    const [first, second] = forecastOf(
      [
        { accountId: operating, availableMinor: 100_00n },
        { accountId: payroll, availableMinor: 5_00n },
      ],
      [
        { accountId: operating, day: "2026-12-31", amountMinor: 30_00n },
        { accountId: operating, day: "2026-12-01", amountMinor: 40_00n },
        { accountId: operating, day: "2026-12-31", amountMinor: 30_01n },
      ],
    );
    assert.deepEqual(first, {
      accountId: operating,
      availableMinor: 100_00n,
      outMinor: 100_01n,
      availableAfterMinor: -1n,
      days: [
        { day: "2026-12-01", outMinor: 40_00n, availableAfterMinor: 60_00n },
        { day: "2026-12-31", outMinor: 60_01n, availableAfterMinor: -1n },
      ],
      negativeOn: "2026-12-31",
    });
    assert.deepEqual(second, {
      accountId: payroll,
      availableMinor: 5_00n,
      outMinor: 0n,
      availableAfterMinor: 5_00n,
      days: [],
      negativeOn: null,
    });
  });

  test("an account that is used up to the cent is not short", () => {
    const [only] = forecastOf(
      [{ accountId: operating, availableMinor: 1n }],
      [{ accountId: operating, day: "2026-12-01", amountMinor: 1n }],
    );
    assert.equal(only?.negativeOn, null);
  });
});
