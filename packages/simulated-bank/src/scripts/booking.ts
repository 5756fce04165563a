import type { BookingEvent } from "../state/bank-event.ts";
import { bookingDay } from "./bank-days.ts";

interface Booked {
  readonly at: string;
  readonly accountNumber: string;
  readonly paymentId?: string;
}

/** A booking on the banking day to which its instant belongs. */
export function booking({
  at,
  accountNumber,
  paymentId,
  ...entry
}: Booked & Omit<BookingEvent["entry"], "status">): BookingEvent {
  const bookedOn = bookingDay(at);
  return {
    kind: "booking",
    at,
    accountNumber,
    bookedOn,
    ...(paymentId === undefined ? {} : { paymentId }),
    entry: { ...entry, status: "BOOK", bookedOn, valueOn: bookedOn },
  };
}
