import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * The contents of an ACH file. Whether its bytes reached the bank is the state of the bank file; this is about the
 * payments in it.
 */
export const achFileStates = stateTable({
  title: "ACH files",
  table: "ach_files",
  column: "state",
  states: {
    planned: "its payments and numbers are fixed; its content is not stored yet",
    written: "its content is stored, and it is sent to the bank",
    rehearsed: "its content is stored, but not sent, because the connection is in rehearsal; its payments failed",
    accepted: "the bank accepted it: its payments are confirmed when they settle",
    rejected: "the bank rejected it: its payments failed",
    dropped:
      "its connection was removed before its content was stored, or nothing in it was left: its payments wait for another one",
  },
  initial: ["planned"],
  columns: {
    written_at: { set: ["written", "rehearsed", "accepted", "rejected"] },
    answered_at: { set: ["accepted", "rejected"] },
  },
  moves: {
    drop: { from: ["planned"], to: "dropped", when: "Its connection is no longer in use, or nothing in it is left" },
    replan: { from: ["planned"], to: "planned", when: "Its cut-off passed before its content was stored" },
    write: { from: ["planned"], to: "written", when: "Its content is stored" },
    rehearse: { from: ["planned"], to: "rehearsed", when: "Its content is stored, and the connection is in rehearsal" },
    accept: { from: ["written"], to: "accepted", when: "The bank accepts it, or returns one of its entries" },
    reject: {
      from: ["written", "accepted"],
      to: "rejected",
      when: "The bank rejects it, and none of its payments was confirmed",
    },
  },
});
export type AchFileState = StatesOf<typeof achFileStates>;
