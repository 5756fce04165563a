import { Badge } from "@mantine/core";
import type { ApprovalRequestStatus, RecipientInvite, Transaction, Webhook } from "../../api/generated/types.gen.ts";
import { statusNames } from "../money/transaction-labels.ts";

/** The states of the contract, and those of users (locked) and tokens (revoked). */
type ShownState =
  | Transaction["status"]
  | ApprovalRequestStatus
  | Webhook["status"]
  | RecipientInvite["status"]
  | "locked"
  | "revoked";

/** Labels and colors of API states. Gray means done; other colors ask for attention. */
const states: Readonly<Record<ShownState, { readonly label: string; readonly color: string }>> = {
  pending: { label: statusNames.pending, color: "blue" },
  sent: { label: statusNames.sent, color: "evergreen" },
  cancelled: { label: statusNames.cancelled, color: "gray" },
  failed: { label: statusNames.failed, color: "red" },
  blocked: { label: statusNames.blocked, color: "orange" },
  reversed: { label: statusNames.reversed, color: "red" },
  pendingApproval: { label: "Needs approval", color: "yellow" },
  approved: { label: "Approved", color: "evergreen" },
  rejected: { label: "Rejected", color: "red" },
  active: { label: "Active", color: "evergreen" },
  locked: { label: "Locked", color: "red" },
  disabled: { label: "Disabled", color: "red" },
  paused: { label: "Paused", color: "gray" },
  deleted: { label: "Deleted", color: "gray" },
  revoked: { label: "Revoked", color: "gray" },
  created: { label: "Pending", color: "blue" },
  completed: { label: "Completed", color: "evergreen" },
  expired: { label: "Expired", color: "gray" },
};

/** Accounts have more states, shown by their own names. */
const lookUp: Readonly<Record<string, (typeof states)[ShownState] | undefined>> = states;

export function StatusBadge({ status, label }: { readonly status: string; readonly label?: string }) {
  const state = lookUp[status];
  return (
    <Badge miw="max-content" variant="light" size="sm" radius="sm" color={state?.color ?? "gray"} tt="none" fw={550}>
      {label ?? state?.label ?? status}
    </Badge>
  );
}

/** An incoming transaction that was sent has been received. */
export const TransactionStatusBadge = ({ status, amount }: Pick<Transaction, "status" | "amount">) =>
  status === "sent" && amount > 0 ? <StatusBadge status={status} label="Received" /> : <StatusBadge status={status} />;
