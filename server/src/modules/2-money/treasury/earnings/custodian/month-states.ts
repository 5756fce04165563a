import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** The fee of a finished month. The months of `GET /treasury` that have not ended are `pending`. */
export const monthStates = stateTable({
  title: "Months of a treasury account",
  table: "treasury_months",
  column: "status",
  states: {
    processing: "the month has ended; its fee is charged on the first banking day of the next month",
    charged: "the fee was charged, or there was none",
    error: "the account does not cover the fee; it is charged again on each banking day",
  },
  initial: ["processing", "charged"],
  columns: { charged_at: { set: ["charged"] } },
  moves: {
    charge: { from: ["processing", "error"], to: "charged", when: "The account covers the fee on a banking day" },
    fail: { from: ["processing"], to: "error", when: "The account does not cover the fee" },
  },
});
export type MonthStatus = StatesOf<typeof monthStates>;
