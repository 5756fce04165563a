import type { ApprovalBatch } from "./use-batch.ts";

const grouped = new Intl.NumberFormat("en-US");

/** "1 payment", "1,204 payments" */
export const paymentsText = (count: number): string =>
  `${grouped.format(count)} ${count === 1 ? "payment" : "payments"}`;

/** "1 more payment", "1,204 more payments" */
export const morePaymentsText = (count: number): string =>
  `${grouped.format(count)} more ${count === 1 ? "payment" : "payments"}`;

type Verb = "approve" | "reject" | "withdraw";

export const verbWords = {
  approve: { button: "Approve", doing: "Approving", done: "approved" },
  reject: { button: "Reject", doing: "Rejecting", done: "rejected" },
  withdraw: { button: "Withdraw", doing: "Withdrawing", done: "withdrawn" },
} as const satisfies Readonly<Record<Verb, object>>;

/** The badge of a batch that one decision settled as a whole. */
const decidedBadges = {
  approve: { status: "approved", label: "Approved" },
  reject: { status: "rejected", label: "Rejected" },
  withdraw: { status: "cancelled", label: "Withdrawn" },
} as const satisfies Readonly<Record<Verb, object>>;

/** What a batch is about: the payments that wait, or, when none does, all of them. */
export const sumOfBatch = ({ waiting, arrived }: ApprovalBatch) => (waiting.count > 0 ? waiting : arrived);

/** The state in two or three words, with the style of a request's state. */
export function stateOfBatch(batch: ApprovalBatch): { readonly status: string; readonly label: string } {
  const { state, decision, arrived, announced, waiting, allowedActions } = batch;
  if (decision?.state === "running") {
    const { doing } = verbWords[decision.verb];
    const settled = decision.decided + decision.refused;
    return { status: "pending", label: `${doing}: ${grouped.format(settled)} of ${grouped.format(decision.count)}` };
  }
  if (state === "open")
    return {
      status: "paused",
      label: `Incomplete: ${grouped.format(arrived.count)} of ${grouped.format(announced.count)}`,
    };
  if (state === "ungrouped") return { status: "cancelled", label: "Ungrouped" };
  // Requests that were decided one by one, or before, may have different outcomes.
  if (waiting.count === 0)
    return decision?.decided === arrived.count
      ? decidedBadges[decision.verb]
      : { status: "completed", label: "Completed" };
  return { status: "pendingApproval", label: allowedActions.includes("approve") ? "Your approval" : "Pending" };
}
