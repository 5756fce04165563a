import { assert } from "bursar-banking/assert";
import { type BankBooks, checkFileKey, fileNameKey } from "./bank-books.ts";
import type { BankPayment } from "./bank-event.ts";
import type { BankRecord } from "./bank-record.ts";
import { bringForward } from "./bring-forward.ts";
import { enterEvent } from "./enter-event.ts";

/** Enters a record into the books. */
export function enterRecord(books: BankBooks, record: BankRecord): void {
  const { occasion, sequence } = record;
  assert(sequence === books.lastSequence + 1, "no record of the bank is missing");
  books.lastSequence = sequence;
  books.firstAt ??= record.at;
  if (occasion.kind === "file") {
    books.contents.add(occasion.sha256);
    books.fileNames.set(fileNameKey(occasion), occasion.bytes);
    books.connectionOf.set(sequence, occasion.connection);
  } else if (occasion.kind === "opening") {
    const { accountNumber, on, amountMinor } = occasion;
    books.accounts.set(accountNumber, { openedOn: on, openingMinor: amountMinor, bookings: new Map() });
  } else if (occasion.kind === "hurry") bringForward(books, { at: record.at, sequence, statusOf: occasion.statusOf });
  for (const key of record.keys) books.keys.add(key);
  if (record.batches !== undefined) books.batchesOf.set(sequence, record.batches);
  for (const payment of record.payments) enterPayment(books, payment, sequence);
  const [first] = record.payments;
  if (occasion.kind === "file" && first?.check !== undefined)
    books.issuedIn.set(checkFileKey(occasion.connection, first.original.messageId), record.payments);
  for (const id of record.cancelled) books.cancelledAt.set(id, { at: record.at, sequence });
  for (const planned of record.events) {
    // A copy: an event that a request repeats is another one from then on, which its own record decides about.
    const event = { ...planned };
    books.recordOf.set(event, sequence);
    enterEvent(books, event);
  }
}

function enterPayment(books: BankBooks, payment: BankPayment, sequence: number): void {
  books.payments.set(payment.paymentId, payment);
  books.recordOfPayment.set(payment.paymentId, sequence);
  for (const [name, value] of Object.entries(payment.transaction)) books.byReference.set(`${name}:${value}`, payment);
}
