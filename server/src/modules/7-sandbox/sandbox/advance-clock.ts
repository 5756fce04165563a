import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS, systemClock } from "#kernel/clock/clock.ts";
import type { ServiceClock } from "#kernel/clock/service-clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { turnsOf } from "#kernel/work/one-at-a-time.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";

/** Background work with due times: the advancing clock stops at each of them. */
export interface Pump {
  /** When it next has work; undefined if none waits. */
  nextDueAt(): Promise<Date | undefined>;
  /** Does what is due; returns the amount of work done, 0 = none. */
  run(turn: PumpTurn): Promise<number>;
  /** It has work only at the times that it names and after other pumps worked: in between, it is not asked. */
  readonly isTimed?: boolean;
  /** It only reports what happened, so its work makes none for other pumps, except those that report as well. */
  readonly reports?: boolean;
}

/** What a pump knows of the advance in which it runs. */
export interface PumpTurn {
  /** The advance begins or ends at this instant. In between, nothing is asked that did not answer before. */
  readonly isEdge: boolean;
  /** By `performance.now()`: work that takes seconds starts before. */
  readonly endsAtMs: number;
}

export interface Advance {
  readonly now: Date;
  /** The times in between at which something was due. */
  readonly steps: number;
}

/** Calendars, ids, and date columns allow far more, but no test needs it, and a typing error must not be permanent. */
const AHEAD_MS_MAX = 3_653 * DAY_MS;
/** One call ends before clients and proxies time out, after 30 seconds. */
const CALL_MS_MAX = 20 * SECOND_MS;
/** A bound for work that creates work for itself. */
const PASSES_MAX = 1_000;

const turns = turnsOf();

/**
 * Moves the clock to the instant, stopping at every instant at which something is due, in order, so that everything
 * happens at its own time: a payment is submitted at its cut-off, answered at the bank's hour, and its webhook sent
 * afterward. Advances of one process take turns. Refuses with `clockOnItsWay` if there is more to do than one call may
 * take: the clock is at the instant until which everything has happened, and an advance to the same target continues.
 */
export const advanceClock = (
  clock: ServiceClock,
  pumps: readonly Pump[],
  { to, callMs = CALL_MS_MAX }: { readonly to: Date; readonly callMs?: number },
): Promise<Advance> => advanceUntil(clock, pumps, { to, endsAtMs: performance.now() + callMs });

/** Others may be ahead in line; the caller's time passes meanwhile. */
const advanceUntil = (clock: ServiceClock, pumps: readonly Pump[], target: Target): Promise<Advance> =>
  turns(clock)(() => acrossOrganizations(() => advance(clock, pumps, target)));

/** Resets the clock to the machine's time, after running advances. */
export const resetClock = (clock: ServiceClock): Promise<Date> =>
  turns(clock)(async () => {
    await clock.reset();
    return clock.now();
  });

interface Target {
  readonly to: Date;
  readonly endsAtMs: number;
}

/**
 * The clock runs on between two calls, so a call that continues an advance may find that its target has just passed: what
 * is due by then is done.
 */
const JUST_PASSED_MS = 10 * MINUTE_MS;

async function advance(clock: ServiceClock, pumps: readonly Pump[], { to, endsAtMs }: Target): Promise<Advance> {
  const from = clock.now();
  if (plusMs(to, JUST_PASSED_MS) < from)
    throw refuseSandbox("clockRunsForward", { details: { now: clock.now().toISOString() } });
  const latest = plusMs(systemClock.now(), AHEAD_MS_MAX);
  if (to > latest) throw refuseSandbox("clockTooFarAhead", { details: { latest: latest.toISOString() } });
  let steps = 0;
  const work = async (isEdge: boolean, named?: DueTimes): Promise<void> => {
    if (await runAll(pumps, { isEdge, endsAtMs }, named === undefined ? () => false : sleepsAt(clock.now(), named)))
      return;
    const now = clock.now();
    const way = { now: now.toISOString(), to: to.toISOString(), percent: percentOf({ from, now, to }), steps };
    // Sent again as it is, `hours` would count from the new time.
    throw refuseSandbox("clockOnItsWay", { details: way, headers: { "x-should-retry": "false" } });
  };
  await work(true);
  // Every step is later than the one before, and the call's time is bounded.
  for (;;) {
    const named = await dueTimes(pumps);
    const next = earliestAfter(clock.now(), named);
    if (next === undefined || next > to) break;
    await clock.advanceTo(next);
    await work(false, named);
    steps += 1;
  }
  await clock.advanceTo(to);
  await work(true);
  return { now: clock.now(), steps };
}

/** How much of the way this call has gone. */
const percentOf = ({ from, now, to }: { readonly from: Date; readonly now: Date; readonly to: Date }): number =>
  to <= from ? 100 : Math.floor((100 * (now.getTime() - from.getTime())) / (to.getTime() - from.getTime()));

/** When each pump next has work, as it names it. */
type DueTimes = ReadonlyMap<Pump, Date | undefined>;

const dueTimes = async (pumps: readonly Pump[]): Promise<DueTimes> =>
  new Map(await Promise.all(pumps.map(async (pump) => [pump, await pump.nextDueAt()] as const)));

/** The earliest due time in the future. Work that is due but still there cannot be done now. */
const earliestAfter = (now: Date, named: DueTimes): Date | undefined =>
  [...named.values()]
    .filter((at) => at !== undefined && at > now)
    .toSorted((a, b) => (a ?? now).getTime() - (b ?? now).getTime())[0];

/** The pumps that have nothing to do at an instant, unless another one works. */
const sleepsAt =
  (now: Date, named: DueTimes) =>
  (pump: Pump): boolean => {
    const at = named.get(pump);
    return pump.isTimed === true && (at === undefined || at > now);
  };

/** First the pumps that move payments, then those that report what happened. False: the time is up. */
async function runAll(pumps: readonly Pump[], turn: PumpTurn, sleeps: (pump: Pump) => boolean): Promise<boolean> {
  const [moving, reporting] = [
    pumps.filter(({ reports }) => reports !== true),
    pumps.filter(({ reports }) => reports === true),
  ];
  return (await runUntilIdle(moving, turn, sleeps)) && (await runUntilIdle(reporting, turn, sleeps));
}

/** In turn, until none of them has found anything since the last one that did. False: the time is up. */
async function runUntilIdle(pumps: readonly Pump[], turn: PumpTurn, sleeps: (pump: Pump) => boolean): Promise<boolean> {
  let [idle, hasWorked] = [0, false];
  for (const pump of cycle(pumps)) {
    // First: a pump that waited until the end for a worker has found nothing, but is not done.
    if (performance.now() > turn.endsAtMs) return false;
    if (idle === pumps.length) return true;
    const done = hasWorked || !sleeps(pump) ? await pump.run(turn) : 0;
    hasWorked ||= done > 0;
    idle = done === 0 ? idle + 1 : 0;
  }
  return true;
}

/** All of them, again and again; nothing if there are none. */
function* cycle<Item>(items: readonly Item[]): Generator<Item> {
  while (items.length > 0) yield* items;
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
