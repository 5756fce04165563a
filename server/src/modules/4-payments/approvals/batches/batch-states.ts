import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** What approvers see of a batch must not grow under their eyes, so nothing joins it once it is submitted. */
export const batchStates = stateTable({
  title: "Batches of approval requests",
  table: "approval_batches",
  column: "state",
  states: {
    open: "its creator adds requests to it; it cannot be approved yet",
    submitted: "complete, and decided as one; requests can leave it but not join it",
    ungrouped: "its open requests left it, and are decided one by one",
  },
  initial: ["open", "submitted"],
  columns: { submitted_at: { set: ["submitted"], either: ["ungrouped"] } },
  moves: {
    add: { from: ["open"], to: "open", when: "Its creator requests a payment in it", refusal: "batchNotOpen" },
    submit: { from: ["open"], to: "submitted", when: "Its creator submits it", refusal: "batchNotOpen" },
    remove: {
      from: ["submitted"],
      to: "submitted",
      when: "Its creator or an approver removes requests",
      refusal: "batchNotSubmitted",
    },
    approve: {
      from: ["submitted"],
      to: "submitted",
      when: "An approver approves its requests",
      refusal: "batchNotSubmitted",
    },
    reject: {
      from: ["submitted"],
      to: "submitted",
      when: "An approver rejects its requests",
      refusal: "batchNotSubmitted",
    },
    withdraw: {
      from: ["submitted"],
      to: "submitted",
      when: "The requester or an administrator withdraws its requests",
      refusal: "batchNotSubmitted",
    },
    ungroup: {
      from: ["open", "submitted"],
      to: "ungrouped",
      when: "Its creator or an approver dissolves it",
      refusal: "batchUngrouped",
    },
  },
});
export type BatchState = StatesOf<typeof batchStates>;

/** A decision is carried out request by request, by a job. */
export const batchDecisionStates = stateTable({
  title: "Decisions about batches",
  table: "approval_batch_decisions",
  column: "state",
  states: {
    running: "requests of the batch are being decided, one after the other",
    done: "each was decided, or refused with a reason",
  },
  initial: ["running"],
  columns: { ended_at: { set: ["done"] } },
  moves: { finish: { from: ["running"], to: "done", when: "No request is left" } },
});
export type BatchDecisionState = StatesOf<typeof batchDecisionStates>;

/** What happened to one request of such a decision, written in the transaction that decides the request. */
export const batchItemStates = stateTable({
  title: "Requests of a decision about a batch",
  table: "approval_batch_items",
  column: "state",
  states: {
    waiting: "not decided yet",
    decided: "decided as the user wanted",
    refused: "not decided, for the reason given",
  },
  initial: ["waiting"],
  columns: { code: { set: ["refused"] }, message: { set: ["refused"] } },
  moves: {
    decide: { from: ["waiting"], to: "decided", when: "Its decision commits" },
    refuse: { from: ["waiting"], to: "refused", when: "Its decision is refused" },
  },
});
export type BatchItemState = StatesOf<typeof batchItemStates>;
