import { stateTable } from "#kernel/states/state-table.ts";

/** The life of one application of the rules to existing transactions. */
export const runStates = stateTable({
  title: "Applications of category rules",
  table: "category_rule_runs",
  column: "status",
  states: {
    running: "transactions are being examined, newest first",
    done: "every transaction of the range has been examined",
  },
  initial: ["running"],
  columns: { finished_at: { set: ["done"] } },
  moves: {
    finish: { from: ["running"], to: "done", when: "The last batch has been examined" },
  },
});
