import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** A recurring payment. What ended or was stopped stays readable; a new one continues it. */
export const recurringStates = stateTable({
  title: "Recurring payments",
  table: "recurring_payments",
  column: "state",
  states: {
    active: "its next occurrence will be requested",
    ended: "its last occurrence was requested, skipped, or refused",
    stopped: "a user stopped it; requests already made remain",
  },
  initial: ["active"],
  columns: {
    next_day: { set: ["active"] },
    request_at: { set: ["active"] },
    ended_at: { set: ["ended", "stopped"] },
  },
  moves: {
    change: {
      from: ["active"],
      to: "active",
      when: "A user saves other terms for the occurrences to come",
      refusal: "recurringPaymentClosed",
    },
    proceed: {
      from: ["active"],
      to: "active",
      when: "An occurrence is requested, skipped, or refused, and another follows",
    },
    end: { from: ["active"], to: "ended", when: "The last occurrence is requested, skipped, or refused" },
    stop: { from: ["active"], to: "stopped", when: "A user stops it", refusal: "recurringPaymentClosed" },
  },
});
export type RecurringState = StatesOf<typeof recurringStates>;
