import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

export const fileItemStates = stateTable({
  title: "Open items of bank files",
  table: "bank_file_items",
  column: "state",
  states: {
    open: "a person has to look at it",
    assigned: "two people said which payment it is about, and it was applied",
    ignored: "a person decided that nothing follows from it, and noted why",
    applied: "the file was processed again, and it fits now",
  },
  initial: ["open", "ignored"],
  columns: {
    decided_at: { set: ["assigned", "ignored", "applied"] },
    transaction_id: { set: ["assigned"], either: ["open", "ignored", "applied"] },
    note: { set: [], either: ["assigned", "ignored"] },
  },
  moves: {
    assign: {
      from: ["open"],
      to: "assigned",
      when: "A second person confirms which payment it is about, or nobody else could",
      refusal: "bankFileItemDecided",
    },
    ignore: {
      from: ["open"],
      to: "ignored",
      when: "A person decides that nothing follows from it",
      refusal: "bankFileItemDecided",
    },
    apply: { from: ["open"], to: "applied", when: "The file is processed again, and the item fits" },
  },
});
export type FileItemState = StatesOf<typeof fileItemStates>;
