import { reportsOf } from "../agreement/bank-agreement.ts";
import { type BankBooks, connectionOf, takesPlace, timingRecordOf } from "../state/bank-books.ts";
import type { BankEvent } from "../state/bank-event.ts";
import type { Delivered } from "../state/bank-state.ts";
import type { Answering } from "./answer-file.ts";

/** What is delivered next, and over which connection; without one, everything goes the same way. */
export interface Delivery {
  readonly delivered: Delivered;
  readonly connection: string | undefined;
}

/** Whether an event has not been delivered: it is later, or a newer record has set it for an instant that was delivered. */
const isNew = (books: BankBooks, { through, sequence }: Delivered, event: BankEvent): boolean =>
  event.at > through || timingRecordOf(books, event) > sequence;

/** Whether an instant may have such events. Nearly all instants have none, and need not be searched again. */
const hasNews = ({ newestAt }: BankBooks, { through, sequence }: Delivered, at: string): boolean =>
  at > through || (newestAt.get(at) ?? 0) > sequence;

/** Whether the event is reported over the connection; what belongs to no file goes where account reports go. */
function isFor({ books, agreement }: Answering, connection: string | undefined, event: BankEvent): boolean {
  const isBooking = event.kind === "booking" || event.kind === "bookingCopy";
  if (isBooking && !reportsOf(agreement).notifications) return false;
  if (connection === undefined) return true;
  return ((isBooking ? undefined : connectionOf(books, event)) ?? agreement.reportsTo) === connection;
}

const isDue = (answering: Answering, { delivered, connection }: Delivery, event: BankEvent): boolean =>
  isNew(answering.books, delivered, event) && takesPlace(answering.books, event) && isFor(answering, connection, event);

/** The events up to an instant that have not been delivered, in order. */
export function dueEvents(answering: Answering, delivery: Delivery, through: string): readonly BankEvent[] {
  const due: (readonly [at: string, events: readonly BankEvent[]])[] = [];
  for (const [at, events] of answering.books.eventsAt) {
    if (at > through || !hasNews(answering.books, delivery.delivered, at)) continue;
    const news = events.filter((event) => isDue(answering, delivery, event));
    if (news.length > 0) due.push([at, news]);
  }
  return due.toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, events]) => events);
}

/** When the next event is to be delivered; undefined if none is planned. */
export function nextEventAt(answering: Answering, delivery: Delivery): string | undefined {
  let next: string | undefined;
  for (const [at, events] of answering.books.eventsAt) {
    if ((next !== undefined && at >= next) || !hasNews(answering.books, delivery.delivered, at)) continue;
    if (events.some((event) => isDue(answering, delivery, event))) next = at;
  }
  return next;
}
