import { beginStep, currentSpan, firstSpanOf } from "#kernel/telemetry/spans.ts";
import type { PreparedPayment } from "./payment.ts";

/**
 * The first span of a payment's trace: from the arrival of the request that made it until its commit. Both name each
 * other, because the request's trace may be the client's. Call once it is committed.
 */
export function traceAcceptance(payment: Pick<PreparedPayment, "transactionId" | "organizationId" | "method">): void {
  const { transactionId: id, organizationId, method } = payment;
  const doer = currentSpan();
  beginStep({ kind: "transaction", id }, "payment accepted", {
    isFirst: true,
    ...(doer !== undefined && { startedAtMs: doer.startedAtMs }),
    attributes: {
      "bursar.organization_id": organizationId,
      "bursar.payment_method": method,
      // Of the request, or none: a scheduled payment is made by a job.
      "http.request.method": doer?.get("http.request.method"),
      "http.route": doer?.get("http.route"),
      "bursar.request_id": doer?.get("bursar.request_id"),
      "bursar.job": doer?.get("bursar.job"),
    },
  })?.end();
  doer?.set({ "bursar.transaction_id": id });
  doer?.link(firstSpanOf({ id }));
}
