import { invalidRequest } from "#kernel/http/http-refusals.ts";

/** The days on which the listed statements begin; undefined if none can match. */
export interface StatementWindow {
  readonly from: string;
  readonly to: string;
}

const SPAN = { months: 3 } as const;
/** The database's calendar has no year 0. */
const FIRST_DAY = Temporal.PlainDate.from("0001-01-01");

/**
 * The date rules of the lists (wire contract §4.9): without dates the last three months; with one date, three months
 * from or up to it; an end in the future means today; more than three months are refused.
 */
export function statementWindow(
  { start, end }: { readonly start?: string; readonly end?: string },
  today: Temporal.PlainDate,
): StatementWindow | undefined {
  const from = start === undefined ? undefined : Temporal.PlainDate.from(start);
  const day = end === undefined ? undefined : Temporal.PlainDate.from(end);
  if (from && day && Temporal.PlainDate.compare(from, day) > 0)
    throw invalidRequest([{ path: "end", message: "must not be before start" }]);
  const last = earlier(day ?? from?.add(SPAN) ?? today, today);
  const first = from ?? later(last.subtract(SPAN), FIRST_DAY);
  if (Temporal.PlainDate.compare(first, last) > 0) return undefined;
  // Counted from either end: three months before May 31 is February 28, but three months after it is May 28.
  const [fromStart, fromEnd] = [first.add(SPAN), last.subtract(SPAN)];
  if (Temporal.PlainDate.compare(fromStart, last) < 0 && Temporal.PlainDate.compare(first, fromEnd) < 0)
    throw invalidRequest([{ path: "end", message: "must be at most three months after start" }]);
  return { from: first.toString(), to: last.toString() };
}

const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) <= 0 ? a : b;

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) >= 0 ? a : b;
