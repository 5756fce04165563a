import assert from "node:assert/strict";
import { test } from "node:test";
import { payLinkExpiresAt } from "./invoice.ts";

const until = (due_date: string, renewed?: string): string =>
  payLinkExpiresAt({ due_date, pay_link_renewed_at: renewed === undefined ? null : new Date(renewed) }).toISOString();

test("a pay link works through the 90th day after the due date in New York, in summer and in winter", () => {
  assert.equal(until("2026-08-01"), "2026-10-31T04:00:00.000Z");
  assert.equal(until("2026-09-17"), "2026-12-17T05:00:00.000Z");
});

test("a renewed link works for 90 days, or until it would have expired if that is later", () => {
  assert.equal(until("2026-08-01", "2026-09-01T12:00:00Z"), "2026-11-30T12:00:00.000Z");
  assert.equal(until("2026-08-01", "2026-07-01T12:00:00Z"), "2026-10-31T04:00:00.000Z");
});
