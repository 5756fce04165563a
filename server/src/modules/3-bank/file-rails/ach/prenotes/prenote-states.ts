import { stateTable } from "#kernel/states/state-table.ts";

/** A prenote: a zero-dollar entry that the receiver's bank checks before the first payment to an account. */
export const achPrenoteStates = stateTable({
  title: "ACH prenotes",
  table: "ach_prenotes",
  column: "state",
  states: {
    filed: "it is in a file; payments to the account wait until the third banking day after its settlement",
    returned: "the receiver's bank returned it: payments to these bank details fail",
    corrected: "the receiver's bank corrected the bank details: payments to the former ones fail",
  },
  initial: ["filed"],
  columns: { code: { set: ["returned", "corrected"] } },
  moves: {
    return: { from: ["filed"], to: "returned", when: "The receiver's bank returns it" },
    correct: { from: ["filed"], to: "corrected", when: "A notification of change corrects the bank details" },
  },
});
