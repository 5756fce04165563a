import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "#test/kit/service/eventually.ts";
import { manualClock } from "../clock/clock.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { remembered, runUntilIdle, startWorkers } from "./worker.ts";

const collectingLog = () => {
  const lines: string[] = [];
  const note = (level: string) => (details: unknown, message?: string) => {
    lines.push(`${level}: ${message ?? String(details)}`);
  };
  return { lines, info: note("info"), warn: note("warn"), error: note("error"), debug: note("debug") };
};

const until = (condition: () => boolean): Promise<void> => eventually(String(condition), condition);

describe("background jobs", { concurrency: true }, () => {
  test("a job runs pass after pass while there is work, then pauses", async () => {
    let left = 3;
    let passes = 0;
    const run = async () => {
      passes += 1;
      return left-- > 0 ? 1 : 0;
    };
    const workers = startWorkers([{ name: "count", everyMs: 60_000, run }], collectingLog());
    await until(() => passes === 4);
    await sleep(50);
    assert.equal(passes, 4);
    await workers.stop();
  });

  test("a nudge ends a pause immediately, and a nudge during a pass is not lost", async () => {
    let passes = 0;
    let finish: (() => void) | undefined;
    const run = async () => {
      passes += 1;
      if (passes === 2) await new Promise<void>((resolve) => (finish = resolve));
      return 0;
    };
    const workers = startWorkers([{ name: "wait", everyMs: 60_000, run }], collectingLog());
    await until(() => passes === 1);
    await sleep(10);
    workers.nudge();
    await until(() => passes === 2);
    workers.nudge();
    finish?.();
    await until(() => passes === 3);
    await workers.stop();
  });

  test("a pause waits for the running pass and starts none until it ends; a stop ends it, too", async () => {
    let passes = 0;
    let finish: (() => void) | undefined;
    const run = async () => {
      passes += 1;
      if (passes === 1) await new Promise<void>((resolve) => (finish = resolve));
      return 1;
    };
    const workers = startWorkers([{ name: "pause", everyMs: 1, run }], collectingLog());
    await until(() => passes === 1);
    let isPaused = false;
    const pausing = workers.pause().then(() => (isPaused = true));
    await sleep(20);
    assert.equal(isPaused, false);
    finish?.();
    await pausing;
    await sleep(300);
    assert.equal(passes, 1);
    workers.resume();
    await until(() => passes > 1);
    await workers.pause();
    await workers.stop();
  });

  test("with turns, a pause waits for the pass whose turn it is, and the others wait for the end of the pause", async () => {
    const ran: string[] = [];
    let finish: (() => void) | undefined;
    const job = (name: string) => ({
      name,
      everyMs: 60_000,
      run: async () => {
        ran.push(name);
        if (ran.length === 1) await new Promise<void>((resolve) => (finish = resolve));
        return 0;
      },
    });
    const workers = startWorkers(["a", "b", "c"].map(job), collectingLog(), { turns: oneAtATime() });
    await until(() => ran.length === 1);
    await sleep(20);
    assert.equal(ran.length, 1, "the others have not begun");
    const pausing = workers.pause();
    finish?.();
    await pausing;
    await sleep(20);
    assert.equal(ran.length, 1, "none begins during the pause");
    workers.resume();
    await until(() => new Set(ran).size === 3);
    await workers.stop();
  });

  test("a failing job is logged once per kind of error, does not stop the others, and pauses despite nudges", async (t) => {
    const log = collectingLog();
    let failures = 0;
    let good = 0;
    const goodPass = async () => {
      good += 1;
      return 0;
    };
    const workers = startWorkers(
      [
        {
          name: "bad",
          everyMs: 1,
          run: async () => {
            failures += 1;
            throw new Error(`cannot reach 10.0.0.${failures}`);
          },
        },
        { name: "good", everyMs: 60_000, run: goodPass },
      ],
      log,
    );
    t.after(() => workers.stop());
    const startedMs = performance.now();
    for (let nudges = 0; nudges < 50 || failures < 2 || good < 2; nudges += 1) {
      workers.nudge();
      await sleep(10);
    }
    const elapsedMs = performance.now() - startedMs;
    const passesMax = 2 + elapsedMs / 200;
    assert.ok(good >= 2 && good <= passesMax, `the good job continued, but not at every nudge (${good} passes)`);
    // Each of its pauses is at least half of 250, 500, 1,000 ms, and so on.
    const failuresMax = 2 + Math.log2(1 + elapsedMs / 125);
    assert.ok(failures <= failuresMax, `the bad job backed off (${failures} passes)`);
    assert.equal(log.lines.filter((line) => line.startsWith("error")).length, 1);
  });

  test("a recovery is logged, and a later failure is logged again", async () => {
    const log = collectingLog();
    let pass = 0;
    const run = async () => {
      pass += 1;
      if (pass === 1 || pass === 3) throw new Error("away");
      return pass === 2 ? 1 : 0;
    };
    const workers = startWorkers([{ name: "flaky", everyMs: 60_000, run }], log);
    await until(() => pass >= 3);
    await workers.stop();
    assert.deepEqual(log.lines, [
      "error: background job failed",
      "warn: background job recovered",
      "error: background job failed",
    ]);
  });

  test("stop waits for the running pass and starts no other", async () => {
    let passes = 0;
    let finished = false;
    const run = async () => {
      passes += 1;
      await sleep(60);
      finished = true;
      return 1;
    };
    const workers = startWorkers([{ name: "slow", everyMs: 1, run }], collectingLog());
    await until(() => passes === 1);
    await workers.stop();
    assert.ok(finished);
    const after = passes;
    await sleep(100);
    assert.equal(passes, after);
  });

  test("idle passes are rare while nothing is written, and follow a write or a nudge at once", async () => {
    let [passes, end, work] = [0, 1, 0];
    const run = async () => {
      passes += 1;
      return work-- > 0 ? 1 : 0;
    };
    const workers = startWorkers([{ name: "poll", everyMs: 100, run }], collectingLog(), {
      writtenTo: async () => String(end),
    });
    try {
      await until(() => passes === 1);
      await sleep(500);
      assert.equal(passes, 1);
      [end, work] = [2, 1];
      await until(() => passes === 3);
      await sleep(400);
      assert.equal(passes, 3, "the pass with work, and one that found nothing");
      workers.nudge();
      await until(() => passes === 4);
    } finally {
      await workers.stop();
    }
  });

  test("a job that knows when its next work is due rests until then while nothing is written", async () => {
    const clock = manualClock(new Date("2026-03-02T12:00:00Z"));
    const dueAt = new Date("2026-03-02T15:00:00Z");
    let [passes, end] = [0, 1];
    const run = async () => {
      passes += 1;
      return 0;
    };
    const nextDueAt = async () => (clock.now() < dueAt ? dueAt : undefined);
    const job = { name: "timed", everyMs: 50, nextDueAt, run };
    const workers = startWorkers([job], collectingLog(), { writtenTo: async () => String(end), clock });
    try {
      await until(() => passes === 1);
      await sleep(6_000);
      assert.equal(passes, 1, "nothing is due");
      clock.set(dueAt);
      await until(() => passes === 2);
      await sleep(300);
      assert.equal(passes, 2, "nothing else becomes due");
      end = 2;
      await until(() => passes === 3);
    } finally {
      await workers.stop();
    }
  });

  test("work that is due within seconds is not noticed later because nothing is written", async () => {
    const startedAt = Date.now();
    const passes: number[] = [];
    const run = async () => {
      passes.push(Date.now() - startedAt);
      return 0;
    };
    const job = { name: "soon", everyMs: 50, nextDueAt: async () => new Date(startedAt + 2_000), run };
    const workers = startWorkers([job], collectingLog(), { writtenTo: async () => "same" });
    await until(() => passes.length > 1);
    await workers.stop();
    const [, second = 0] = passes;
    assert.ok(second >= 2_000 && second < 3_500, `${second} ms`);
  });

  test("a job whose work is due, but cannot be done, looks again after seconds", async () => {
    let passes = 0;
    const run = async () => {
      passes += 1;
      return 0;
    };
    const job = { name: "stuck", everyMs: 50, nextDueAt: async () => new Date(0), run };
    const workers = startWorkers([job], collectingLog(), { writtenTo: async () => "same" });
    await until(() => passes > 1);
    await workers.stop();
  });

  test("a state that nobody can say changes nothing", async () => {
    let passes = 0;
    const run = async () => {
      passes += 1;
      return 0;
    };
    const writtenTo = remembered(() => Promise.reject(new Error("a standby")));
    const workers = startWorkers([{ name: "poll", everyMs: 50, run }], collectingLog(), { writtenTo });
    await until(() => passes > 3);
    await workers.stop();
  });

  test("processes work that one job creates for an earlier job", async () => {
    const waiting: string[] = [];
    let given = 3;
    const taker = { run: async () => waiting.splice(0).length };
    const maker = {
      run: async () => {
        if (given === 0) return 0;
        given -= 1;
        waiting.push("work");
        return 1;
      },
    };
    assert.equal(await runUntilIdle([taker, maker]), 6);
  });

  test("asks each job once after the last work, and then those that watch", async () => {
    const ran: string[] = [];
    let given = 1;
    const job = (name: string, work = () => 0) => ({
      run: async () => {
        ran.push(name);
        return work();
      },
    });
    const worker = job("b", () => (given-- > 0 ? 1 : 0));
    assert.equal(await runUntilIdle([job("a"), { ...job("watch"), watches: true }, worker, job("c")]), 1);
    assert.deepEqual(ran, ["a", "b", "c", "a", "b", "watch"]);
  });
});
