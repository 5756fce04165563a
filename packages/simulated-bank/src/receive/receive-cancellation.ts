import type { AgentFacts, MessageContent, StatusReason } from "bursar-bank-formats/iso20022";
import { instantAfter } from "../scripts/instants.ts";
import type { BankPayment, CancellationEvent } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, unreadableMessage } from "./bank-decision.ts";
import { findPayment, moneyAt, statusAt, transactionOf } from "./find-payment.ts";
import { readCustomerMessage } from "./read-customer-message.ts";

const FORMAT = "camt.056";
type Request = MessageContent<"camt.056.001.08">;
type TransferToCancel = NonNullable<Request["Undrlyg"][number]["TxInf"]>[number];

/**
 * A request to cancel payments (camt.056), answered with camt.029: `CNCL` while the money is still here, and nothing
 * happens to the payment anymore; `RJCR` for what has left, came back, was rejected, or never arrived.
 */
export function receiveCancellation(file: CustomerFile): BankDecision {
  const read = readCustomerMessage(file.content, ["camt.056.001.08"], { isEnvelopeAllowed: true });
  if ("problems" in read) return unreadableMessage(file, FORMAT, read.problems);
  const request = read.message.content;
  const key = `case:${request.Assgnmt.Id}`;
  const transfers = file.books.keys.has(key)
    ? []
    : request.Undrlyg.flatMap(({ TxInf: transactions = [] }) => transactions);
  const answers = transfers.map((transfer) => answer(file, { request, transfer }));
  return {
    format: FORMAT,
    keys: [key],
    payments: [],
    events: answers.map(({ event }) => event),
    cancelled: [...new Set(answers.flatMap(({ cancelled }) => (cancelled === undefined ? [] : [cancelled])))],
  };
}

interface Answer {
  readonly event: CancellationEvent;
  readonly cancelled: string | undefined;
}

function answer(
  file: CustomerFile,
  { request, transfer }: { readonly request: Request; readonly transfer: TransferToCancel },
): Answer {
  const transaction = transactionOf(transfer);
  const payment = findPayment(file.books, transaction);
  const reason = rejectionOf(file, payment);
  const event: CancellationEvent = {
    kind: "cancellation",
    at: checkedAt(file.receivedAt),
    caseId: transfer.CxlId ?? request.Assgnmt.Id,
    caseCreator: creatorOf(request),
    confirmation: reason === undefined ? "CNCL" : "RJCR",
    transaction,
    original: payment?.original ?? {
      messageId: transfer.OrgnlGrpInf?.OrgnlMsgId ?? "UNKNOWN",
      messageName: transfer.OrgnlGrpInf?.OrgnlMsgNmId ?? "UNKNOWN",
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return { event, cancelled: reason === undefined ? payment?.paymentId : undefined };
}

/** ExternalPaymentCancellationRejection1Code. */
function rejectionOf({ books, receivedAt }: CustomerFile, payment: BankPayment | undefined): StatusReason | undefined {
  if (payment === undefined) return reasonOf("NOOR", "The bank has not received this payment");
  if (payment.channel === "pain.002" && payment.method === "ach")
    return reasonOf("AGNT", "ACH entries are taken back by reversing entries");
  const now = instantAfter(receivedAt, 0);
  if (books.cancelledAt.has(payment.paymentId)) return reasonOf("NOOR", "The payment was cancelled before");
  const { hasLeft, hasReturned } = moneyAt(books, payment, now);
  if (hasReturned) return reasonOf("ARDT", "The payment was returned before");
  if (hasLeft) return reasonOf("CUST", "The recipient does not agree to a return");
  const status = statusAt(books, payment, now)?.status.status;
  return status === "RJCT" || status === "BLCK" ? reasonOf("NOOR", "The payment was rejected before") : undefined;
}

const creatorOf = (request: Request): AgentFacts => {
  const agent = request.Assgnmt.Assgnr.Agt?.FinInstnId;
  const routingNumber = agent?.ClrSysMmbId?.MmbId;
  const bic = agent?.BICFI;
  return {
    ...(routingNumber === undefined ? {} : { routingNumber }),
    ...(bic === undefined ? {} : { bic }),
    ...(routingNumber === undefined && bic === undefined ? { name: "CUSTOMER" } : {}),
  };
};
