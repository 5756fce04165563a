import { stateTable } from "#kernel/states/state-table.ts";

/** A statement of a bank. */
export const bankStatementStates = stateTable({
  title: "Bank statements",
  table: "bank_statements",
  column: "state",
  states: { current: "its balances count", replaced: "the bank corrected or deleted it" },
  initial: ["current"],
  columns: {},
  moves: { replace: { from: ["current"], to: "replaced", when: "The bank sends a correction, or deletes it" } },
});

/** A booking of a bank. */
export const bankMovementStates = stateTable({
  title: "Bank movements",
  table: "bank_movements",
  column: "state",
  states: {
    open: "the bank posted it; no transactions are known to be the same money",
    matched: "it is the same money as the transactions of its match",
    withdrawn: "a correction of its statement no longer has it",
  },
  initial: ["open"],
  columns: { match_id: { set: ["matched"] } },
  moves: {
    match: {
      from: ["open"],
      to: "matched",
      when: "Its references name transactions of the same sum, it becomes a transaction, or a person matches it",
    },
    unmatch: { from: ["matched"], to: "open", when: "A person undoes the match" },
    withdraw: { from: ["open"], to: "withdrawn", when: "The bank corrects its statement; a match is undone first" },
  },
});

/** Movements and ledger entries that are the same money. */
export const bankMatchStates = stateTable({
  title: "Bank matches",
  table: "bank_matches",
  column: "state",
  states: { matched: "both sides are settled", undone: "both sides are open again" },
  initial: ["matched"],
  columns: { undone_at: { set: ["undone"] } },
  moves: {
    undo: {
      from: ["matched"],
      to: "undone",
      when: "A person undoes it, or the bank withdraws one of its movements",
    },
  },
});
