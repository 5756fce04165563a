import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** A change of a recipient's name or bank details. Where the organization wants it, a second person confirms it. */
export const recipientChangeStates = stateTable({
  title: "Changes of names and bank details",
  table: "recipient_changes",
  column: "status",
  states: {
    applied: "took effect at once",
    proposed: "waits for a second person",
    confirmed: "a second person confirmed it, and it took effect",
    declined: "a second person declined it",
    overtaken: "a newer change replaced it",
  },
  initial: ["applied", "proposed"],
  columns: {
    decided_at: { set: ["confirmed", "declined", "overtaken"] },
    // A newer proposal overtakes this one even if no user decides.
    decided_by: { set: ["confirmed", "declined"], either: ["overtaken"] },
    in_force_id: { set: ["applied", "confirmed"] },
  },
  moves: {
    confirm: {
      from: ["proposed"],
      to: "confirmed",
      when: "A second person confirms it",
      refusal: "bankDetailChangeDecided",
    },
    decline: {
      from: ["proposed"],
      to: "declined",
      when: "A second person declines it",
      refusal: "bankDetailChangeDecided",
    },
    overtake: {
      from: ["proposed"],
      to: "overtaken",
      when: "A newer change of the same details is proposed, or took effect before this one is confirmed",
    },
  },
});
export type RecipientChangeStatus = StatesOf<typeof recipientChangeStates>;
export type RecipientChangeTrigger = TriggersOf<typeof recipientChangeStates>;
