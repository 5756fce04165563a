import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * A message with wires or a real-time payment, or a request for a status. Whether its bytes reached the bank is the state
 * of the bank file.
 */
export const transferFileStates = stateTable({
  title: "Messages with wires and real-time payments",
  table: "transfer_files",
  column: "state",
  states: {
    planned: "its payments and identifications are fixed; its content is not stored yet",
    written: "its content is stored, and it is sent to the bank",
    rehearsed: "its content is stored, but not sent, because the connection is in rehearsal; its payments failed",
    accepted: "the bank has answered it, or it needs no answer; each payment has its own state",
    rejected: "the bank rejected it as a whole, or a person decided that it will not be sent: its payments failed",
    dropped: "it was not written: its payments wait for another connection, or none of them may be paid",
  },
  initial: ["planned"],
  columns: {
    written_at: { set: ["written", "rehearsed", "accepted", "rejected"] },
    answered_at: { set: ["accepted", "rejected"] },
  },
  moves: {
    drop: { from: ["planned"], to: "dropped", when: "Its connection is no longer in use, or no payment is left in it" },
    replan: { from: ["planned"], to: "planned", when: "Its day passed before its content was stored" },
    write: { from: ["planned"], to: "written", when: "Its content is stored" },
    rehearse: { from: ["planned"], to: "rehearsed", when: "Its content is stored, and the connection is in rehearsal" },
    accept: {
      from: ["written"],
      to: "accepted",
      when: "The bank says anything about it but a rejection, or it was sent and needs no answer",
    },
    reject: {
      from: ["written", "accepted"],
      to: "rejected",
      when: "The bank rejects it, and none of its payments was made; or a person decided not to send it",
    },
  },
});
export type TransferFileState = StatesOf<typeof transferFileStates>;
