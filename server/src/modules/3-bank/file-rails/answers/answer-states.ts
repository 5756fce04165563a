import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/**
 * A bank's answer, stored once by its ID when the file that has it is read. Payments apply it when it is due: a
 * confirmation when the payment settles, everything else at once.
 */
export const answerStates = stateTable({
  title: "Answers of the bank",
  table: "file_answers",
  column: "disposition",
  states: {
    waiting: "not due yet, or not applied yet",
    parked: "waits for an earlier answer that has not arrived yet",
    applied: "moved its payment",
    ignored: "repeated, late, or contradictory: changes nothing, now or later",
  },
  initial: ["waiting"],
  // Processes of 0.1.0, which serve during the upgrade, set the time and not the disposition.
  columns: { collected_at: { set: ["applied", "ignored"], either: ["waiting", "parked"] } },
  moves: {
    park: { from: ["waiting"], to: "parked", when: "It is due, and an earlier answer is missing" },
    apply: { from: ["waiting", "parked"], to: "applied", when: "It moves its payment" },
    ignore: { from: ["waiting", "parked"], to: "ignored", when: "It can never move its payment" },
  },
});
export type Disposition = StatesOf<typeof answerStates>;
export type AnswerTrigger = TriggersOf<typeof answerStates>;
