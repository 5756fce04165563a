import { type StatesOf, stateTable } from "../../../kernel/states/state-table.ts";

/**
 * A bank's answer, kept once by its id (ADR 0012). Every answer starts as parked, and is applied or ignored in the same
 * commit unless it has to wait for an earlier one. Applied and ignored are final.
 */
export const answerStates = stateTable({
  title: "Answers of the bank",
  table: "rail_answers",
  column: "disposition",
  states: {
    parked: "waits for an earlier answer that has not arrived yet",
    applied: "moved its payment",
    ignored: "repeated, late, or contradictory: changes nothing, now or later",
  },
  initial: ["parked"],
  columns: {},
  moves: {
    apply: { from: ["parked"], to: "applied", when: "It moves its payment" },
    ignore: { from: ["parked"], to: "ignored", when: "It can never move its payment" },
  },
});
export type Disposition = StatesOf<typeof answerStates>;
