import type { OriginalTransaction } from "bursar-bank-formats/iso20022";
import { type BankBooks, takesPlace } from "../state/bank-books.ts";
import type { BankPayment, BookingEvent, PaymentStatusEvent } from "../state/bank-event.ts";

/** What a message says about the payment that it means. */
interface NamedPayment {
  readonly OrgnlInstrId?: string | undefined;
  readonly OrgnlEndToEndId?: string | undefined;
  readonly OrgnlTxId?: string | undefined;
  readonly OrgnlUETR?: string | undefined;
}

export const transactionOf = (named: NamedPayment): OriginalTransaction => ({
  ...(named.OrgnlInstrId === undefined ? {} : { instructionId: named.OrgnlInstrId }),
  ...(named.OrgnlEndToEndId === undefined ? {} : { endToEndId: named.OrgnlEndToEndId }),
  ...(named.OrgnlTxId === undefined ? {} : { transactionId: named.OrgnlTxId }),
  ...(named.OrgnlUETR === undefined ? {} : { uetr: named.OrgnlUETR }),
});

/** The payment that all given identifications name; undefined if there is none, or if they name different ones. */
export function findPayment({ byReference }: BankBooks, transaction: OriginalTransaction): BankPayment | undefined {
  const found = new Set(Object.entries(transaction).map(([name, value]) => byReference.get(`${name}:${value}`)));
  const [payment] = found;
  return found.size === 1 ? payment : undefined;
}

/** The last status that the bank has given, or is about to have given, at an instant. */
export function statusAt(books: BankBooks, { paymentId }: BankPayment, at: string): PaymentStatusEvent | undefined {
  const events = books.eventsOf.get(paymentId) ?? [];
  return events
    .filter((event): event is PaymentStatusEvent => event.kind === "paymentStatus")
    .filter((event) => event.at <= at && takesPlace(books, event))
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .at(-1);
}

/** Whether the money has left the account, and whether it has come back, at an instant. */
export function moneyAt(books: BankBooks, { paymentId }: BankPayment, at: string) {
  const happened = (books.eventsOf.get(paymentId) ?? []).filter((event) => event.at <= at && takesPlace(books, event));
  const bookings = happened.filter((event): event is BookingEvent => event.kind === "booking");
  return {
    hasLeft: bookings.some(({ entry }) => entry.direction === "debit"),
    hasReturned: bookings.some(({ entry }) => entry.direction === "credit"),
  };
}
