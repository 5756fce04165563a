import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** A recipient that resembles an entry on a list. Each decision takes two people (decide-case.ts). */
export const caseStates = stateTable({
  title: "Cases of screening",
  table: "screening_cases",
  column: "state",
  states: {
    open: "two people have to decide; payments to the recipient wait",
    cleared: "not the same: payments leave, and the match is not raised again for these names and addresses",
    confirmed: "the same: payments are blocked",
  },
  initial: ["open"],
  columns: {
    reason: { set: ["cleared", "confirmed"] },
    proposed_by: { set: ["cleared", "confirmed"] },
    decided_by: { set: ["cleared", "confirmed"] },
    decided_at: { set: ["cleared", "confirmed"] },
  },
  moves: {
    clear: {
      from: ["open", "confirmed"],
      to: "cleared",
      when: "Two people decide that the recipient is not on the list",
      refusal: "screeningCaseDecided",
    },
    confirm: {
      from: ["open", "cleared"],
      to: "confirmed",
      when: "Two people decide that the recipient is on the list",
      refusal: "screeningCaseDecided",
    },
  },
});
export type CaseState = StatesOf<typeof caseStates>;
export type CaseVerdict = TriggersOf<typeof caseStates>;
export const caseVerdicts = ["clear", "confirm"] as const satisfies readonly CaseVerdict[];
