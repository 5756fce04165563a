import type { ListApprovalsResponse } from "../../api/generated/types.gen.ts";

type RequestStatus = ListApprovalsResponse["requests"][number]["status"];
export type QueueStatus = RequestStatus | "all";

/** What people call the states of a request, in the order of the filter. */
export const queueStatusNames: Readonly<Record<QueueStatus, string>> = {
  pendingApproval: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  all: "Every status",
};

/** What the queue shows unless told otherwise. */
export const SHOWN_FIRST = "pendingApproval" satisfies QueueStatus;

export const isQueueStatus = (value: unknown): value is QueueStatus =>
  typeof value === "string" && Object.hasOwn(queueStatusNames, value);
