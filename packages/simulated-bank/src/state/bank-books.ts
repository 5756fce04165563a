import { present } from "bursar-banking/assert";
import type { BankBatch, BankEvent, BankPayment, BookingEvent } from "./bank-event.ts";

/** Everything the bank knows, derived from its records. */
export interface BankBooks {
  lastSequence: number;
  /** The instant of the first record; undefined before. */
  firstAt: string | undefined;
  readonly contents: Set<string>;
  /** The length of every file, by `connection name`. */
  readonly fileNames: Map<string, number>;
  readonly keys: Set<string>;
  readonly payments: Map<string, BankPayment>;
  /** The record of each payment. */
  readonly recordOfPayment: Map<string, number>;
  /** The batches of each record, by their place in it. */
  readonly batchesOf: Map<number, readonly BankBatch[]>;
  /** Payments by what queries name: `endToEndId:…`, `uetr:…`, `instructionId:…`. */
  readonly byReference: Map<string, BankPayment>;
  /** When and by which record a payment was cancelled: what earlier records planned for later does not happen. */
  readonly cancelledAt: Map<string, { readonly at: string; readonly sequence: number }>;
  /** By instant, in the order of the records. */
  readonly eventsAt: Map<string, BankEvent[]>;
  /** By instant, the newest record that set an event for it. */
  readonly newestAt: Map<string, number>;
  readonly eventsOf: Map<string, BankEvent[]>;
  /** The record of each event. */
  readonly recordOf: WeakMap<BankEvent, number>;
  /** The record that set the instant of an event, if it is not the event's own, and what was planned before. */
  readonly timedBy: WeakMap<BankEvent, { readonly sequence: number; readonly plannedAt: string }>;
  /** The checks of each positive-pay file, by `checkFileKey`. */
  readonly issuedIn: Map<string, readonly BankPayment[]>;
  /** The connection over which the file of a record arrived. */
  readonly connectionOf: Map<number, string>;
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
  contents: new Set(),
  fileNames: new Map(),
  keys: new Set(),
  payments: new Map(),
  recordOfPayment: new Map(),
  batchesOf: new Map(),
  byReference: new Map(),
  cancelledAt: new Map(),
  eventsAt: new Map(),
  newestAt: new Map(),
  eventsOf: new Map(),
  recordOf: new WeakMap(),
  timedBy: new WeakMap(),
  issuedIn: new Map(),
  connectionOf: new Map(),
  accounts: new Map(),
});

/** Names a positive-pay file as answers about it do: at most 35 characters of its name. */
export const checkFileKey = (connection: string, messageId: string): string => `${connection} ${messageId}`;

export const fileNameKey = ({ connection, name }: { readonly connection: string; readonly name: string }): string =>
  `${connection} ${name}`;

/** The record that set the instant of an event. */
export const timingRecordOf = ({ recordOf, timedBy }: BankBooks, event: BankEvent): number =>
  timedBy.get(event)?.sequence ?? recordOf.get(event) ?? 0;

/** Whether the event takes place: its payment was not cancelled before, or the cancellation itself says so. */
export const takesPlace = (books: BankBooks, event: BankEvent): boolean => {
  const cancelled = event.paymentId === undefined ? undefined : books.cancelledAt.get(event.paymentId);
  if (cancelled === undefined || event.at <= cancelled.at) return true;
  return present(books.recordOf.get(event), "every event has a record") >= cancelled.sequence;
};

/** The connection over which the bank reports an event; undefined if it belongs to no file. */
export function connectionOf(books: BankBooks, event: BankEvent): string | undefined {
  if (event.connection !== undefined) return event.connection;
  const { paymentId } = event;
  const sequence = (paymentId && books.recordOfPayment.get(paymentId)) ?? books.recordOf.get(event);
  return sequence === undefined || sequence === "" ? undefined : books.connectionOf.get(sequence);
}

/** The bookings of an account on one day up to an instant, in order of time. */
export const bookingsOn = (
  books: BankBooks,
  account: AccountBook,
  { on, through }: { readonly on: string; readonly through: string },
): readonly BookingEvent[] =>
  (account.bookings.get(on) ?? [])
    .filter((event) => event.at <= through && takesPlace(books, event))
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));

export const signedMinor = ({ entry }: BookingEvent): bigint =>
  entry.direction === "credit" ? entry.amountMinor : -entry.amountMinor;

/** The balance before the first booking of a day, in cents. */
export function balanceAtStartOf(books: BankBooks, account: AccountBook, day: string): bigint {
  let balanceMinor = account.openingMinor;
  for (const [on, bookings] of account.bookings)
    if (on < day) for (const booking of bookings) if (takesPlace(books, booking)) balanceMinor += signedMinor(booking);
  return balanceMinor;
}
