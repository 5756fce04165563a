import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** An occurrence of a recurring payment. Without a row, it is planned. */
export const occurrenceStates = stateTable({
  title: "Occurrences of recurring payments",
  table: "recurring_occurrences",
  column: "state",
  states: {
    planned: "it will be requested a week before its payment day",
    skipped: "a user skipped it",
    requested: "its approval request was made",
    refused: "it could not be requested (`problem` says why)",
  },
  initial: ["skipped", "requested", "refused"],
  columns: {
    request_id: { set: ["requested"] },
    problem: { set: ["refused"] },
  },
  moves: {
    skip: {
      from: ["planned"],
      to: "skipped",
      when: "A user skips it before it is requested",
      refusal: "occurrenceNotChangeable",
    },
    restore: {
      from: ["skipped"],
      to: "planned",
      when: "A user restores it before its time has passed, or the schedule changes",
      refusal: "occurrenceNotChangeable",
    },
    request: { from: ["planned"], to: "requested", when: "A week before its payment day" },
    refuse: {
      from: ["planned"],
      to: "refused",
      when: "It cannot be requested: the account, the recipient, its bank details, or the requester is missing",
    },
    retry: {
      from: ["refused"],
      to: "requested",
      when: "A user requests it after all",
      refusal: "occurrenceNotChangeable",
    },
  },
});
export type OccurrenceState = StatesOf<typeof occurrenceStates>;
export type OccurrenceTrigger = TriggersOf<typeof occurrenceStates>;
