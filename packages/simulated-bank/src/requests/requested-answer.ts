import { returnReasonOf } from "bursar-bank-formats/nacha";
import { present } from "bursar-banking/assert";
import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import type { Answering } from "../answers/answer-file.ts";
import type { RecordFacts } from "../bank-turns.ts";
import { BLOCKED, blockedReason } from "../scripts/blocked-reason.ts";
import { booking } from "../scripts/booking.ts";
import { type BankBooks, takesPlace } from "../state/bank-books.ts";
import type { BankEvent, BankPayment, BookingEvent } from "../state/bank-event.ts";
import { atInstant } from "../state/bring-forward.ts";
import { isDecided, SETTLED } from "./is-decided.ts";
import { decideCheck } from "./requested-check.ts";
import { statusNow } from "./status-now.ts";

/** An answer that the bank's operator asks for. */
export interface RequestedAnswer {
  /** What may identify the payment, such as `endToEndId:…`; the first that the bank knows counts. */
  readonly references: readonly string[];
  readonly outcome: AnswerOutcome;
  /** The reason; a confirmation needs none. */
  readonly code?: string;
}

/**
 * What follows from a request. `notPrinted`: the bank has a check, but not the PDF with it; the PDF comes when the file of
 * the record has been answered. `impossible`: the bank cannot give this answer any more.
 */
export type Requested =
  | { readonly kind: "answer"; readonly paymentId: string; readonly facts: RecordFacts }
  | { readonly kind: "notPrinted"; readonly record: number }
  | { readonly kind: "impossible" };

/** The requested answer instead of what was planned for the payment. Undefined if the bank does not have it. */
export function requestedDecision(
  answering: Answering,
  { references, outcome, code = "NARR" }: RequestedAnswer,
  at: string,
): Requested | undefined {
  const { books } = answering;
  const payment = references.flatMap((reference) => books.byReference.get(reference) ?? [])[0];
  if (payment === undefined) return undefined;
  if (isDecided(books, payment, { outcome, at })) return { kind: "impossible" };
  const request: PaymentRequest = { books, payment, at, code, planned: plannedFor(books, payment, at) };
  const { paymentId, method } = payment;
  const events = method === "check" ? decideCheck(answering, { ...request, outcome }) : decisions[outcome](request);
  if (events === "impossible") return { kind: events };
  if (events === "notPrinted")
    return { kind: events, record: present(books.recordOfPayment.get(paymentId), "every payment has a record") };
  return { kind: "answer", paymentId, facts: { keys: [], payments: [], events, cancelled: [paymentId] } };
}

interface PaymentRequest {
  readonly books: BankBooks;
  readonly payment: BankPayment;
  readonly at: string;
  readonly code: string;
  /** What would have happened later. */
  readonly planned: readonly BankEvent[];
}

const plannedFor = (books: BankBooks, { paymentId }: BankPayment, at: string): readonly BankEvent[] =>
  (books.eventsOf.get(paymentId) ?? []).filter((event) => event.at > at && takesPlace(books, event));

const decisions: Readonly<Record<AnswerOutcome, (request: PaymentRequest) => readonly BankEvent[]>> = {
  confirmed: (request) => [...settlement(request), ...request.planned.filter(isComingBack)],
  rejected: (request) => [
    statusNow(request, "RJCT", { code: request.code }),
    ...(request.payment.method === "ach" ? givenBack(request) : []),
  ],
  blocked: (request) => [
    statusNow(request, BLOCKED, blockedReason(request.code)),
    ...(request.payment.method === "ach" ? givenBack(request) : []),
  ],
  returned: (request) => (request.payment.method === "ach" ? achReturn(request) : transferReturn(request)),
};

/** The planned settlement, now; one that was not planned has no reference of a network. */
function settlement(request: PaymentRequest): readonly BankEvent[] {
  const { planned, payment, at } = request;
  const settled = planned.filter((event) => isSettlement(event));
  if (settled.length > 0) return settled.map((event) => atInstant(event, at));
  const { accountNumber, amountMinor, paymentId } = payment;
  const transactionCode = ["PMNT", "ICDT", "OTHR"] as const;
  const transactions = [bookedTransaction(payment)];
  return [
    statusNow(request, SETTLED),
    ...(payment.method === "ach"
      ? []
      : [
          booking({
            at,
            accountNumber,
            paymentId,
            amountMinor,
            direction: "debit",
            transactionCode,
            bankReference: paymentId,
            transactions,
          }),
        ]),
  ];
}

const isSettlement = (event: BankEvent): boolean =>
  (event.kind === "paymentStatus" && event.status.status === SETTLED && event.copy === 0) ||
  (event.kind === "booking" && event.entry.direction === "debit" && event.paymentId !== undefined);

const isComingBack = (event: BankEvent): boolean =>
  event.kind === "paymentReturn" ||
  event.kind === "achAnswer" ||
  (event.kind === "booking" && event.entry.direction === "credit");

/** An entry that was to settle is booked with its batch, and given back; one that was not is not booked. */
function givenBack({ books, payment, at }: PaymentRequest, returnReason?: string): readonly BankEvent[] {
  const { paymentId, isSilent } = payment;
  const events = books.eventsOf.get(paymentId) ?? [];
  const neverSettles = events.some(
    (event) => event.kind === "paymentStatus" && ["RJCT", BLOCKED].includes(event.status.status ?? ""),
  );
  const comesBack = events.some((event) => event.kind === "achAnswer" && returnReasonOf(event.code) !== undefined);
  if (isSilent || neverSettles || comesBack) return [];
  return [bookedBack(payment, at, returnReason)];
}

/** A return of the entry. Without a planned return, its money is booked back. */
function achReturn(request: PaymentRequest): readonly BankEvent[] {
  const { books, payment, at, code } = request;
  const { entry, batch } = present(payment.ach, "an ACH payment has its entry");
  const sequence = present(books.recordOfPayment.get(payment.paymentId), "every payment has a record");
  const { immediateOrigin, header } = present(books.batchesOf.get(sequence)?.[batch], "an entry has a batch");
  return [
    {
      kind: "achAnswer",
      at,
      paymentId: payment.paymentId,
      code,
      immediateOrigin,
      header,
      entry,
      sequenceNumber: (books.lastSequence % 9_999_999) + 1,
    },
    ...givenBack(request, code),
  ];
}

function transferReturn({ payment, at, code }: PaymentRequest): readonly BankEvent[] {
  const { amountMinor, paymentId, original, transaction } = payment;
  return [
    {
      kind: "paymentReturn",
      at,
      paymentId,
      original,
      transaction,
      reason: { code },
      amount: { Ccy: "USD", amountMinor },
    },
    { ...bookedBack(payment, at, code), paymentId },
  ];
}

/** The money of a payment comes back, under the references by which its customer knows it. */
function bookedBack(payment: BankPayment, at: string, returnReason: string | undefined): BookingEvent {
  const { accountNumber, amountMinor, paymentId } = payment;
  const transactionCode = ["PMNT", "ICDT", "RRTN"] as const;
  return booking({
    at,
    accountNumber,
    amountMinor,
    direction: "credit",
    isReversal: true,
    transactionCode,
    bankReference: `${paymentId}R`,
    transactions: [{ ...bookedTransaction(payment), ...(returnReason === undefined ? {} : { returnReason }) }],
  });
}

const bookedTransaction = ({ transaction, original, batchId, amountMinor }: BankPayment) => ({
  ...transaction,
  messageId: original.messageId,
  batchId,
  amountMinor,
});
