import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSlidingWindow } from "./sliding-window.ts";

const MINUTE = 60_000;

test("admits a caller after exactly the seconds in Retry-After, and not earlier", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 }),
      (limit, gapsMs) => {
        let now = 1_000_000;
        const window = createSlidingWindow({ windowMs: MINUTE, keysMax: 10, now: () => now });
        for (const gapMs of gapsMs) {
          now += gapMs;
          const standing = window.take("token", limit);
          if (standing.allowed) continue;
          assert.ok(standing.retryAfterSeconds >= 1 && standing.retryAfterSeconds <= 60);
          const tooSoon = now + (standing.retryAfterSeconds - 1) * 1_000 - 1;
          const refusedAt = now;
          now = Math.max(refusedAt, tooSoon);
          assert.equal(window.peek("token", limit).allowed, false, "one second less would not have been enough");
          now = refusedAt + standing.retryAfterSeconds * 1_000;
          assert.equal(window.peek("token", limit).allowed, true, "the reported time is enough");
        }
      },
    ),
  );
});

test("no window admits more than the limit, and a burst across an edge is not doubled", () => {
  let now = 10 * MINUTE + 59_000;
  const window = createSlidingWindow({ windowMs: MINUTE, keysMax: 10, now: () => now });
  const admitted = () =>
    Array.from({ length: 500 }, () => window.take("token", 100)).filter((standing) => standing.allowed).length;
  assert.equal(admitted(), 100);
  now += 2_000;
  assert.ok(admitted() <= 2, "one second after the edge, nearly all of the old minute still counts");
  now += MINUTE;
  assert.ok(admitted() >= 97);
});

test("never requires a wait longer than the window", () => {
  let now = 10 * MINUTE + 15_000;
  const window = createSlidingWindow({ windowMs: MINUTE, keysMax: 10, now: () => now });
  window.take("token", 2);
  window.take("token", 2);
  assert.equal(window.take("token", 2).retryAfterSeconds, 60);
  now += MINUTE;
  assert.deepEqual([window.take("token", 2).allowed, window.take("token", 2).allowed], [true, true]);
});

test("remaining is the number that the window would still admit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
      (limit, gapsMs) => {
        let now = 0;
        const window = createSlidingWindow({ windowMs: MINUTE, keysMax: 10, now: () => now });
        for (const gapMs of gapsMs) {
          now += gapMs;
          window.take("token", limit);
        }
        const { remaining } = window.peek("token", limit);
        let let_through = 0;
        while (window.take("token", limit).allowed) let_through += 1;
        assert.equal(let_through, remaining);
      },
    ),
  );
});

test("memory is bounded: the least recently used key is removed first", () => {
  let now = 0;
  const window = createSlidingWindow({ windowMs: MINUTE, keysMax: 2, now: () => now });
  window.take("a", 1);
  now += MINUTE;
  window.take("b", 1);
  window.take("c", 1);
  assert.equal(window.peek("c", 1).allowed, false);
  assert.equal(window.peek("a", 1).allowed, true);
});
