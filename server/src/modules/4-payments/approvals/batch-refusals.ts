import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** 403: this caller may not do it. 409: the batch is not, or no longer, as the caller has read it. */
export const batchRefusals = {
  batchNotOpen: {
    status: 409,
    title: "The batch was already submitted or ungrouped",
    message: "This batch is already {state}. Payments cannot be added to it.",
  },
  batchFull: {
    status: 409,
    title: "The batch has as many requests as were announced",
    message: "This batch already has all {count} payments that were announced.",
  },
  notBatchCreator: {
    status: 403,
    title: "The batch was created by another user, or the caller is not a signed-in user",
    message: "Only the signed-in user who created this batch can add payments to it or submit it.",
  },
  mayNotChangeBatch: {
    status: 403,
    title: "The user neither created the batch nor requested its payments, and may not approve payments",
    message: "Only users who may approve payments, or the requester of every payment, can group or remove them.",
  },
  batchIncomplete: {
    status: 409,
    title: "The batch does not have the requests with which it was submitted",
    message: "This batch has {count} payments of {total} USD in total. Check them, and submit it again.",
  },
  batchNotSubmitted: {
    status: 409,
    title: "The batch is not complete yet, or was ungrouped",
    message: "This batch is {state}. Only a submitted batch can be decided or changed.",
  },
  batchUngrouped: {
    status: 409,
    title: "The batch was already ungrouped",
    message: "This batch is already ungrouped. Its requests are decided one by one.",
  },
  batchChanged: {
    status: 409,
    title: "The content of the batch changed after it was read",
    message: "This batch has changed since you opened it. Review it and decide again; nothing was decided.",
  },
  batchDecisionRunning: {
    status: 409,
    title: "A decision about the batch is being carried out",
    message: "Another decision about this batch is being carried out. Try again when it is done.",
  },
  batchDecided: {
    status: 409,
    title: "No request of the batch waits for a decision",
    message: "No payment of this batch waits for a decision. Reload it to see what was decided.",
  },
  batchNotCovered: {
    status: 400,
    title: "The payments of the batch exceed the available balance of an account",
    message:
      "The payments from {account} add up to {total} USD, but only {available} USD is available. Nothing was paid. Add money, or remove payments from the batch.",
  },
  requestNotInBatch: {
    status: 409,
    title: "The request is not in the batch, or no longer waits for a decision",
    message: "A payment is no longer in this batch or is already decided. Nothing was changed.",
  },
  requestNotGroupable: {
    status: 409,
    title: "The request does not exist, no longer waits for a decision, or is in a batch",
    message: "A request no longer waits for a decision or is already in a batch. Nothing was changed.",
  },
} as const satisfies RefusalTable;

export const refuseBatch = refuser(batchRefusals);
