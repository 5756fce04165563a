const wallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** What clocks in New York show, as if it were in UTC. */
const shownAt = (at: Date): number => {
  const { year, month, day, hour, minute } = Object.fromEntries(
    wallClock.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`);
};

/**
 * The instant at which clocks in New York show a local date and time (YYYY-MM-DDTHH:MM), as a field of the browser has it.
 * An hour that a change of clocks skips is the one before.
 */
export function instantAtBank(local: string): Date {
  const localMs = Date.parse(`${local.slice(0, 16)}Z`);
  // The offset at the result differs from that at the first guess only around a change of clocks.
  const first = localMs - (shownAt(new Date(localMs)) - localMs);
  return new Date(first - (shownAt(new Date(first)) - localMs));
}

/** The last instant of a day in New York. @param day - YYYY-MM-DD */
export const endOfDayAtBank = (day: string): Date => new Date(instantAtBank(`${day}T23:59`).getTime() + 59_999);
