import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/**
 * An approval request, from the request to the transaction it becomes. It holds no funds while it waits (decision S5).
 * The last approval pays at once or, for a later day, schedules the payment; a scheduled one that cannot be paid on its
 * day is open again and needs new approvals. One rejection is final.
 */
export const requestStates = stateTable({
  title: "Approval requests",
  table: "approval_requests",
  column: "status",
  states: {
    pendingApproval: "waits for approvals, or could not be paid (`problem` says why)",
    approvedScheduled: "approved, and paid on its day",
    approved: "approved and paid",
    rejected: "a person rejected it",
    cancelled: "its requester or an administrator withdrew it",
  },
  initial: ["pendingApproval"],
  columns: {
    decided_at: { set: ["approvedScheduled", "approved", "rejected", "cancelled"] },
    transaction_id: { set: ["approved"] },
    due_at: { set: ["approvedScheduled"], either: ["pendingApproval", "approved", "rejected", "cancelled"] },
    // A reason belongs to an open request: it is cleared when the request is decided, also by withdrawing it.
    problem: { set: [], either: ["pendingApproval"] },
  },
  moves: {
    approve: {
      from: ["pendingApproval"],
      // The status stays: how many approvals there are follows from the reviews.
      to: "pendingApproval",
      when: "A person approves it, and more approvals are needed",
      refusal: "requestAlreadyDecided",
    },
    schedule: {
      from: ["pendingApproval"],
      to: "approvedScheduled",
      when: "The last approval is given before its day",
      refusal: "requestAlreadyDecided",
    },
    pay: {
      from: ["pendingApproval", "approvedScheduled"],
      to: "approved",
      when: "The last approval is given, or the scheduled day comes, and the money moves",
    },
    reopen: {
      from: ["approvedScheduled"],
      to: "pendingApproval",
      when: "It cannot be paid on its day, or its approvals no longer count, for example because a rehearsal ended",
    },
    reject: {
      from: ["pendingApproval"],
      to: "rejected",
      when: "A person rejects it",
      refusal: "requestAlreadyDecided",
    },
    withdraw: {
      // One that is scheduled has moved no money yet.
      from: ["pendingApproval", "approvedScheduled"],
      to: "cancelled",
      when: "Its requester or an administrator withdraws it",
      refusal: "requestAlreadyDecided",
    },
  },
});
export type StoredStatus = StatesOf<typeof requestStates>;
export type RequestTrigger = TriggersOf<typeof requestStates>;

/** What clients see (wire contract §2.2): approved and scheduled are one status to them. */
export type RequestStatus = Exclude<StoredStatus, "approvedScheduled">;
export const publicStatusOf = (status: StoredStatus): RequestStatus =>
  status === "approvedScheduled" ? "approved" : status;
/** The statuses of the API, each once. */
export const requestStatuses: readonly RequestStatus[] = [...new Set(requestStates.states.map(publicStatusOf))];
/** The stored statuses that clients see as this one. */
export const storedStatusesOf = (status: RequestStatus): readonly StoredStatus[] =>
  requestStates.states.filter((stored) => publicStatusOf(stored) === status);

/** Those that may still be paid: not decided, or approved for a day to come. */
export const openStatuses: readonly StoredStatus[] = requestStates.statesBefore("pay");
