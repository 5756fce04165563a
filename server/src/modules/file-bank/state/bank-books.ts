import { assert } from "../../../kernel/assert.ts";
import type { BankEvent, BankPayment, BookingEvent } from "./bank-event.ts";
import type { BankRecord } from "./bank-record.ts";

/** Everything the bank knows, derived from its records. */
export interface BankBooks {
  lastSequence: number;
  /** The instant of the first record; undefined before. */
  firstAt: string | undefined;
  /** The instant of the last record. */
  lastAt: string;
  readonly contents: Set<string>;
  readonly fileNames: Set<string>;
  readonly keys: Set<string>;
  readonly payments: Map<string, BankPayment>;
  /** Payments by what queries name: `endToEndId:…`, `uetr:…`, `instructionId:…`. */
  readonly byReference: Map<string, BankPayment>;
  readonly cancelledAt: Map<string, string>;
  /** By instant, in the order of the records. */
  readonly eventsAt: Map<string, BankEvent[]>;
  readonly eventsOf: Map<string, BankEvent[]>;
  /** The record of each event. */
  readonly recordOf: WeakMap<BankEvent, number>;
  readonly accounts: Map<string, AccountBook>;
}

/** An account at the bank with its bookings, also those of the future. */
export interface AccountBook {
  readonly openedOn: string;
  readonly openingMinor: bigint;
  readonly bookings: Map<string, BookingEvent[]>;
}

export const newBooks = (): BankBooks => ({
  lastSequence: 0,
  firstAt: undefined,
  lastAt: "",
  contents: new Set(),
  fileNames: new Set(),
  keys: new Set(),
  payments: new Map(),
  byReference: new Map(),
  cancelledAt: new Map(),
  eventsAt: new Map(),
  eventsOf: new Map(),
  recordOf: new WeakMap(),
  accounts: new Map(),
});

/** Enters a record into the books. */
export function enterRecord(books: BankBooks, record: BankRecord): void {
  books.lastSequence = record.sequence;
  books.firstAt ??= record.at;
  books.lastAt = record.at;
  const { occasion } = record;
  if (occasion.kind === "file") {
    books.contents.add(occasion.sha256);
    books.fileNames.add(occasion.name);
  } else if (occasion.kind === "opening") {
    const { accountNumber, on, amountMinor } = occasion;
    books.accounts.set(accountNumber, { openedOn: on, openingMinor: amountMinor, bookings: new Map() });
  }
  for (const key of record.keys) books.keys.add(key);
  for (const payment of record.payments) enterPayment(books, payment);
  for (const id of record.cancelled) books.cancelledAt.set(id, record.at);
  for (const event of record.events) {
    enterEvent(books, event);
    books.recordOf.set(event, record.sequence);
  }
}

function enterPayment(books: BankBooks, payment: BankPayment): void {
  books.payments.set(payment.paymentId, payment);
  for (const [name, value] of Object.entries(payment.transaction)) books.byReference.set(`${name}:${value}`, payment);
}

function enterEvent(books: BankBooks, event: BankEvent): void {
  append(books.eventsAt, event.at, event);
  if (event.paymentId !== undefined) append(books.eventsOf, event.paymentId, event);
  if (event.kind !== "booking") return;
  const account = books.accounts.get(event.accountNumber);
  assert(account !== undefined, "bookings are on accounts of the bank");
  append(account.bookings, event.bookedOn, event);
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Whether the event takes place: its payment was not cancelled before. */
export const takesPlace = (books: BankBooks, { paymentId, at }: Pick<BankEvent, "paymentId" | "at">): boolean => {
  const cancelledAt = paymentId === undefined ? undefined : books.cancelledAt.get(paymentId);
  return cancelledAt === undefined || at <= cancelledAt;
};

/** The events after one instant and up to another, in order. */
export function eventsBetween(books: BankBooks, after: string, through: string): readonly BankEvent[] {
  const instants = [...books.eventsAt.keys()].filter((at) => at > after && at <= through).sort();
  return instants.flatMap((at) => books.eventsAt.get(at) ?? []).filter((event) => takesPlace(books, event));
}

/** The bookings of an account on one day up to an instant, in order of time. */
export const bookingsOn = (
  books: BankBooks,
  account: AccountBook,
  { on, through }: { readonly on: string; readonly through: string },
): readonly BookingEvent[] =>
  (account.bookings.get(on) ?? [])
    .filter((event) => event.at <= through && takesPlace(books, event))
    .toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));

export const signedMinor = ({ entry }: BookingEvent): bigint =>
  entry.direction === "credit" ? entry.amountMinor : -entry.amountMinor;

/** The balance before the first booking of a day, in cents. */
export function balanceAtStartOf(books: BankBooks, account: AccountBook, day: string): bigint {
  let balanceMinor = account.openingMinor;
  for (const [on, bookings] of account.bookings)
    if (on < day) for (const booking of bookings) if (takesPlace(books, booking)) balanceMinor += signedMinor(booking);
  return balanceMinor;
}
