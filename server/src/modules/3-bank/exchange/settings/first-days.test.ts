import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { limitsOn } from "./first-days.ts";

describe("limits of the first days", () => {
  const firstDays = { until: "2026-12-31", perPayment: 1_000, perDay: 5_000.1 };

  it("apply up to and including their last day, in cents", () => {
    for (const day of ["2026-11-23", "2026-12-31"])
      assert.deepEqual(limitsOn(firstDays, day), { perPaymentMinor: 100_000n, perDayMinor: 500_010n });
  });

  it("end by themselves, and need not exist", () => {
    assert.equal(limitsOn(firstDays, "2027-01-01"), undefined);
    assert.equal(limitsOn(null, "2026-11-23"), undefined);
  });
});
