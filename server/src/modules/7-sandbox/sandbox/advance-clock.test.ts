import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, plusMs, SECOND_MS, systemClock } from "#kernel/clock/clock.ts";
import type { ServiceClock } from "#kernel/clock/service-clock.ts";
import { refusedWith } from "#test/kit/service/received-refusals.ts";
import { advanceClock, type Pump } from "./advance-clock.ts";
import { isOnItsWay } from "./sandbox-refusals.ts";

describe("the advancing clock", () => {
  const clockAt = (start: Date): ServiceClock => {
    let now = start;
    return {
      kind: "virtual",
      now: () => now,
      refresh: () => Promise.resolve(),
      advanceTo: async (at) => {
        if (at > now) now = at;
      },
      reset: () => Promise.resolve(),
    };
  };

  /** Pumps that hand pieces of work to each other, by name, and the order in which they worked. */
  const chain = (clock: ServiceClock, dueAt: Date) => {
    const waiting = new Map<string, number>();
    const worked: string[] = [];
    let isDue = true;
    const pump = (name: string, makes: string | undefined, reports = false): Pump => ({
      reports,
      nextDueAt: async () => (name === "payments" && isDue ? dueAt : undefined),
      run: async () => {
        if (name === "payments" && isDue && clock.now() >= dueAt) {
          isDue = false;
          waiting.set(name, 1);
        }
        const pieces = waiting.get(name) ?? 0;
        if (pieces === 0) return 0;
        waiting.set(name, pieces - 1);
        worked.push(name);
        if (makes !== undefined) waiting.set(makes, (waiting.get(makes) ?? 0) + 1);
        return 1;
      },
    });
    return { pump, worked };
  };

  test("a target that passed between two calls is reached, and one of yesterday is refused", async () => {
    const start = systemClock.now();
    const clock = clockAt(start);
    const { pump, worked } = chain(clock, plusMs(start, -2 * SECOND_MS));
    const pumps = [pump("payments", undefined)];
    await advanceClock(clock, pumps, { to: plusMs(start, -SECOND_MS) });
    assert.deepEqual(worked, ["payments"]);
    await assert.rejects(advanceClock(clock, pumps, { to: plusMs(start, -DAY_MS) }), refusedWith("clockRunsForward"));
  });

  test("work that makes work for an earlier pump is finished at the same instant, and reported last", async () => {
    const start = systemClock.now();
    const clock = clockAt(start);
    const dueAt = plusMs(start, SECOND_MS);
    const { pump, worked } = chain(clock, dueAt);
    const pumps = [
      pump("deliveries", undefined, true),
      pump("events", "deliveries", true),
      pump("answers", "events"),
      pump("exchange", "answers"),
      pump("payments", "exchange"),
    ];
    const advance = await advanceClock(clock, pumps, { to: plusMs(start, 2 * SECOND_MS) });
    assert.deepEqual(worked, ["payments", "exchange", "answers", "events", "deliveries"]);
    assert.equal(advance.steps, 1);
  });

  test("the clock does not pass a pump that waits longer than a call may take", async () => {
    const start = systemClock.now();
    const clock = clockAt(start);
    let waits = true;
    const waiting: Pump = {
      nextDueAt: async () => undefined,
      run: async ({ endsAtMs }) => {
        while (waits && performance.now() <= endsAtMs) await sleep(5);
        return 0;
      },
    };
    const to = plusMs(start, SECOND_MS);
    await assert.rejects(advanceClock(clock, [waiting], { to, callMs: 50 }), refusedWith("clockOnItsWay"));
    assert.deepEqual(clock.now(), start);
    waits = false;
    assert.deepEqual((await advanceClock(clock, [waiting], { to, callMs: 5_000 })).now, to);
  });

  test("a timed pump is asked at its times, at both ends, and after others worked; any other pump at every stop", async () => {
    const start = systemClock.now();
    const at = (seconds: number) => plusMs(start, seconds * SECOND_MS);
    const clock = clockAt(start);
    const asked = new Map<string, number[]>();
    const pump = (name: string, times: readonly number[], more: Partial<Pump> = {}): Pump => ({
      nextDueAt: async () => times.map(at).find((time) => time > clock.now()),
      run: async () => {
        const second = (clock.now().getTime() - start.getTime()) / SECOND_MS;
        const before = asked.get(name) ?? [];
        asked.set(name, [...before, second]);
        // Works once at each of its times.
        return times.includes(second) && !before.includes(second) ? 1 : 0;
      },
      ...more,
    });
    const pumps = [
      pump("early", [2], { isTimed: true }),
      pump("any", []),
      // Named, but nothing is left to do then.
      pump("idle", [1], { isTimed: true, run: async () => 0 }),
      pump("late", [2, 3], { isTimed: true }),
    ];
    await advanceClock(clock, pumps, { to: at(4) });
    assert.deepEqual(Object.fromEntries(asked), {
      early: [0, 2, 2, 3, 4],
      any: [0, 1, 2, 2, 3, 3, 4],
      late: [0, 2, 2, 3, 3, 4],
    });
  });

  test("what takes longer than a call may take is an error that says how far it got, and the next call continues", async () => {
    const start = systemClock.now();
    const clock = clockAt(start);
    const to = plusMs(start, 10 * SECOND_MS);
    /** Due every second, and takes a while. */
    const worked: number[] = [];
    const slow: Pump = {
      nextDueAt: async () => plusMs(start, (worked.length + 1) * SECOND_MS),
      run: async () => {
        if (clock.now() < plusMs(start, (worked.length + 1) * SECOND_MS)) return 0;
        worked.push(clock.now().getTime() - start.getTime());
        await sleep(40);
        return 1;
      },
    };
    let calls = 0;
    for (let isThere = false; !isThere; calls += 1) {
      const before = worked.length;
      try {
        const { now } = await advanceClock(clock, [slow], { to, callMs: 100 });
        assert.equal(now.getTime(), to.getTime(), "success means that the clock is at its target");
        isThere = true;
      } catch (error) {
        assert.ok(isOnItsWay(error), String(error));
        assert.deepEqual([error.details["now"], error.details["to"]], [clock.now().toISOString(), to.toISOString()]);
        assert.ok(clock.now() <= to && worked.length >= before);
      }
    }
    assert.ok(calls > 1);
    assert.deepEqual(
      worked,
      Array.from({ length: 10 }, (_, index) => (index + 1) * SECOND_MS),
      "everything happened once, at its own time",
    );
  });
});
