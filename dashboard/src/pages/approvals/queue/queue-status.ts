import type { ApprovalRequestStatus } from "../../../api/generated/types.gen.ts";

type RequestStatus = ApprovalRequestStatus;
export type QueueStatus = RequestStatus | "all";

/** Labels of the statuses of a request, in the order of the filter. */
export const queueStatusNames: Readonly<Record<QueueStatus, string>> = {
  pendingApproval: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  all: "All statuses",
};

/** The status shown when the URL names none. */
export const SHOWN_FIRST = "pendingApproval" satisfies QueueStatus;

export const isQueueStatus = (value: unknown): value is QueueStatus =>
  typeof value === "string" && Object.hasOwn(queueStatusNames, value);
