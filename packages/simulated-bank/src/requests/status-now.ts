import type { StatusReason } from "bursar-bank-formats/iso20022";
import type { BankPayment, PaymentStatusEvent } from "../state/bank-event.ts";

/** What the bank says about a payment at an instant, in an answer to its file. */
export function statusNow(
  { payment, at }: { readonly payment: BankPayment; readonly at: string },
  status: string,
  reason?: StatusReason,
): PaymentStatusEvent {
  const { paymentId, channel, original, batchId, transaction } = payment;
  return {
    kind: "paymentStatus",
    at,
    paymentId,
    channel,
    original,
    batchId,
    copy: 0,
    status: { original: transaction, status, ...(reason === undefined ? {} : { reasons: [reason] }) },
  };
}
