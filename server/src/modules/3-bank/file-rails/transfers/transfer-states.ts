import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** A wire or a real-time payment at the bank: what the bank has said about it. */
export const transferStates = stateTable({
  title: "Wires and real-time payments at the bank",
  table: "transfers",
  column: "state",
  states: {
    planned: "its identifications are fixed; its message is not stored yet",
    sent: "its message goes to the bank, or the bank has it and has not decided",
    unknown: "the bank did not answer in time: it was asked what happened to the payment, which is never sent again",
    settled: "the bank has paid it",
    rejected: "the bank will not pay it",
    blocked: "the bank's screening stopped it",
    returned: "the money came back",
    withdrawn: "its message was not sent",
  },
  initial: ["planned"],
  columns: {
    decided_at: { set: ["settled", "rejected", "blocked", "returned"] },
    ask_at: { set: [], either: ["sent", "unknown"] },
  },
  moves: {
    plan: { from: ["withdrawn"], to: "planned", when: "It goes into another message" },
    withdraw: { from: ["planned", "sent"], to: "withdrawn", when: "Its message will not be sent" },
    write: { from: ["planned"], to: "sent", when: "Its message is stored" },
    ask: { from: ["sent", "unknown"], to: "unknown", when: "Real time: no answer has come, and the bank is asked" },
    settle: { from: ["sent", "unknown"], to: "settled", when: "The bank says that it was settled" },
    reject: { from: ["sent", "unknown"], to: "rejected", when: "The bank says that it was rejected" },
    block: { from: ["sent", "unknown"], to: "blocked", when: "The bank says that screening stopped it" },
    return: { from: ["sent", "unknown", "settled"], to: "returned", when: "The bank returns the money" },
  },
});
export type TransferState = StatesOf<typeof transferStates>;
export type TransferTrigger = TriggersOf<typeof transferStates>;
