import type { ApprovalRequestStatus } from "#api/generated/types.gen.ts";

type RequestStatus = ApprovalRequestStatus;
/** `sentBack`: pending, with a question that waits for an answer. */
export type QueueStatus = RequestStatus | "sentBack" | "all";

/** Labels of the statuses of a request, in the order of the filter. */
export const queueStatusNames: Readonly<Record<QueueStatus, string>> = {
  pendingApproval: "Pending",
  sentBack: "Sent back",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  all: "All statuses",
};

/** The status shown when the URL names none. */
export const SHOWN_FIRST = "pendingApproval" satisfies QueueStatus;

/** The status in the API's terms. */
export const statusQueryOf = (status: QueueStatus) =>
  status === "sentBack" ? ({ status: SHOWN_FIRST, sentBack: "true" } as const) : { status };

export const isQueueStatus = (value: unknown): value is QueueStatus =>
  typeof value === "string" && Object.hasOwn(queueStatusNames, value);
