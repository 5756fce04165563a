import { DAY_MS, plusMs, SECOND_MS, systemClock } from "../../kernel/clock/clock.ts";
import type { ServiceClock } from "../../kernel/clock/service-clock.ts";
import { acrossOrganizations } from "../../kernel/sql/scope.ts";
import { turnsOf } from "../../kernel/work/one-at-a-time.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";

/** Background work that has its times: the advancing clock stops at each of them. */
export interface Pump {
  /** When it next has something to do; undefined when nothing waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** Does what is due; returns how much, 0 = nothing. */
  run(): Promise<number>;
}

export interface Advance {
  readonly now: Date;
  /** Instants at which something was due on the way. */
  readonly steps: number;
  /** False when a bound on steps or time was met first: repeat the call to go on from `now`. */
  readonly reachedTarget: boolean;
}

/** Calendars, ids, and date columns hold far more; nobody tests that far, and a typing error should not be for good. */
const AHEAD_MS_MAX = 3_653 * DAY_MS;
const STEPS_MAX = 10_000;
/** One call ends before clients and proxies give up on it. */
const CALL_MS_MAX = 20 * SECOND_MS;
/** Passes of all pumps at one instant: what one does may give another something to do at the same instant. */
const PASSES_MAX = 1_000;

const turns = turnsOf();

/**
 * Moves the clock to the instant, stopping at every instant at which something is due, in order, so that each thing happens
 * at its own time: a payment is handed over at its cut-off, answered at the bank's hour, and its webhook sent after that.
 * Advances of one process take turns.
 */
export const advanceClock = (clock: ServiceClock, pumps: readonly Pump[], to: Date): Promise<Advance> =>
  turns(clock)(() => acrossOrganizations(() => advance(clock, pumps, to)));

/** Sets the clock back to the machine's time, after advances that are under way. */
export const resetClock = (clock: ServiceClock): Promise<Date> =>
  turns(clock)(async () => {
    await clock.reset();
    return clock.now();
  });

async function advance(clock: ServiceClock, pumps: readonly Pump[], to: Date): Promise<Advance> {
  if (to < clock.now()) throw refuseSandbox("clockRunsForward", { details: { now: clock.now().toISOString() } });
  const latest = plusMs(systemClock.now(), AHEAD_MS_MAX);
  if (to > latest) throw refuseSandbox("clockTooFarAhead", { details: { latest: latest.toISOString() } });
  const endsAt = performance.now() + CALL_MS_MAX;
  await runAll(pumps);
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const next = await nextInstant(clock, pumps);
    if (next === undefined || next > to) {
      await clock.advanceTo(to);
      await runAll(pumps);
      return { now: clock.now(), steps, reachedTarget: true };
    }
    await clock.advanceTo(next);
    await runAll(pumps);
    if (performance.now() > endsAt) return { now: clock.now(), steps: steps + 1, reachedTarget: false };
  }
  return { now: clock.now(), steps: STEPS_MAX, reachedTarget: false };
}

/** The earliest instant still to come. What is due by now has had its turn: if it is still there it cannot be done now. */
async function nextInstant(clock: ServiceClock, pumps: readonly Pump[]): Promise<Date | undefined> {
  const now = clock.now();
  const due = await Promise.all(pumps.map((pump) => pump.nextDueAt()));
  return due
    .filter((at) => at !== undefined && at > now)
    .toSorted((a, b) => (a ?? now).getTime() - (b ?? now).getTime())[0];
}

async function runAll(pumps: readonly Pump[]): Promise<void> {
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let done = 0;
    for (const pump of pumps) done += await pump.run();
    if (done === 0) return;
  }
}

/** Runs one piece of work until it finds nothing more to do. Returns how much it did. */
export async function runWorkersUntilIdle(run: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const done = await acrossOrganizations(run);
    if (done === 0) return total;
    total += done;
  }
  return total;
}
