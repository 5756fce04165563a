import { DAY_MS, plusMs, SECOND_MS, systemClock } from "../../kernel/clock/clock.ts";
import type { ServiceClock } from "../../kernel/clock/service-clock.ts";
import { acrossOrganizations } from "../../kernel/sql/scope.ts";
import { turnsOf } from "../../kernel/work/one-at-a-time.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";

/** Background work with due times: the advancing clock stops at each of them. */
export interface Pump {
  /** When it next has work; undefined if none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** Does what is due; returns the amount of work done, 0 = none. */
  run(): Promise<number>;
  /** It only reports what happened, so its work makes none for other pumps, except those that report as well. */
  readonly reports?: boolean;
}

export interface Advance {
  readonly now: Date;
  /** The times in between at which something was due. */
  readonly steps: number;
  /** False if a limit on steps or time was reached first: repeat the call to continue from `now`. */
  readonly reachedTarget: boolean;
}

/** Calendars, ids, and date columns allow far more, but no test needs it, and a typing error must not be permanent. */
const AHEAD_MS_MAX = 3_653 * DAY_MS;
const STEPS_MAX = 10_000;
/** One call ends before clients and proxies time out. */
const CALL_MS_MAX = 20 * SECOND_MS;
/** Passes of all pumps at one instant: the work of one may create work for another at the same instant. */
const PASSES_MAX = 1_000;

const turns = turnsOf();

/**
 * Moves the clock to the instant, stopping at every instant at which something is due, in order, so that everything
 * happens at its own time: a payment is submitted at its cut-off, answered at the bank's hour, and its webhook sent
 * afterward. Advances of one process take turns.
 */
export const advanceClock = (clock: ServiceClock, pumps: readonly Pump[], to: Date): Promise<Advance> =>
  turns(clock)(() => acrossOrganizations(() => advance(clock, pumps, to)));

/** Resets the clock to the machine's time, after running advances. */
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

/** The earliest due time in the future. Work that is due but still there cannot be done now. */
async function nextInstant(clock: ServiceClock, pumps: readonly Pump[]): Promise<Date | undefined> {
  const now = clock.now();
  const due = await Promise.all(pumps.map((pump) => pump.nextDueAt()));
  return due
    .filter((at) => at !== undefined && at > now)
    .toSorted((a, b) => (a ?? now).getTime() - (b ?? now).getTime())[0];
}

/** First the pumps that move payments, then those that report what happened. */
async function runAll(pumps: readonly Pump[]): Promise<void> {
  const [moving, reporting] = [
    pumps.filter(({ reports }) => reports !== true),
    pumps.filter(({ reports }) => reports === true),
  ];
  await runUntilIdle(moving);
  await runUntilIdle(reporting);
}

/** In turn, until none of them has found anything since the last one that did. */
async function runUntilIdle(pumps: readonly Pump[]): Promise<void> {
  let idle = 0;
  for (let turn = 0; idle < pumps.length && turn < PASSES_MAX * pumps.length; turn += 1) {
    const done = (await pumps[turn % pumps.length]?.run()) ?? 0;
    idle = done === 0 ? idle + 1 : 0;
  }
}

/** Repeats one piece of work until there is none left. Returns the amount done. */
export async function runWorkersUntilIdle(run: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const done = await acrossOrganizations(run);
    if (done === 0) return total;
    total += done;
  }
  return total;
}
