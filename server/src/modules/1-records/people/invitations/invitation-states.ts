import { stateTable } from "#kernel/states/state-table.ts";

/** A one-time link by which a person joins, or chooses a new password. */
export const invitationStates = stateTable({
  title: "Invitations and password links",
  table: "invitations",
  column: "status",
  states: {
    open: "its link works once",
    accepted: "its link was used",
    expired: "nobody used it in time",
    withdrawn: "a person ended it, a newer link replaced it, or its sender or user was locked",
  },
  initial: ["open"],
  byTheClock: ["expired"],
  columns: {
    accepted_at: { set: ["accepted"] },
    withdrawn_at: { set: ["withdrawn"] },
  },
  moves: {
    accept: { from: ["open"], to: "accepted", when: "Its link is used", refusal: "invitationInvalid" },
    expire: { from: ["open"], to: "expired", when: "Its time has passed" },
    withdraw: {
      from: ["open", "expired"],
      to: "withdrawn",
      when: "A person ends it, a newer link replaces it, or its sender or user is locked",
      refusal: "resourceNotFound",
    },
  },
});
