import type { AgentFacts, MessageContent, StatusReason } from "bursar-bank-formats/iso20022";
import { returnedAt } from "../scripts/bank-hours.ts";
import { instantAfter, wholeSecond } from "../scripts/instants.ts";
import { undoOf } from "../scripts/magic-undos.ts";
import { returned } from "../scripts/script-transfer.ts";
import type { BankEvent, BankPayment, CancellationEvent } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, unreadableMessage } from "./bank-decision.ts";
import { findPayment, moneyAt, statusAt, transactionOf } from "./find-payment.ts";
import { readCustomerMessage } from "./read-customer-message.ts";

const FORMAT = "camt.056";
type Request = MessageContent<"camt.056.001.08">;
type TransferToCancel = NonNullable<Request["Undrlyg"][number]["TxInf"]>[number];

/**
 * A request to cancel payments (camt.056), answered with camt.029: `CNCL` while the money is still here, and the payment is
 * rejected; `RJCR` for what came back, was rejected, or never arrived. What has left comes back if the recipient's account
 * number says so (magic-undos.ts): `CNCL`, after `PDCR` perhaps, and a pacs.004 on the next banking day.
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
    events: answers.flatMap(({ events }) => events),
    cancelled: [...new Set(answers.flatMap(({ cancelled }) => (cancelled === undefined ? [] : [cancelled])))],
  };
}

interface Answer {
  readonly events: readonly BankEvent[];
  readonly cancelled: string | undefined;
}

/** How long the recipient's bank takes to decide, in banking days. */
const DECIDED_AFTER = 2;

function answer(
  file: CustomerFile,
  { request, transfer }: { readonly request: Request; readonly transfer: TransferToCancel },
): Answer {
  const transaction = transactionOf(transfer);
  const payment = findPayment(file.books, transaction);
  const at = checkedAt(file.receivedAt);
  const cancellation = (
    confirmation: CancellationEvent["confirmation"],
    reason?: StatusReason,
    when = at,
  ): CancellationEvent => ({
    kind: "cancellation",
    at: when,
    caseId: transfer.CxlId ?? request.Assgnmt.Id,
    caseCreator: creatorOf(request),
    confirmation,
    transaction,
    original: payment?.original ?? {
      messageId: transfer.OrgnlGrpInf?.OrgnlMsgId ?? "UNKNOWN",
      messageName: transfer.OrgnlGrpInf?.OrgnlMsgNmId ?? "UNKNOWN",
    },
    ...(reason === undefined ? {} : { reason }),
  });
  const reason = rejectionOf(file, payment);
  if (payment === undefined || reason !== undefined)
    return { events: [cancellation("RJCR", reason)], cancelled: undefined };
  const { hasLeft } = moneyAt(file.books, payment, instantAfter(file.receivedAt, 0));
  if (!hasLeft) return { events: [cancellation("CNCL"), stopped(payment, at)], cancelled: payment.paymentId };
  const { recall } = undoOf(payment.payee?.accountNumber);
  const decided = recall.isPendingFirst ? wholeSecond(returnedAt(new Date(at), DECIDED_AFTER)) : at;
  const first = recall.isPendingFirst ? [cancellation("PDCR", reasonOf("NARR", "The recipient was asked"))] : [];
  if (recall.outcome === "refused")
    return {
      events: [...first, cancellation("RJCR", reasonOf("CUST", "The recipient does not agree to a return"), decided)],
      cancelled: undefined,
    };
  const backAt = returnedAt(new Date(decided), 1);
  return {
    events: [...first, cancellation("CNCL", undefined, decided), ...returned(transferOf(payment), backAt, "FOCR")],
    cancelled: undefined,
  };
}

const transferOf = (payment: BankPayment) => ({
  payment,
  networkReference: undefined,
  clearingSystem: undefined,
  creditorName: payment.payee?.name ?? "",
  remittance: undefined,
});

/** The payment is not made, at its customer's request. */
const stopped = (payment: BankPayment, at: string): BankEvent => ({
  kind: "paymentStatus",
  paymentId: payment.paymentId,
  channel: payment.channel,
  original: payment.original,
  batchId: payment.batchId,
  copy: 0,
  at,
  status: { original: payment.transaction, status: "RJCT", reasons: [reasonOf("CUST", "Cancelled at your request")] },
});

/** ExternalPaymentCancellationRejection1Code. */
function rejectionOf({ books, receivedAt }: CustomerFile, payment: BankPayment | undefined): StatusReason | undefined {
  if (payment === undefined) return reasonOf("NOOR", "The bank has not received this payment");
  if (payment.channel === "pain.002" && payment.method === "ach")
    return reasonOf("AGNT", "ACH entries are taken back by reversing entries");
  const now = instantAfter(receivedAt, 0);
  if (books.cancelledAt.has(payment.paymentId)) return reasonOf("NOOR", "The payment was cancelled before");
  const { hasReturned } = moneyAt(books, payment, now);
  if (hasReturned) return reasonOf("ARDT", "The payment was returned before");
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
