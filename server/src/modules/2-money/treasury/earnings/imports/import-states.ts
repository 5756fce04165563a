import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** An activity file of a custodian. One that the operator imports is applied at once. */
export const importStates = stateTable({
  title: "Imports of a custodian's activity",
  table: "treasury_imports",
  column: "status",
  states: {
    proposed: "waits for a second person; nothing has changed",
    applied: "its activity is in the account",
    discarded: "declined, withdrawn, or replaced; nothing has changed",
  },
  initial: ["proposed"],
  columns: { decided_at: { set: ["applied", "discarded"] } },
  moves: {
    apply: { from: ["proposed"], to: "applied", when: "A second person confirms it, or nobody else could" },
    discard: { from: ["proposed"], to: "discarded", when: "It is declined, withdrawn, or replaced" },
  },
});
export type ImportStatus = StatesOf<typeof importStates>;
