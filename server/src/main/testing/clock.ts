import { type Call, CallRefused } from "./call.ts";

/** The service's clock. What becomes due on the way happens at its own time, as the bank's answers and retries of webhooks do. */
export interface ClockControl {
  now(): Promise<Date>;
  /** By so much: `"2 days"`, `"36 hours"`, `"90 minutes"`, `"1 week"`. Returns the new time. */
  advance(by: string): Promise<Date>;
  /** To an instant, at most ten years ahead of today. Time does not run backward; `reset` puts it back. */
  advanceTo(at: Date | string): Promise<Date>;
}

const HOURS = { minute: 1 / 60, hour: 1, day: 24, week: 168 };
const DURATION = /^(\d+(?:\.\d+)?) ?(minute|hour|day|week)s?$/;
/** A long way takes several calls, each of 20 seconds at most. */
const CALLS_MAX = 100;

interface Moment {
  readonly now: string;
}

export function clockOf(call: Call): ClockControl {
  const now = async (): Promise<Date> => new Date((await call<Moment>("GET", "/sandbox/clock")).now);
  const advanceTo = async (at: Date | string): Promise<Date> => {
    const to = new Date(at).toISOString();
    for (let count = 1; ; count += 1) {
      try {
        return new Date((await call<Moment>("POST", "/sandbox/clock/advance", { to })).now);
      } catch (error) {
        const isOnItsWay = error instanceof CallRefused && error.errors.errorCode === "clockOnItsWay";
        if (!isOnItsWay || count === CALLS_MAX) throw error;
      }
    }
  };
  return {
    now,
    advance: async (by) => advanceTo(new Date((await now()).getTime() + millisecondsOf(by))),
    advanceTo,
  };
}

function millisecondsOf(duration: string): number {
  const [, count, unit] = DURATION.exec(duration) ?? [];
  if (unit === undefined)
    throw new RangeError(`"${duration}" is not a duration. Write "2 days", "36 hours", or "90 minutes".`);
  // The expression allows no other unit.
  return Number(count) * HOURS[unit as keyof typeof HOURS] * 3_600_000;
}
