import { present } from "bursar-banking/assert";
import { bookingDay } from "../scripts/bank-days.ts";
import { type BankBooks, takesPlace } from "./bank-books.ts";
import type { BankEvent } from "./bank-event.ts";
import { enterEvent } from "./enter-event.ts";

interface Hurry {
  readonly at: string;
  readonly sequence: number;
  /** Only the answer to the file of this record. */
  readonly statusOf: number | undefined;
}

/** Moves everything that is planned for later to an instant, in the order in which it was planned. */
export function bringForward(books: BankBooks, { at, sequence, statusOf }: Hurry): void {
  const isMoving = (event: BankEvent): boolean =>
    statusOf === undefined || (event.kind === "fileStatus" && books.recordOf.get(event) === statusOf);
  const later = [...books.eventsAt.keys()].filter((instant) => instant > at).sort();
  const moving = later.flatMap((instant) => (books.eventsAt.get(instant) ?? []).filter(isMoving));
  const moved = new Set<BankEvent>(moving);
  removeFrom(books.eventsAt, later, moved);
  removeFrom(books.eventsOf, new Set(moving.flatMap(({ paymentId }) => paymentId ?? [])), moved);
  for (const { bookings } of books.accounts.values()) removeFrom(bookings, bookings.keys(), moved);
  for (const event of moving.filter((each) => takesPlace(books, each))) {
    const now = atInstant(event, at);
    books.recordOf.set(now, present(books.recordOf.get(event), "every event has a record"));
    books.timedBy.set(now, { sequence, plannedAt: books.timedBy.get(event)?.plannedAt ?? event.at });
    enterEvent(books, now);
  }
}

/** Removes events from the lists of some keys; an empty list goes, too. */
function removeFrom<Key, Event extends BankEvent>(
  index: Map<Key, Event[]>,
  keys: Iterable<Key>,
  removed: ReadonlySet<BankEvent>,
): void {
  for (const key of keys) {
    const left = (index.get(key) ?? []).filter((event) => !removed.has(event));
    if (left.length === 0) index.delete(key);
    else index.set(key, left);
  }
}

/** The same event at another instant. */
export function atInstant<Event extends BankEvent>(event: Event, at: string): Event {
  if (event.kind !== "booking" && event.kind !== "bookingCopy") return { ...event, at };
  const bookedOn = bookingDay(at);
  return { ...event, at, bookedOn, entry: { ...event.entry, bookedOn, valueOn: bookedOn } };
}
