import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/**
 * A payment that the bank is asked to undo. The money is back only when the payment is `reversed`; the state says how far
 * the request is.
 */
export const undoStates = stateTable({
  title: "Reversals and recalls of payments",
  table: "payment_undos",
  column: "state",
  states: {
    requested: "people have to approve it",
    approved: "it goes to the bank in the next file",
    filed: "it is in a file, whose content is not stored yet",
    sent: "its file goes to the bank, or the bank has it and has not decided",
    pending: "the bank has not decided, and says so",
    granted: "the recipient's bank agrees to return the money, which is on its way",
    succeeded: "the money is back, or the payment was stopped",
    refused: "the bank or the recipient's bank refused it",
    takenBack: "the recipient's bank returned the reversal later, so the recipient has the money again",
    withdrawn: "it was withdrawn before it was sent",
    declined: "an approver declined it",
    expired: "it was not sent in time",
    overtaken: "the payment ended without it",
  },
  initial: ["requested"],
  columns: {
    approved_at: {
      set: ["approved", "filed", "sent", "pending", "granted", "succeeded", "refused", "takenBack"],
      either: ["withdrawn", "expired", "overtaken"],
    },
    file_id: {
      set: ["filed", "sent", "pending", "granted", "succeeded", "refused", "takenBack"],
      either: ["overtaken"],
    },
    sent_at: {
      set: ["sent", "pending", "granted", "succeeded", "refused", "takenBack"],
      either: ["overtaken"],
    },
    code: { set: ["refused", "takenBack"], either: ["pending"] },
    ended_at: {
      set: ["succeeded", "refused", "takenBack", "withdrawn", "declined", "expired", "overtaken"],
    },
  },
  moves: {
    approve: {
      from: ["requested"],
      to: "approved",
      when: "Enough users have approved it",
      refusal: "undoDecided",
    },
    decline: { from: ["requested"], to: "declined", when: "An approver declines it", refusal: "undoDecided" },
    withdraw: {
      from: ["requested", "approved"],
      to: "withdrawn",
      when: "A user withdraws it",
      refusal: "undoOnItsWay",
    },
    expire: { from: ["requested", "approved"], to: "expired", when: "The last file that may carry it has left" },
    file: { from: ["approved"], to: "filed", when: "A file is planned with it" },
    unfile: { from: ["filed"], to: "approved", when: "The file is not written" },
    write: { from: ["filed"], to: "sent", when: "The content of its file is stored" },
    wait: { from: ["sent"], to: "pending", when: "The bank says that it has not decided" },
    resume: { from: ["pending"], to: "sent", when: "Reversal: it settled after all, and can still be returned" },
    grant: {
      from: ["sent", "pending"],
      to: "granted",
      when: "Recall: the recipient's bank agrees",
    },
    refuse: {
      from: ["sent", "pending", "granted"],
      to: "refused",
      when: "The bank rejects it, the recipient's bank refuses it, or the reversing entry is returned",
    },
    succeed: {
      from: ["sent", "pending", "granted", "refused"],
      to: "succeeded",
      when: "The reversing entry was not returned in time, or the bank returns or stops the payment",
    },
    overtake: {
      from: ["requested", "approved", "filed", "sent", "pending"],
      to: "overtaken",
      when: "The payment failed or came back without it",
    },
    takeBack: {
      from: ["succeeded"],
      to: "takenBack",
      when: "Reversal: the recipient's bank returns the entry after the money counted as back",
    },
  },
});
export type UndoState = StatesOf<typeof undoStates>;
export type UndoTrigger = TriggersOf<typeof undoStates>;

/** Nothing else may undo the payment meanwhile. */
export const openUndoStates = [
  "requested",
  "approved",
  "filed",
  "sent",
  "pending",
  "granted",
] as const satisfies readonly UndoState[];
