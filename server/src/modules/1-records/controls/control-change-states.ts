import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** A pending change is decided once and permanently. */
export const controlChangeStates = stateTable({
  title: "Changes that take two people",
  table: "control_changes",
  column: "status",
  states: {
    proposed: "waits for a second person",
    applied: "took effect",
    declined: "a second person declined it",
    overtaken: "its subject, or its proposer's rights, changed after the proposal",
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
    overtake: { from: ["proposed"], to: "overtaken", when: "A second person confirms it after such a change" },
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
