import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type Clock, systemClock } from "../clock/clock.ts";
import type { Service } from "../process/service.ts";
import { sqlStateOf } from "../sql/database.ts";
import { backOffMs } from "./back-off.ts";
import type { Turns } from "./one-at-a-time.ts";

/** A background job. */
export interface Job {
  /** Used in logs and metrics. */
  readonly name: string;
  /** The delay after a pass that found nothing. A nudge ends it early. */
  readonly everyMs: number;
  /** Requests create no work for this job, so a nudge does not wake it. */
  readonly byTheClockOnly?: boolean;
  /** It only compares what others have stored, and makes no work for other jobs. */
  readonly watches?: boolean;
  /**
   * The amount of work at which a pass stops although there may be more, if less than 1,000: the next pass follows
   * immediately.
   */
  readonly fullPass?: number;
  /**
   * When the service's clock alone makes work due; undefined if only what is written does. Asked once nothing was written
   * for a second: until then, no pass looks. Without it, a pass looks every five seconds.
   */
  readonly nextDueAt?: () => Promise<Date | undefined>;
  /** One pass; returns the amount of work done, 0 if there was none. Safe to run in several processes at once. */
  readonly run: () => Promise<number>;
}

export interface Workers {
  /** Wakes all jobs, because there may be new work. Cheap; called after every request that changed something. */
  nudge(): void;
  /** Starts no further passes and waits for the running ones. */
  stop(): Promise<void>;
  /** Waits for the running passes, and starts no others until `resume`. */
  pause(): Promise<void>;
  resume(): void;
}

/** The delay between a nudge and the pass, so that a burst of commits is processed together. */
const GATHER_MS = 20;
/**
 * The minimum delay between passes, unless the pass was full. Without it, idle jobs would poll at every request, and
 * under load each pass would process little. Background work then used as much of the database as the payments
 * themselves (`npm run bench`, cost per payment).
 */
const BETWEEN_PASSES_MS = 200;
/** Pauses are shorter by a random part of this share, so that workers that start together do not stay in step. */
const JITTER = 0.2;
/**
 * While nothing is written to the database, a job that found nothing rests for up to this long instead, if it does not say
 * when its next work is due: what becomes due by the clock alone is noticed this much later.
 */
const STILL_REST_MS = 5_000;
/** After this long, such a job is asked. At once, a busy server would be asked between any two of its writes. */
const ASKED_AFTER_MS = 1_000;
/** The longest rest of a job that says it. */
const TIMED_REST_MS = 60_000;
/** How long the state of the database is remembered: many jobs compare it at nearly the same time. */
const REMEMBERED_FOR_MS = 400;
/** After a pass of this size, unless the job names another, the next one follows immediately: work is piling up. */
const FULL_PASS = 1_000;

/** Later than any time of the service. */
const NEVER = new Date(8.64e15);

/** What changes with every commit to the database; undefined if nobody can say. */
export type WrittenTo = () => Promise<string | undefined>;

interface WorkersOptions {
  readonly writtenTo?: WrittenTo | undefined;
  /** Of the times at which work is due; the machine's by default. */
  readonly clock?: Clock;
  readonly turns?: Turns | undefined;
}

/**
 * Runs each job in its own loop: passes while there is work, then a pause. A pass that throws is retried with a growing
 * delay and is logged once per kind of error until a pass succeeds; the other jobs continue. With `writtenTo`, pauses are
 * longer while nothing is written. With `turns`, passes wait for each other, so `pause` waits for one at most.
 */
export function startWorkers(
  jobs: readonly Job[],
  log: Service["log"],
  { writtenTo, clock = systemClock, turns = (work) => work() }: WorkersOptions = {},
): Workers {
  const loops = jobs.map((job) => startLoop(job, log, { writtenTo, clock, turns }));
  const nudged = loops.filter((_, index) => jobs[index]?.byTheClockOnly !== true);
  return {
    nudge: () => {
      for (const loop of nudged) loop.nudge();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    pause: async () => {
      await Promise.all(loops.map((loop) => loop.pause()));
    },
    resume: () => {
      for (const loop of loops) loop.resume();
    },
  };
}

const PASSES_MAX = 10_000;

/**
 * Runs the jobs in turn until none finds work, for tests. One job can create work for another, so it ends only when all
 * have found nothing since the last one that did. Those that watch run once, at the end: they read more than all others.
 */
export async function runUntilIdle(jobs: readonly Pick<Job, "run" | "watches">[]): Promise<number> {
  const [working, watching] = [jobs.filter(({ watches }) => !watches), jobs.filter(({ watches }) => watches)];
  let [total, idle] = [0, 0];
  for (let round = 0; idle < working.length; round += 1) {
    if (round === PASSES_MAX) throw new Error(`Background work did not finish in ${PASSES_MAX} rounds`);
    for (const job of working) {
      const workDone = await job.run();
      total += workDone;
      idle = workDone === 0 ? idle + 1 : 0;
      if (idle === working.length) break;
    }
  }
  for (const job of watching) total += await job.run();
  return total;
}

interface Loop {
  nudge(): void;
  stop(): Promise<void>;
  pause(): Promise<void>;
  resume(): void;
}

function startLoop(
  job: Job,
  log: Service["log"],
  {
    writtenTo,
    clock,
    turns,
  }: { readonly writtenTo: WrittenTo | undefined; readonly clock: Clock; readonly turns: Turns },
): Loop {
  const rest = createRest();
  const failures = createFailureLog(job, log);
  /** The state of the database before the last pass, if that found nothing, and the time; when work is due, once asked. */
  let idle: { readonly at: string; readonly from: Date; readonly sinceMs: number; readonly dueAt?: Date } | undefined;
  const pauses = createPauses(turns);
  const isUnchanged = async (): Promise<boolean> => idle !== undefined && (await writtenTo?.()) === idle.at;
  const isStill = async (): Promise<boolean> => {
    if (idle === undefined) return false;
    const restedMs = performance.now() - idle.sinceMs;
    if (job.nextDueAt === undefined)
      return job.everyMs < STILL_REST_MS && restedMs < STILL_REST_MS && (await isUnchanged());
    if (!(await isUnchanged())) return false;
    if (restedMs < ASKED_AFTER_MS) return true;
    const dueAt = idle.dueAt ?? (await job.nextDueAt()) ?? NEVER;
    idle = { ...idle, dueAt };
    // What was due before the last pass, which could not do it, is done by another process, or it failed.
    if (dueAt <= idle.from) return restedMs < STILL_REST_MS;
    return restedMs < TIMED_REST_MS && clock.now() < dueAt;
  };
  const pass = async (): Promise<number> => {
    // Before the pass, so that what is written during it is not overlooked.
    const isGated = job.everyMs < STILL_REST_MS || job.nextDueAt !== undefined;
    const [at, from] = [isGated ? await writtenTo?.() : undefined, clock.now()];
    const workDone = await pauses.betweenPauses(() => (rest.stopped() ? Promise.resolve(0) : job.run()));
    idle = at !== undefined && workDone === 0 ? { at, from, sinceMs: performance.now() } : undefined;
    return workDone;
  };
  const work = async (): Promise<void> => {
    while (!rest.stopped()) {
      try {
        const workDone = await pass();
        failures.succeeded();
        if (workDone >= (job.fullPass ?? FULL_PASS)) await yieldToOthers();
        else if (workDone > 0) await rest.undisturbed(BETWEEN_PASSES_MS);
        else
          do await rest.untilNudged(job.everyMs * (1 - JITTER * Math.random()), BETWEEN_PASSES_MS);
          while (!rest.stopped() && !rest.wasNudged() && (await isStill()));
      } catch (error) {
        idle = undefined;
        await rest.undisturbed(failures.failed(error));
      }
    }
  };
  const ended = work();
  return {
    nudge: rest.nudge,
    stop: async () => {
      rest.stop();
      pauses.resume();
      await ended;
    },
    pause: pauses.pause,
    resume: () => {
      idle = undefined;
      pauses.resume();
      rest.nudge();
    },
  };
}

/** Keeps passes from starting for a while. */
function createPauses(turns: Turns) {
  let resumed: PromiseWithResolvers<void> | undefined;
  let running: Promise<unknown> | undefined;
  /** Undefined if a pause began before its turn came. */
  const inTurn = (pass: () => Promise<number>): Promise<number | undefined> =>
    turns(async () => {
      if (resumed !== undefined) return undefined;
      const work = pass();
      running = work;
      return work.finally(() => {
        running = undefined;
      });
    });
  return {
    betweenPauses: async (pass: () => Promise<number>): Promise<number> => {
      for (;;) {
        while (resumed !== undefined) await resumed.promise;
        const workDone = await inTurn(pass);
        if (workDone !== undefined) return workDone;
      }
    },
    pause: async (): Promise<void> => {
      resumed ??= Promise.withResolvers();
      // What a pass fails with is reported by its loop.
      await running?.catch(() => undefined);
    },
    resume: (): void => {
      resumed?.resolve();
      resumed = undefined;
    },
  };
}

/** The same answer for a moment, also for those who ask before it is there. A failure is no answer. */
export function remembered(ask: WrittenTo): WrittenTo {
  let answer: Promise<string | undefined> | undefined;
  return () => {
    if (answer === undefined) {
      answer = ask().catch(() => undefined);
      setTimeout(() => {
        answer = undefined;
      }, REMEMBERED_FOR_MS).unref();
    }
    return answer;
  };
}

/** The pause between two passes. */
function createRest() {
  let stopped = false;
  let nudged = false;
  let endedByNudge = false;
  let wake: (() => void) | undefined;
  let wakesOnNudge = false;
  const sleep = (ms: number, disturbable: boolean): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake?.(), ms);
      wakesOnNudge = disturbable;
      wake = () => {
        clearTimeout(timer);
        wake = undefined;
        resolve();
      };
    });
  return {
    stopped: () => stopped,
    /** Whether the last pause until a nudge ended with one. */
    wasNudged: () => endedByNudge,
    /** Waits until a nudge, but at least the minimum; a nudge during the last pass counts. */
    untilNudged: async (ms: number, leastMs: number): Promise<void> => {
      if (stopped) return;
      const restedFrom = performance.now();
      if (!nudged) await sleep(ms, true);
      endedByNudge = nudged;
      const gathers = nudged && !stopped;
      if (gathers) await sleep(Math.max(GATHER_MS, leastMs - (performance.now() - restedFrom)), false);
      nudged = false;
    },
    /** Waits the full time: nudges must not turn a failing job into a busy one. */
    undisturbed: async (ms: number): Promise<void> => {
      if (!stopped) await sleep(ms, false);
    },
    nudge: () => {
      nudged = true;
      if (wakesOnNudge) wake?.();
    },
    stop: () => {
      stopped = true;
      wake?.();
    },
  };
}

function createFailureLog(job: Job, log: Service["log"]) {
  const logged = new Set<string>();
  let inARow = 0;
  return {
    succeeded: () => {
      if (inARow > 0) log.warn({ job: job.name, failedPasses: inARow }, "background job recovered");
      inARow = 0;
      logged.clear();
    },
    /** Records the failure and returns the delay before the retry. */
    failed: (error: unknown): number => {
      inARow += 1;
      const kind = kindOf(error);
      if (!logged.has(kind)) log.error({ err: error, job: job.name }, "background job failed");
      logged.add(kind);
      return backOffMs(inARow);
    },
  };
}

/** Errors of one kind differ in details only: the same SQLSTATE or code, or the same class and first words. */
function kindOf(error: unknown): string {
  const code = sqlStateOf(error);
  if (code !== undefined) return code;
  return error instanceof Error
    ? `${error.name}: ${error.message.replaceAll(/[0-9a-f-]{8,}|\d+/gi, "#").slice(0, 80)}`
    : typeof error;
}
