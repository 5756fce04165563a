import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";

/** An invite for a payee to enter their own bank details. */
export const inviteStates = stateTable({
  title: "Recipient invites",
  table: "recipient_invites",
  column: "status",
  states: {
    created: "the recipient has not answered",
    completed: "the recipient entered bank details",
    expired: "the recipient did not answer in time",
    withdrawn: "its link no longer works, and it is no longer listed",
  },
  initial: ["created"],
  byTheClock: ["expired"],
  columns: {
    completed_at: { set: ["completed"], either: ["withdrawn"] },
    withdrawn_at: { set: ["withdrawn"] },
  },
  moves: {
    resend: { from: ["created"], to: "created", when: "Its link is emailed again", refusal: "inviteNotOpen" },
    complete: { from: ["created"], to: "completed", when: "The payee enters bank details", refusal: "inviteUnusable" },
    expire: { from: ["created"], to: "expired", when: "Thirty days have passed" },
    withdraw: {
      from: ["created", "completed", "expired"],
      to: "withdrawn",
      when: "A caller withdraws it; a recipient that it completed is not affected",
      refusal: "resourceNotFound",
    },
  },
});
export type StoredInviteStatus = StatesOf<typeof inviteStates>;
export type InviteTrigger = TriggersOf<typeof inviteStates>;

/** A withdrawn invite is not found, so clients never see that status. */
export type InviteStatus = Exclude<StoredInviteStatus, "withdrawn">;
export const inviteStatuses = inviteStates.states.filter((status): status is InviteStatus => status !== "withdrawn");
