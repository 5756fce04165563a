import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endOfDayAtBank, instantAtBank } from "./instant-at-bank.ts";

describe("a date and time in New York", () => {
  for (const [local, instant] of [
    ["2026-01-15T09:00", "2026-01-15T14:00:00.000Z"],
    ["2026-07-15T09:00", "2026-07-15T13:00:00.000Z"],
    ["2026-12-31T23:30", "2027-01-01T04:30:00.000Z"],
    ["2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
    ["2026-03-08T02:30", "2026-03-08T06:30:00.000Z"],
    ["2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01T00:30", "2026-11-01T04:30:00.000Z"],
    ["2026-11-01T02:30", "2026-11-01T07:30:00.000Z"],
  ] as const)
    it(`${local} is ${instant}`, () => assert.equal(instantAtBank(local).toISOString(), instant));
});

describe("the end of a day in New York", () => {
  for (const [day, instant] of [
    ["2026-12-31", "2027-01-01T04:59:59.999Z"],
    ["2026-03-08", "2026-03-09T03:59:59.999Z"],
    ["2026-11-01", "2026-11-02T04:59:59.999Z"],
  ] as const)
    it(`of ${day} is ${instant}`, () => assert.equal(endOfDayAtBank(day).toISOString(), instant));
});
