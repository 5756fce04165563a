import { type StatesOf, stateTable, type TriggersOf } from "../../kernel/states/state-table.ts";

/** A change that waits is decided once, and for good. */
export const controlChangeStates = stateTable({
  title: "Changes that take two people",
  table: "control_changes",
  column: "status",
  states: {
    proposed: "waits for a second person",
    applied: "took effect",
    declined: "a second person declined it",
    overtaken: "what it changes has changed since, or its proposer has",
    withdrawn: "its proposer withdrew or replaced it",
  },
  initial: ["proposed", "applied"],
  columns: {
    decided_at: { set: ["applied", "declined", "overtaken", "withdrawn"] },
    decided_by: { set: ["applied", "declined", "overtaken", "withdrawn"] },
  },
  moves: {
    confirm: {
      from: ["proposed"],
      to: "applied",
      when: "A second person confirms it",
      refusal: "controlChangeDecided",
    },
    decline: {
      from: ["proposed"],
      to: "declined",
      when: "A second person declines it",
      refusal: "controlChangeDecided",
    },
    overtake: { from: ["proposed"], to: "overtaken", when: "A second person confirms it too late" },
    withdraw: {
      from: ["proposed"],
      to: "withdrawn",
      when: "Its proposer withdraws it, or proposes another one for the same subject",
      refusal: "controlChangeDecided",
    },
  },
});
export type ControlChangeStatus = StatesOf<typeof controlChangeStates>;
export type ControlChangeTrigger = TriggersOf<typeof controlChangeStates>;
