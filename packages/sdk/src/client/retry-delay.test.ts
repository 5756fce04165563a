import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMsOf, retryDelayMs } from "./retry-delay.ts";

test("pauses double up to eight seconds, and each is up to half as long at random", () => {
  const delays = (random: number) =>
    Array.from({ length: 6 }, (_, retry) =>
      retryDelayMs({ retry, firstDelayMs: 500, retryAfterMs: undefined, random }),
    );
  assert.deepEqual(delays(0), [500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  assert.deepEqual(delays(1), [250, 500, 1_000, 2_000, 4_000, 4_000]);
});

test("a requested pause is never shortened, and one above a minute gets no retry", () => {
  const delay = (retryAfterMs: number, random: number) =>
    retryDelayMs({ retry: 3, firstDelayMs: 500, retryAfterMs, random });
  assert.equal(delay(0, 0.9), 0);
  assert.equal(delay(2_000, 0), 2_000);
  assert.equal(delay(2_000, 1), 2_200);
  assert.equal(delay(60_000, 0), 60_000);
  assert.equal(delay(60_001, 0), undefined);
});

test("Retry-After is a number of seconds or a date", () => {
  const now = Date.parse("2026-11-30T10:00:00Z");
  const cases = [
    [null, undefined],
    ["", undefined],
    ["soon", undefined],
    ["0", 0],
    ["7", 7_000],
    ["-1", 0],
    ["Mon, 30 Nov 2026 10:00:05 GMT", 5_000],
    ["Mon, 30 Nov 2026 09:00:00 GMT", 0],
  ] as const;
  for (const [value, expected] of cases) assert.equal(retryAfterMsOf(value, now), expected, String(value));
});
