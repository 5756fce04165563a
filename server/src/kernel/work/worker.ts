import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Service } from "../process/service.ts";
import { sqlStateOf } from "../sql/database.ts";
import { backOffMs } from "./back-off.ts";

/** A piece of background work. */
export interface Job {
  /** Named in logs and metrics. */
  readonly name: string;
  /** How long to rest after a pass that found nothing. A nudge ends the rest early. */
  readonly everyMs: number;
  /** No request makes work for it: a nudge does not end its rest. */
  readonly byTheClockOnly?: boolean;
  /** One pass; says how much it dealt with, 0 = nothing to do. Safe to run in several processes at once. */
  readonly run: () => Promise<number>;
}

export interface Workers {
  /** There may be new work: ends the rest of every job. Cheap; called for every request that changed something. */
  nudge(): void;
  /** Starts no further pass and waits for the running ones. */
  stop(): Promise<void>;
}

/** After a nudge, this long passes before the pass: the commits of a burst are dealt with together. */
const GATHER_MS = 20;
/**
 * From one pass to the next at least this long passes, unless the pass was full. A job without work would otherwise look
 * for some at every request, fifty times a second; and under load every pass deals with what gathered meanwhile, instead
 * of many passes with little each. Without it background work took as much of the database as the payments themselves
 * (`npm run bench`, cost per payment).
 */
const BETWEEN_PASSES_MS = 200;
/** A pass that dealt with this much is followed by the next at once: work is piling up. */
const FULL_PASS = 1_000;

/**
 * Runs each job in a loop of its own: pass after pass while there is work, then a rest. A pass that throws backs off,
 * longer each time, and is logged once per kind of error until a pass succeeds; the other jobs go on.
 */
export function startWorkers(jobs: readonly Job[], log: Service["log"]): Workers {
  const loops = jobs.map((job) => startLoop(job, log));
  const nudged = loops.filter((_, index) => jobs[index]?.byTheClockOnly !== true);
  return {
    nudge: () => {
      for (const loop of nudged) loop.nudge();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

const PASSES_MAX = 10_000;

/**
 * Runs the jobs in turn until none of them finds anything to do: for tests, and for the sandbox's "work through it now".
 * One job's work can make work for another, so all rest only when a whole round dealt with nothing.
 */
export async function runUntilIdle(jobs: readonly Pick<Job, "run">[]): Promise<number> {
  let total = 0;
  for (let round = 0; round < PASSES_MAX; round += 1) {
    let dealtWith = 0;
    for (const job of jobs) dealtWith += await job.run();
    if (dealtWith === 0) return total;
    total += dealtWith;
  }
  throw new Error(`Background work did not come to an end in ${PASSES_MAX} rounds`);
}

interface Loop {
  nudge(): void;
  stop(): Promise<void>;
}

function startLoop(job: Job, log: Service["log"]): Loop {
  const rest = createRest();
  const failures = createFailureLog(job, log);
  const work = async (): Promise<void> => {
    while (!rest.stopped()) {
      try {
        const dealtWith = await job.run();
        failures.succeeded();
        if (dealtWith >= FULL_PASS) await yieldToOthers();
        else if (dealtWith > 0) await rest.undisturbed(BETWEEN_PASSES_MS);
        else await rest.untilNudged(job.everyMs, BETWEEN_PASSES_MS);
      } catch (error) {
        await rest.undisturbed(failures.failed(error));
      }
    }
  };
  const ended = work();
  return {
    nudge: rest.nudge,
    stop: async () => {
      rest.stop();
      await ended;
    },
  };
}

/** The pause between two passes. */
function createRest() {
  let stopped = false;
  let nudged = false;
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
    /** Rests, but not past a nudge, and not less than the least; a nudge during the last pass counts. */
    untilNudged: async (ms: number, leastMs: number): Promise<void> => {
      if (stopped) return;
      const restedFrom = performance.now();
      if (!nudged) await sleep(ms, true);
      const gathers = nudged && !stopped;
      if (gathers) await sleep(Math.max(GATHER_MS, leastMs - (performance.now() - restedFrom)), false);
      nudged = false;
    },
    /** Rests the full time: nudges must not turn a failing job into a busy one. */
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
      if (inARow > 0) log.warn({ job: job.name, failedPasses: inARow }, "background job works again");
      inARow = 0;
      logged.clear();
    },
    /** Notes the failure and says how long to back off. */
    failed: (error: unknown): number => {
      inARow += 1;
      const kind = kindOf(error);
      if (!logged.has(kind)) log.error({ err: error, job: job.name }, "background job failed");
      logged.add(kind);
      return backOffMs(inARow);
    },
  };
}

/** Errors of one kind differ in details only: the same SQLSTATE or code, else the same class and first words. */
function kindOf(error: unknown): string {
  const code = sqlStateOf(error);
  if (code !== undefined) return code;
  return error instanceof Error
    ? `${error.name}: ${error.message.replaceAll(/[0-9a-f-]{8,}|\d+/gi, "#").slice(0, 80)}`
    : typeof error;
}
