import { type StatesOf, stateTable } from "../states/state-table.ts";

/** What an operator has done about an organization's data keys (docs/adr/0121-keys.md). Without a row, they are in use. */
export const keyStates = stateTable({
  title: "Revoked keys",
  table: "organization_key_revocations",
  column: "state",
  states: {
    revoked: "nothing is encrypted or decrypted, and no payment leaves; the keys can be restored",
    restored: "the keys are in use again",
    destroyed: "the keys do not exist anymore, and what they encrypted cannot be read by anyone",
  },
  initial: ["revoked"],
  columns: {
    destroys_at: { set: ["revoked", "destroyed"] },
    restored_at: { set: ["restored"] },
    destroyed_at: { set: ["destroyed"] },
  },
  moves: {
    revoke: {
      from: ["restored"],
      to: "revoked",
      when: "An operator revokes them (`bursar key revoke`)",
    },
    restore: {
      from: ["revoked"],
      to: "restored",
      when: "An operator restores them within the grace time (`bursar key restore`)",
    },
    destroy: {
      from: ["revoked"],
      to: "destroyed",
      when: "The grace time ends, or an operator destroys them (`bursar key destroy`)",
    },
  },
});
export type KeyState = StatesOf<typeof keyStates>;
