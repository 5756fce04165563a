/**
 * The service's clock. Everything that asks what time it is asks here, so a sandbox can move time and a test can stop it.
 * Timers of the process (time-outs, back-off between attempts inside one call) run on the machine's own clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set. `set` refuses to go back. */
export interface MovableClock extends Clock {
  set(at: Date): void;
}

/** A clock that stands still until it is set. For tests and seeding. */
export function standingClock(at: Date): MovableClock {
  let current = at;
  return {
    now: () => current,
    set: (next) => {
      if (next < current) throw new RangeError("A clock does not run backwards");
      current = next;
    },
  };
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const plusMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
