import { countText } from "../../../ui/page/count-text.ts";
import type { ApprovalBatch } from "./use-batch.ts";

const grouped = new Intl.NumberFormat("en-US");

/** "1 payment", "1,204 payments" */
export const paymentsText = (count: number): string => countText(count, "payment");

type Verb = "approve" | "reject" | "withdraw";

export const verbWords = {
  approve: { button: "Approve", doing: "Approving", done: "approved" },
  reject: { button: "Reject", doing: "Rejecting", done: "rejected" },
  withdraw: { button: "Withdraw", doing: "Withdrawing", done: "withdrawn" },
} as const satisfies Readonly<Record<Verb, object>>;

/** The badges of a batch whose requests all have the same outcome. */
const outcomeBadges = [
  { status: "approved", label: "Approved" },
  { status: "rejected", label: "Rejected" },
  { status: "cancelled", label: "Withdrawn" },
] as const;

/** What a batch is about: the payments that wait, or, when none does, all of them. */
export const sumOfBatch = ({ waiting, arrived }: ApprovalBatch) => (waiting.count > 0 ? waiting : arrived);

/** The state in two or three words, with the style of a request's state. */
export function stateOfBatch(batch: ApprovalBatch): { readonly status: string; readonly label: string } {
  const { state, decision, arrived, announced, waiting, approved, rejected, withdrawn, allowedActions } = batch;
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
  if (waiting.count === 0) {
    const outcome = [approved, rejected, withdrawn].findIndex(({ count }) => count === arrived.count);
    return outcomeBadges[outcome] ?? { status: "completed", label: "Completed" };
  }
  return { status: "pendingApproval", label: allowedActions.includes("approve") ? "Your approval" : "Pending" };
}
