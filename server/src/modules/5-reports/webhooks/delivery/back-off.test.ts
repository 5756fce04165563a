import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { attemptsMax, firstWaitMs, givenUpAfterMs, nextAttemptAt, retryAfterMs, waitMsMax } from "./back-off.ts";

const start = new Date("2026-11-21T10:00:00Z");
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const almostOne = 1 - Number.EPSILON;

/** The instants of all attempts at a receiver that never answers; each attempt takes `attemptMs` to fail. */
function wholeLife(random: () => number, attemptMs = 0, retryAfter?: number): Date[] {
  const attempts = [start];
  for (let next: Date | undefined = start; next !== undefined && attempts.length <= 1000; ) {
    const failedAt: Date = plusMs(next, attemptMs);
    next = nextAttemptAt({
      attempt: attempts.length,
      firstAttemptAt: start,
      failedAt,
      random,
      retryAfterMs: retryAfter,
    });
    if (next !== undefined) attempts.push(next);
  }
  return attempts;
}

const waitAfter = (attempt: number, random: () => number, asked?: number) => {
  const next = nextAttemptAt({ attempt, firstAttemptAt: start, failedAt: start, random, retryAfterMs: asked });
  return (next?.getTime() ?? Number.NaN) - start.getTime();
};

describe("the wait before the next attempt", () => {
  test("starts at about five seconds, doubles, and levels off at four hours", () => {
    const middle = Array.from({ length: 16 }, (_, index) => waitAfter(index + 1, () => 0.5) / SECOND_MS);
    const doubling = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240];
    assert.deepEqual(middle, [...doubling, 14_400, 14_400, 14_400, 14_400]);
  });

  test("law: lies between half and one and a half of its nominal length, and never above six hours", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: attemptsMax - 1 }), chance, (attempt, random) => {
        const wait = waitAfter(attempt, () => random);
        assert.ok(wait >= waitAfter(attempt, () => 0) && wait <= waitAfter(attempt, () => almostOne));
        assert.ok(wait > 0 && wait <= waitMsMax);
        // The bounds never decrease from one attempt to the next.
        if (attempt > 1) {
          assert.ok(waitAfter(attempt, () => 0) >= waitAfter(attempt - 1, () => 0));
          assert.ok(waitAfter(attempt, () => almostOne) >= waitAfter(attempt - 1, () => almostOne));
        }
      }),
    );
    assert.equal(
      waitAfter(1, () => 0),
      firstWaitMs / 2,
    );
    assert.equal(
      waitAfter(40, () => almostOne),
      waitMsMax,
    );
  });

  test("is spread, so two endpoints that fail together are rarely retried together", () => {
    const waits = Array.from({ length: 1000 }, () => waitAfter(10, Math.random));
    const sorted = waits.toSorted((a, b) => a - b);
    assert.ok(
      (sorted.at(-50) ?? 0) - (sorted[50] ?? 0) > 2560 * SECOND_MS * 0.7,
      "nine tenths cover over 70 % of the range",
    );
  });
});

describe("a receiver that stays down", () => {
  test("law: is tried until the end of the third day, never after it, and never more often than the limit", () => {
    const asked = fc.option(fc.integer({ min: 0, max: 10 * DAY_MS }), { nil: undefined });
    const chances = fc.infiniteStream(chance);
    fc.assert(
      fc.property(chances, fc.integer({ min: 0, max: 5_000 }), asked, (stream, attemptMs, retryAfter) => {
        const attempts = wholeLife(() => stream.next().value ?? 0, attemptMs, retryAfter);
        const lastAt = plusMs(start, givenUpAfterMs);
        assert.ok(attempts.length >= 12 && attempts.length <= attemptsMax, `${attempts.length} attempts`);
        // At the end, or so shortly before it that it failed after the end.
        assert.ok(
          (attempts.at(-1) ?? start) >= plusMs(lastAt, -attemptMs),
          `the last at ${attempts.at(-1)?.toISOString()}`,
        );
        for (const [index, at] of attempts.entries()) {
          assert.ok(at <= lastAt);
          if (index > 0) assert.ok(at > (attempts[index - 1] ?? at), "attempts are in order");
        }
      }),
      { numRuns: 300 },
    );
  });

  test("gets between 24 and 48 attempts on our schedule, and exactly the limit", () => {
    assert.equal(wholeLife(() => 0).length, attemptsMax);
    assert.equal(wholeLife(() => 0.5).length, 30);
    assert.equal(wholeLife(() => almostOne).length, 24);
  });

  test("for an hour gets a delivery within an hour and a half of recovery", () => {
    for (const random of [0, 0.25, 0.5, 0.75, almostOne]) {
      const back = plusMs(start, HOUR_MS);
      const reached = wholeLife(() => random).find((at) => at >= back);
      assert.ok((reached?.getTime() ?? Number.POSITIVE_INFINITY) <= plusMs(back, 1.5 * HOUR_MS).getTime());
    }
  });

  test("is given up when an attempt fails after the third day, or after too many attempts", () => {
    const random = () => 0.5;
    const attempts = { firstAttemptAt: start, random };
    const lastAt = plusMs(start, givenUpAfterMs);
    assert.equal(nextAttemptAt({ ...attempts, attempt: 20, failedAt: lastAt }), undefined);
    assert.equal(nextAttemptAt({ ...attempts, attempt: 20, failedAt: plusMs(lastAt, DAY_MS) }), undefined);
    assert.deepEqual(nextAttemptAt({ ...attempts, attempt: 20, failedAt: plusMs(lastAt, -1) }), lastAt);
    assert.equal(nextAttemptAt({ ...attempts, attempt: attemptsMax, failedAt: start }), undefined);
  });
});

describe("Retry-After", () => {
  const asks = (statusCode: number, retryAfter: string) => retryAfterMs({ statusCode, retryAfter }, start);

  test("accepts seconds or a date, on 429 and 503", () => {
    assert.equal(asks(429, "120"), 120_000);
    assert.equal(asks(503, " 0 "), 0);
    assert.equal(asks(503, "Sat, 21 Nov 2026 10:05:00 GMT"), 300_000);
    assert.equal(asks(503, "Sat, 21 Nov 2026 09:00:00 GMT"), 0);
    assert.equal(asks(429, "9999999999"), waitMsMax);
    assert.equal(asks(429, "Fri, 31 Dec 9999 23:59:59 GMT"), waitMsMax);
  });

  test("is ignored on other statuses and if invalid", () => {
    assert.equal(asks(500, "120"), undefined);
    assert.equal(asks(404, "120"), undefined);
    for (const text of [
      "",
      "-5",
      "1.5",
      "1e3",
      "soon",
      "May 2027",
      "tomorrow 5",
      "99999999999",
      "Foo, 99 Bar 2026 10:05:00 GMT",
    ]) {
      assert.equal(asks(429, text), undefined, text);
    }
    assert.equal(retryAfterMs({ statusCode: 429 }, start), undefined);
    assert.equal(retryAfterMs({ retryAfter: "5" }, start), undefined);
  });

  test("lengthens a short wait, never shortens a long one, and is bounded", () => {
    const random = () => 0.5;
    assert.equal(waitAfter(1, random, 120_000), 120_000);
    assert.equal(waitAfter(8, random, 1_000), 640_000);
    assert.equal(waitAfter(1, random, 30 * DAY_MS), waitMsMax);
    assert.equal(waitAfter(1, random, -1), firstWaitMs);
  });
});

test("invalid arguments fail an assertion", () => {
  const sound = { attempt: 1, firstAttemptAt: start, failedAt: start, random: () => 0 };
  assert.throws(() => nextAttemptAt({ ...sound, attempt: 0 }), /counted from 1/);
  assert.throws(() => nextAttemptAt({ ...sound, attempt: 1.5 }), /counted from 1/);
  assert.throws(() => nextAttemptAt({ ...sound, random: () => 1 }), /\[0, 1\)/);
});
