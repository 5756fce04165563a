import { statementDueAt } from "../answers/account-reports.ts";
import type { RecordFacts, Turn } from "../bank-turns.ts";
import { bookingDay } from "../scripts/bank-days.ts";
import { booking } from "../scripts/booking.ts";
import type { BookingEvent } from "../state/bank-event.ts";
import type { Delivered } from "../state/bank-state.ts";

/** Money that moves on an account of the bank without a file of the customer. */
export interface CounterBooking {
  /** At most 35 characters; unique forever on its account. It is the bank's reference. */
  readonly bookingId: string;
  readonly accountNumber: string;
  /** When it moved. */
  readonly at: Date;
  /** Cents; below zero leaves the account. Never zero. */
  readonly amountMinor: bigint;
  readonly kind: keyof typeof codes;
  /** The customer's reference, at most 35 characters. */
  readonly endToEndId: string;
}

/** Domain, family, and subfamily (ISO bank transaction codes). BOOK: on the books of the same bank. */
const codes = {
  deposit: { credit: ["PMNT", "RCDT", "OTHR"], debit: ["PMNT", "ICDT", "OTHR"] },
  bookTransfer: { credit: ["PMNT", "RCDT", "BOOK"], debit: ["PMNT", "ICDT", "BOOK"] },
  payment: { credit: ["PMNT", "RCDT", "OTHR"], debit: ["PMNT", "ICDT", "OTHR"] },
  returnedPayment: { credit: ["PMNT", "ICDT", "RRTN"], debit: ["PMNT", "RCDT", "RRTN"] },
} as const;

const texts = {
  deposit: "DEPOSIT",
  bookTransfer: "BOOK TRANSFER",
  payment: "PAYMENT",
  returnedPayment: "RETURNED PAYMENT",
} as const;

interface Given {
  readonly turn: Turn;
  /** Over the connection that gets statements. */
  readonly delivered: Delivered;
}

/**
 * Books what the bank does not know yet, on the day on which it moved; what is reported after the statement of that day is
 * booked now. Movements of days before the account was opened are in its opening balance. Undefined if nothing is new.
 */
export function counterDecision(
  bookings: readonly CounterBooking[],
  { turn: { books, now }, delivered }: Given,
): RecordFacts | undefined {
  const keys = new Set<string>();
  const events: BookingEvent[] = [];
  for (const booking of bookings) {
    const key = `counter:${booking.accountNumber} ${booking.bookingId}`;
    const account = books.accounts.get(booking.accountNumber);
    const at = secondOf(booking.at);
    if (account === undefined || books.keys.has(key) || keys.has(key) || bookingDay(at) < account.openedOn) continue;
    const isStated = statementDueAt(bookingDay(at)) <= delivered.through;
    keys.add(key);
    events.push(bookingOf(booking, isStated ? secondOf(now) : at));
  }
  return events.length === 0 ? undefined : { keys: [...keys], payments: [], events, cancelled: [] };
}

function bookingOf(
  { accountNumber, amountMinor, kind, bookingId, endToEndId }: CounterBooking,
  at: string,
): BookingEvent {
  const direction = amountMinor > 0n ? "credit" : "debit";
  const size = amountMinor > 0n ? amountMinor : -amountMinor;
  return booking({
    at,
    accountNumber,
    direction,
    amountMinor: size,
    transactionCode: codes[kind][direction],
    ...(kind === "returnedPayment" ? { isReversal: true } : {}),
    bankReference: bookingId,
    transactions: [{ endToEndId, amountMinor: size }],
    additionalInformation: texts[kind],
  });
}

/** The last whole second, which is on the same day. */
const secondOf = (at: Date): string => new Date(Math.floor(at.getTime() / 1_000) * 1_000).toISOString();
