import type { ApprovalRequestStatus, RecipientInvite, Transaction, Webhook } from "../../api/generated/types.gen.ts";
import { statusNames } from "../money/transaction-labels.ts";
import classes from "./status-badge.module.css";

/** The states of the contract, and those of users (locked) and tokens (revoked). */
type ShownState =
  | Transaction["status"]
  | ApprovalRequestStatus
  | Webhook["status"]
  | RecipientInvite["status"]
  | "locked"
  | "revoked"
  | "sentBack"
  | "answered";

/** The style of a badge (status-badge.module.css). Gray means done; other colors ask for attention. */
type Tone = "gray" | "green" | "blue" | "yellow" | "orange" | "red";

/** Labels and colors of API states. */
const states: Readonly<Record<ShownState, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: statusNames.pending, tone: "blue" },
  sent: { label: statusNames.sent, tone: "green" },
  cancelled: { label: statusNames.cancelled, tone: "gray" },
  failed: { label: statusNames.failed, tone: "red" },
  blocked: { label: statusNames.blocked, tone: "orange" },
  reversed: { label: statusNames.reversed, tone: "red" },
  pendingApproval: { label: "Needs approval", tone: "yellow" },
  sentBack: { label: "Sent back", tone: "orange" },
  answered: { label: "Answered", tone: "green" },
  approved: { label: "Approved", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
  active: { label: "Active", tone: "green" },
  locked: { label: "Locked", tone: "red" },
  disabled: { label: "Disabled", tone: "red" },
  paused: { label: "Paused", tone: "gray" },
  deleted: { label: "Deleted", tone: "gray" },
  revoked: { label: "Revoked", tone: "gray" },
  created: { label: "Pending", tone: "blue" },
  completed: { label: "Completed", tone: "green" },
  expired: { label: "Expired", tone: "gray" },
};

/** Accounts have more states, shown by their own names. */
const lookUp: Readonly<Record<string, (typeof states)[ShownState] | undefined>> = states;

/** A plain element, because tables hold many badges. */
export function StatusBadge({ status, label }: { readonly status: string; readonly label?: string }) {
  const state = lookUp[status];
  return (
    <span className={classes["badge"]} data-tone={state?.tone ?? "gray"}>
      {label ?? state?.label ?? status}
    </span>
  );
}

/** An incoming transaction that was sent has been received. */
export const TransactionStatusBadge = ({ status, amount }: Pick<Transaction, "status" | "amount">) =>
  status === "sent" && amount > 0 ? <StatusBadge status={status} label="Received" /> : <StatusBadge status={status} />;
