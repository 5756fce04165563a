import {
  approveSendMoneyRequest,
  approveTransferRequest,
  rejectSendMoneyRequest,
  rejectTransferRequest,
  withdrawSendMoneyRequest,
  withdrawTransferRequest,
} from "../../api/generated/sdk.gen.ts";
import type { ListApprovalsResponse, ReviewRequestResponse } from "../../api/generated/types.gen.ts";

export type QueueRow = ListApprovalsResponse["requests"][number];
export type Review = ReviewRequestResponse;

/** A request as a decision names it: with the version the person has seen. */
export interface Decidable {
  readonly requestId: string;
  readonly kind: "payment" | "transfer";
  readonly version: number;
}

export type Decision =
  | { readonly verb: "approve" }
  | { readonly verb: "reject"; readonly reason: string }
  | { readonly verb: "withdraw"; readonly reason: string };

/** Sends the decision; resolves to the request as it is afterwards. Throws the service's refusal. */
export async function decide({ requestId, kind, version }: Decidable, decision: Decision) {
  const path = { requestId };
  const transfer = kind === "transfer";
  if (decision.verb === "approve") {
    const call = { path, body: { version }, throwOnError: true } as const;
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

/** What became of a request after an approval, in a few words. */
export function afterApproval({
  status,
  transactionId,
}: {
  readonly status: string;
  readonly transactionId: string | null;
}): string {
  if (status !== "approved") return "Approved by you; more approvals are needed";
  return transactionId === null ? "Approved; it is paid on its day" : "Approved and paid";
}
