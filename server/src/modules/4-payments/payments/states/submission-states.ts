import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * A payment on its way to the bank, from the moment it is queued (hand-over.ts). It is marked `submitted` before the
 * bank is called, because after a crash it is better to submit twice, which the bank recognizes, than never. The status
 * of the payment is in transaction-states.ts.
 */
export const submissionStates = stateTable({
  title: "Submissions to the bank",
  table: "rail_submissions",
  column: "state",
  states: {
    waiting: "queued; submitted at its scheduled time",
    submitted: "submitted to the bank, which may not have received it",
    received: "the bank has it",
    answered: "the bank answered",
    withdrawn: "canceled before it was submitted",
    screened: "blocked or held back before it was submitted",
  },
  // A payment that is due is submitted as it is queued. A cancellation or an answer can arrive before.
  initial: ["waiting", "submitted", "withdrawn", "answered"],
  columns: {
    submitted_at: { set: ["submitted", "received", "screened"], either: ["answered"] },
  },
  moves: {
    submit: { from: ["waiting"], to: "submitted", when: "It is due: marked before the bank is called" },
    resubmit: {
      from: ["submitted"],
      to: "submitted",
      when: "The process that marked it may have crashed before the bank received it",
    },
    hold: {
      from: ["waiting"],
      to: "waiting",
      when: "Its recipient is not screened, resembles an entry on a list, or has bank details that are to be validated first",
    },
    screen: { from: ["waiting"], to: "screened", when: "Screening stops it, or the payment does not verify" },
    withdraw: {
      from: ["waiting"],
      to: "withdrawn",
      when: "A person cancels the payment",
      refusal: "alreadyHandedOver",
    },
    receive: { from: ["submitted"], to: "received", when: "The call to the bank succeeded" },
    backfill: { from: ["waiting"], to: "received", when: "A past payment is recorded (demo history)" },
    answer: {
      from: ["waiting", "submitted", "received"],
      to: "answered",
      when: "The bank answers, in any state before an answer",
    },
  },
});
export type SubmissionState = StatesOf<typeof submissionStates>;

/** The bank has, or may have, the payment: it is too late to cancel. */
export const withBankStates: readonly SubmissionState[] = ["submitted", "received", "answered"];
