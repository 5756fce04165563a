import {
  approveSendMoneyRequest,
  approveTransferRequest,
  rejectSendMoneyRequest,
  rejectTransferRequest,
  withdrawSendMoneyRequest,
  withdrawTransferRequest,
} from "../../api/generated/sdk.gen.ts";
import type { ApprovalQueueItem, RequestReview } from "../../api/generated/types.gen.ts";
import { shownMethods } from "../../ui/money/payment-methods.ts";
import { formatBankInstant, formatDay } from "../../ui/page/when.tsx";

export type QueuedRequest = ApprovalQueueItem;
export type ReviewedRequest = RequestReview;

export const isDecidable = ({ allowedActions }: QueuedRequest): boolean =>
  allowedActions.includes("approve") || allowedActions.includes("reject");

/** A decision names the version that the user has seen. */
export interface Decidable {
  readonly requestId: string;
  readonly kind: "payment" | "transfer";
  readonly version: number;
}

export type Decision =
  | { readonly verb: "approve"; readonly seenAttachmentIds?: string[] | undefined }
  | { readonly verb: "reject"; readonly reason: string }
  | { readonly verb: "withdraw"; readonly reason: string };

export type VerbOfDecision = Decision["verb"];

/** Resolves to the request after the decision. Throws an ApiError. */
export async function decide({ requestId, kind, version }: Decidable, decision: Decision) {
  const path = { requestId };
  const transfer = kind === "transfer";
  if (decision.verb === "approve") {
    const { seenAttachmentIds: seen } = decision;
    const body = seen === undefined ? { version } : { version, seenAttachmentIds: seen };
    const call = { path, body, throwOnError: true } as const;
    return (await (transfer ? approveTransferRequest(call) : approveSendMoneyRequest(call))).data;
  }
  if (decision.verb === "reject") {
    const call = { path, body: { version, reason: decision.reason }, throwOnError: true } as const;
    return (await (transfer ? rejectTransferRequest(call) : rejectSendMoneyRequest(call))).data;
  }
  const reason = decision.reason.trim();
  const call = { path, body: { version, ...(reason === "" ? {} : { reason }) }, throwOnError: true } as const;
  return (await (transfer ? withdrawTransferRequest(call) : withdrawSendMoneyRequest(call))).data;
}

/** The scheduled date; null for transfers and payments sent on approval. */
export const sendOnOf = ({ request }: ReviewedRequest): string | null =>
  "scheduledSendDate" in request ? request.scheduledSendDate : null;

export const methodOf = ({ request }: ReviewedRequest) => ("paymentMethod" in request ? request.paymentMethod : null);

/** Instant payments and transfers move at once; everything else waits for the bank's next cutoff. */
function movesAtOnce(review: ReviewedRequest): boolean {
  const method = methodOf(review);
  return method === null || shownMethods[method].isInstant;
}

/** Completes a sentence: "This is the last approval needed: …". */
export function whatLastApprovalDoes(review: ReviewedRequest): string {
  const sendOn = sendOnOf(review);
  if (sendOn !== null) return `it will be paid on ${formatDay(sendOn)}`;
  if (movesAtOnce(review)) return "the money moves immediately";
  return review.outlook === null
    ? "the money leaves with the bank's next batch of this kind"
    : `the money leaves ${formatBankInstant(review.outlook.leavesAt)}`;
}

interface AfterApproval {
  readonly status: string;
  readonly transactionId: string | null;
}

/** What an approval led to. `review` is the request as it was before. */
export function afterApproval({ status, transactionId }: AfterApproval, review?: ReviewedRequest): string {
  if (status !== "approved") return "Approved. More approvals are needed.";
  if (review === undefined) return "Approved";
  if (transactionId === null)
    return sendOnOf(review) === null ? "Approved, not yet paid" : `Approved: ${whatLastApprovalDoes(review)}`;
  if (review.kind === "transfer") return "Approved and transferred";
  return movesAtOnce(review) ? "Approved and sent" : `Approved: ${whatLastApprovalDoes(review)}`;
}
