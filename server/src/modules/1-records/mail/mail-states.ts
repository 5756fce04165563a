import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** An email on its way out. */
export const mailStates = stateTable({
  title: "Emails",
  table: "mails",
  column: "status",
  states: {
    waiting: "sent as soon as the mail server accepts it",
    sent: "the mail server accepted it, or it was written to a file",
    givenUp: "the mail server refused it permanently or for too long",
  },
  initial: ["waiting"],
  columns: {
    sent_at: { set: ["sent"] },
    given_up_at: { set: ["givenUp"] },
    // Erased once sent, except in a sandbox.
    content: { set: ["waiting", "givenUp"], either: ["sent"] },
  },
  moves: {
    send: { from: ["waiting"], to: "sent", when: "The mail server accepts it" },
    retry: { from: ["waiting"], to: "waiting", when: "An attempt fails and another one follows" },
    giveUp: {
      from: ["waiting"],
      to: "givenUp",
      when: "The mail server refuses it permanently, the last attempt fails, or its link expires",
    },
  },
});
export type MailStatus = StatesOf<typeof mailStates>;
