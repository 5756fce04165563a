/**
 * Whose time code reads, so that a sandbox can move it and a test can stop it. Timers of the process (timeouts, back-off
 * within one call) use the machine's clock.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set, but never backward. */
export interface MovableClock extends Clock {
  set(at: Date): void;
}

/** A clock that moves only when it is set, for tests and seeding. */
export function manualClock(at: Date): MovableClock {
  let current = at;
  return {
    now: () => current,
    set: (next) => {
      if (next < current) throw new RangeError("A clock does not run backward");
      current = next;
    },
  };
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const plusMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
