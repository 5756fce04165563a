import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** An attempt to find out whether bank details lead to an account of the payee. */
export const validationStates = stateTable({
  title: "Account validations",
  table: "account_validations",
  column: "state",
  states: {
    pending: "a prenote or two small deposits are in transit, or the payee has not entered the amounts",
    validated: "the payee entered the amounts, or nobody objected to the prenote",
    failed: "a bank returned or corrected an entry, or the payee did not enter the right amounts in time",
    withdrawn: "its file was not sent, so it says nothing",
  },
  initial: ["pending"],
  columns: {
    code: { set: ["failed"] },
    ended_at: { set: ["validated", "failed", "withdrawn"] },
  },
  moves: {
    validate: {
      from: ["pending"],
      to: "validated",
      when: "The payee enters both amounts, or the days pass in which a bank answers a prenote",
      refusal: "verificationUnusable",
    },
    fail: {
      from: ["pending", "validated"],
      to: "failed",
      when: "A bank returns or corrects an entry",
    },
    giveUp: {
      from: ["pending"],
      to: "failed",
      when: "The payee enters wrong amounts three times, or none for fourteen days",
    },
    withdraw: { from: ["pending"], to: "withdrawn", when: "The bank does not get its file" },
  },
});
export type ValidationState = StatesOf<typeof validationStates>;
export type ValidationTrigger = TriggersOf<typeof validationStates>;
