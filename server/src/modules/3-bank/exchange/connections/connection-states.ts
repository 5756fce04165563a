import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** A connection to a bank. Only an operator moves it, on the command line (ADR 0050). */
export const connectionStates = stateTable({
  title: "Bank connections",
  table: "bank_connections",
  column: "state",
  states: {
    draft: "is being set up and carries no payments",
    rehearsal: "files are written, validated, and shown, but not sent",
    live: "files are sent to the bank",
    removed: "permanently removed: its secrets are erased",
  },
  initial: ["draft"],
  columns: {
    secrets: { set: [], either: ["draft", "rehearsal", "live"] },
    live_at: { set: ["live"], either: ["removed"] },
    removed_at: { set: ["removed"] },
  },
  moves: {
    rehearse: {
      from: ["draft"],
      to: "rehearsal",
      when: "An operator starts the rehearsal, after a test that passed",
      refusal: "bankConnectionInState",
    },
    goLive: {
      from: ["rehearsal"],
      to: "live",
      when: "An operator goes live, after a test that passed",
      refusal: "bankConnectionInState",
    },
    remove: {
      from: ["draft", "rehearsal", "live"],
      to: "removed",
      when: "An operator removes it; its accounts have no connection for the rail",
      refusal: "resourceNotFound",
    },
  },
});
export type ConnectionState = StatesOf<typeof connectionStates>;
export type ConnectionTrigger = TriggersOf<typeof connectionStates>;
