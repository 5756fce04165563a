import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** An order for shares of the fund. Cash and shares change hands when it settles. */
export const orderStates = stateTable({
  title: "Treasury orders",
  table: "treasury_orders",
  column: "status",
  states: {
    placed: "waits for the custodian",
    executed: "the custodian has traded; cash and shares change hands on the settlement date",
    settled: "cash and shares have changed hands",
    rejected: "the custodian rejected it",
    canceled: "canceled before the custodian traded, because a withdrawal needed the cash",
  },
  initial: ["placed"],
  columns: {
    executed_at: { set: ["executed", "settled"] },
    trades_on: { set: ["executed", "settled"] },
    settles_on: { set: ["executed", "settled"] },
    ended_at: { set: ["settled", "rejected", "canceled"] },
    rejection: { set: ["rejected"] },
  },
  moves: {
    execute: { from: ["placed"], to: "executed", when: "The custodian trades at the end of a banking day" },
    settle: { from: ["executed"], to: "settled", when: "The settlement date is reached" },
    reject: { from: ["placed"], to: "rejected", when: "The custodian rejects it" },
    cancel: { from: ["placed"], to: "canceled", when: "A withdrawal or a fee needs the cash of a purchase" },
  },
});
export type OrderStatus = StatesOf<typeof orderStates>;
export type OrderTrigger = TriggersOf<typeof orderStates>;
