import type { BankBooks } from "../state/bank-books.ts";
import { type BankEvent, type FileStatusEvent, fileStatus } from "../state/bank-event.ts";

/**
 * What follows when the bank does at once whatever it planned for later: ACH files of which something was planned are
 * reported as settled. Undefined if nothing is planned.
 */
export function hurryDecision(books: BankBooks, at: string): readonly BankEvent[] | undefined {
  const records = new Set<number>();
  let isPlanned = false;
  for (const [instant, events] of books.eventsAt) {
    if (instant <= at) continue;
    isPlanned = true;
    for (const event of events) records.add(books.recordOf.get(event) ?? 0);
  }
  return isPlanned ? [...settledFiles(books, records, at)] : undefined;
}

/** Whether the answer to the file of a record is planned for later. */
export const isAnsweredAfter = (books: BankBooks, sequence: number, at: string): boolean =>
  [...books.eventsAt].some(
    ([instant, events]) =>
      instant > at && events.some((event) => event.kind === "fileStatus" && books.recordOf.get(event) === sequence),
  );

/** The ACH files among the records. Their entries are answered only if something else happens to them. */
function* settledFiles(books: BankBooks, records: ReadonlySet<number>, at: string): Generator<FileStatusEvent> {
  const reported = new Set<number>();
  for (const { paymentId, method, original } of books.payments.values()) {
    const sequence = books.recordOfPayment.get(paymentId);
    if (method !== "ach" || sequence === undefined || !records.has(sequence) || reported.has(sequence)) continue;
    reported.add(sequence);
    yield { ...fileStatus(original, SETTLED, at), connection: books.connectionOf.get(sequence) ?? "" };
  }
}

/** Settlement completed (ISO 20022, ExternalPaymentGroupStatus1Code). */
const SETTLED = "ACSC";
