import { assert } from "bursar-banking/assert";
import { type BankBooks, timingRecordOf } from "./bank-books.ts";
import type { BankEvent } from "./bank-event.ts";

/** Enters an event, whose record the caller has noted. */
export function enterEvent(books: BankBooks, event: BankEvent): void {
  append(books.eventsAt, event.at, event);
  books.newestAt.set(event.at, Math.max(books.newestAt.get(event.at) ?? 0, timingRecordOf(books, event)));
  if (event.paymentId !== undefined) append(books.eventsOf, event.paymentId, event);
  if (event.kind !== "booking") return;
  const account = books.accounts.get(event.accountNumber);
  assert(account !== undefined, "bookings are on accounts of the bank");
  append(account.bookings, event.bookedOn, event);
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
