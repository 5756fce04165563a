import { present } from "../../../kernel/assert.ts";
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
export function hurryEvents(books: BankBooks, { at, sequence, statusOf }: Hurry): void {
  const isMoving = (event: BankEvent): boolean =>
    statusOf === undefined || (event.kind === "fileStatus" && books.recordOf.get(event) === statusOf);
  const later = [...books.eventsAt.keys()].filter((instant) => instant > at).sort();
  const moving = later.flatMap((instant) => (books.eventsAt.get(instant) ?? []).filter(isMoving));
  const moved = new Set<BankEvent>(moving);
  for (const instant of later) {
    const left = (books.eventsAt.get(instant) ?? []).filter((event) => !moved.has(event));
    if (left.length === 0) books.eventsAt.delete(instant);
    else books.eventsAt.set(instant, left);
  }
  for (const id of new Set(moving.flatMap(({ paymentId }) => (paymentId === undefined ? [] : [paymentId]))))
    books.eventsOf.set(
      id,
      (books.eventsOf.get(id) ?? []).filter((event) => !moved.has(event)),
    );
  for (const { bookings } of books.accounts.values())
    for (const [on, events] of bookings) {
      const left = events.filter((event) => !moved.has(event));
      if (left.length === 0) bookings.delete(on);
      else bookings.set(on, left);
    }
  for (const event of moving.filter((each) => takesPlace(books, each))) {
    const now = atInstant(event, at);
    books.recordOf.set(now, present(books.recordOf.get(event), "every event has a record"));
    books.timedBy.set(now, { sequence, plannedAt: books.timedBy.get(event)?.plannedAt ?? event.at });
    enterEvent(books, now);
  }
}

/** The same event at another instant. */
export function atInstant<Event extends BankEvent>(event: Event, at: string): Event {
  if (event.kind !== "booking" && event.kind !== "bookingCopy") return { ...event, at };
  const bookedOn = bookingDay(at);
  return { ...event, at, bookedOn, entry: { ...event.entry, bookedOn, valueOn: bookedOn } };
}
