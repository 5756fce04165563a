import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * A payment that a bank receives in a file. Its numbers are assigned in the transaction that moves it to `filed`; the
 * state of the file then says whether it was written and what the bank answered (ach-file-states.ts).
 */
export const bankOrderStates = stateTable({
  title: "Payments for files",
  table: "bank_orders",
  column: "state",
  states: {
    waiting: "its account has no bank connection for its rail",
    open: "it waits for the file of its window",
    filed: "it has its place and number in a file",
    refused: "no file can carry it; the payment fails",
  },
  initial: ["waiting", "open", "refused"],
  columns: {
    connection_id: { set: ["open", "filed"], either: ["refused"] },
    window_at: { set: ["open", "filed"], either: ["refused"] },
    file_id: { set: ["filed"], either: ["refused"] },
    position: { set: ["filed"], either: ["refused"] },
    reference: { set: ["filed"], either: ["refused"] },
  },
  moves: {
    connect: { from: ["waiting"], to: "open", when: "Its account gets a bank connection" },
    disconnect: {
      from: ["open", "filed"],
      to: "waiting",
      when: "Its bank connection is no longer in use, and the content of its file is not stored",
    },
    postpone: {
      from: ["open"],
      to: "open",
      when: "The file of its window cannot be written in time, or the sandbox asks for it now",
    },
    file: { from: ["open"], to: "filed", when: "The file of its window is numbered" },
    refuse: {
      from: ["waiting", "open", "filed"],
      to: "refused",
      when: "No file can carry it, or its stored instruction was changed outside the service",
    },
  },
});
export type BankOrderState = StatesOf<typeof bankOrderStates>;
