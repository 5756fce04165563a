import type { StatusReason } from "../../../formats/iso20022/index.ts";
import { returnReasonOf } from "../../../formats/nacha/index.ts";
import { present } from "../../../kernel/assert.ts";
import type { AnswerOutcome } from "../../rails/index.ts";
import type { Answering } from "../answers/answer-file.ts";
import { BLOCKED, blockedReason } from "../scripts/blocked-reason.ts";
import { booking } from "../scripts/booking.ts";
import { type BankBooks, takesPlace } from "../state/bank-books.ts";
import type { BankEvent, BankPayment, BookingEvent, PaymentStatusEvent } from "../state/bank-event.ts";
import { atInstant } from "../state/hurry-events.ts";

/** An answer that the bank's operator asks for. */
export interface RequestedAnswer {
  /** What may identify the payment, such as `endToEndId:…`; the first that the bank knows counts. */
  readonly references: readonly string[];
  readonly outcome: AnswerOutcome;
  /** The reason; a confirmation needs none. */
  readonly code?: string;
}

interface Requested {
  readonly paymentId: string;
  readonly facts: {
    readonly keys: readonly string[];
    readonly payments: readonly BankPayment[];
    readonly events: readonly BankEvent[];
    readonly cancelled: readonly string[];
  };
}

const SETTLED = "ACSC";

/** The requested answer instead of what was planned for the payment. Undefined if the bank does not have it. */
export function requestedDecision(
  { books }: Answering,
  { references, outcome, code = "NARR" }: RequestedAnswer,
  at: string,
): Requested | undefined {
  const payment = references.flatMap((reference) => books.byReference.get(reference) ?? [])[0];
  if (payment === undefined) return undefined;
  const request: PaymentRequest = { books, payment, at, code, planned: plannedFor(books, payment, at) };
  const { paymentId } = payment;
  const events = decisions[outcome](request);
  return { paymentId, facts: { keys: [], payments: [], events, cancelled: [paymentId] } };
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
    statusNow(request, payment.method === "check" ? ISSUED : SETTLED),
    ...(payment.method === "ach" || payment.method === "check"
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

/** Accepted: check issued. */
const ISSUED = "ACIS";

const isSettlement = (event: BankEvent): boolean =>
  (event.kind === "paymentStatus" && [SETTLED, ISSUED].includes(event.status.status ?? "") && event.copy === 0) ||
  (event.kind === "booking" && event.entry.direction === "debit" && event.paymentId !== undefined);

const isComingBack = (event: BankEvent): boolean =>
  event.kind === "paymentReturn" ||
  event.kind === "achAnswer" ||
  event.kind === "checkReport" ||
  (event.kind === "booking" && event.entry.direction === "credit");

function statusNow({ payment, at }: PaymentRequest, status: string, reason?: StatusReason): PaymentStatusEvent {
  const { paymentId, channel, original, batchId, transaction } = payment;
  return {
    ...{ kind: "paymentStatus", at, paymentId, channel, original, batchId, copy: 0 },
    status: { original: transaction, status, ...(reason === undefined ? {} : { reasons: [reason] }) },
  };
}

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
      ...{ kind: "achAnswer", at, paymentId: payment.paymentId, code, immediateOrigin, header, entry },
      sequenceNumber: (books.lastSequence % 9_999_999) + 1,
    },
    ...givenBack(request, code),
  ];
}

function transferReturn({ payment, at, code }: PaymentRequest): readonly BankEvent[] {
  const { amountMinor, paymentId, original, transaction } = payment;
  return [
    {
      ...{ kind: "paymentReturn", at, paymentId, original, transaction, reason: { code } },
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
    ...{ at, accountNumber, amountMinor, direction: "credit", isReversal: true, transactionCode },
    bankReference: `${paymentId}R`,
    transactions: [{ ...bookedTransaction(payment), ...(returnReason === undefined ? {} : { returnReason }) }],
  });
}

const bookedTransaction = ({ transaction, original, batchId, amountMinor }: BankPayment) => ({
  ...transaction,
  ...{ messageId: original.messageId, batchId, amountMinor },
});
