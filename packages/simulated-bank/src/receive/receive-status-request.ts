import type { MessageContent, OriginalMessage } from "bursar-bank-formats/iso20022";
import type { PaymentStatusEvent } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, unreadableMessage } from "./bank-decision.ts";
import { findPayment, statusAt, transactionOf } from "./find-payment.ts";
import { readCustomerMessage } from "./read-customer-message.ts";

const FORMAT = "pacs.028";
type Request = NonNullable<MessageContent<"pacs.028.001.03">["TxInf"]>[number];

/**
 * What happened to payments (pacs.028): the last status of each, `ACSP` while the bank is working on it, and a rejection for
 * payments that never arrived. A payment that the bank never answers stays unanswered.
 */
export function receiveStatusRequest(file: CustomerFile): BankDecision {
  const read = readCustomerMessage(file.content, ["pacs.028.001.03"], { isEnvelopeAllowed: true });
  if ("problems" in read) return unreadableMessage(file, FORMAT, read.problems);
  const events = (read.message.content.TxInf ?? []).flatMap((request) => answer(file, request));
  return { format: FORMAT, keys: [], payments: [], events, cancelled: [] };
}

function answer(file: CustomerFile, request: Request): readonly PaymentStatusEvent[] {
  const at = checkedAt(file.receivedAt, { isRealTime: true });
  const transaction = transactionOf(request);
  const payment = findPayment(file.books, transaction);
  const answered = { kind: "paymentStatus", channel: "pacs.002", at, copy: 0 } as const;
  if (payment === undefined) {
    const original: OriginalMessage = {
      messageId: request.OrgnlGrpInf?.OrgnlMsgId ?? "UNKNOWN",
      messageName: request.OrgnlGrpInf?.OrgnlMsgNmId ?? "UNKNOWN",
    };
    const reasons = [reasonOf("NOOR", "The bank has not received this payment")];
    return [{ ...answered, original, batchId: "", status: { original: transaction, status: "RJCT", reasons } }];
  }
  if (payment.isSilent) return [];
  const current = statusAt(file.books, payment, at);
  const { original, batchId } = payment;
  const status = current?.status ?? { original: payment.transaction, status: "ACSP" };
  return [{ ...answered, original, batchId, status }];
}
