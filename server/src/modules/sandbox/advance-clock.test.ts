import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { plusMs, SECOND_MS, systemClock } from "../../kernel/clock/clock.ts";
import type { ServiceClock } from "../../kernel/clock/service-clock.ts";
import { advanceClock, type Pump } from "./advance-clock.ts";

describe("the advancing clock", () => {
  const clockAt = (start: Date): ServiceClock => {
    let now = start;
    return {
      kind: "virtual",
      now: () => now,
      refresh: () => Promise.resolve(),
      advanceTo: async (at) => {
        now = at;
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
    const advance = await advanceClock(clock, pumps, plusMs(start, 2 * SECOND_MS));
    assert.deepEqual(worked, ["payments", "exchange", "answers", "events", "deliveries"]);
    assert.deepEqual([advance.steps, advance.reachedTarget], [1, true]);
  });
});
