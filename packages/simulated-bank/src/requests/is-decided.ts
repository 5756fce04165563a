import { returnReasonOf } from "bursar-bank-formats/nacha";
import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { BLOCKED } from "../scripts/blocked-reason.ts";
import { ISSUED } from "../scripts/script-check.ts";
import { type BankBooks, takesPlace } from "../state/bank-books.ts";
import type { BankEvent, BankPayment } from "../state/bank-event.ts";

/** The status of a payment that has settled. */
export const SETTLED = "ACSC";

/**
 * Whether the bank has given this kind of answer by then: it accepts or refuses a payment once, and a payment comes back
 * once. Another answer would contradict the first one, and its customer would set the whole file aside.
 */
export function isDecided(
  books: BankBooks,
  { paymentId }: BankPayment,
  { outcome, at }: { readonly outcome: AnswerOutcome; readonly at: string },
): boolean {
  const happened = (books.eventsOf.get(paymentId) ?? []).filter((event) => event.at <= at && takesPlace(books, event));
  if (happened.some((event) => hasStatus(event, "RJCT", BLOCKED))) return true;
  return outcome === "returned" ? happened.some(isReturn) : happened.some((event) => hasStatus(event, SETTLED, ISSUED));
}

const hasStatus = (event: BankEvent, ...statuses: readonly string[]): boolean =>
  event.kind === "paymentStatus" && statuses.includes(event.status.status ?? "");

const isReturn = (event: BankEvent): boolean =>
  event.kind === "paymentReturn" ||
  event.kind === "checkReport" ||
  (event.kind === "achAnswer" && returnReasonOf(event.code) !== undefined);
