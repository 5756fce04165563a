import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * The checks of an account that are issued and printed together. Nothing is printed before the bank has the positive-pay
 * file: a check that the bank does not know would be returned.
 */
export const checkRunStates = stateTable({
  title: "Runs of checks",
  table: "check_runs",
  column: "state",
  states: {
    numbered: "its payments and check numbers are fixed; its positive-pay file is not stored yet",
    issued: "its positive-pay file is on its way to the bank; nothing is printed before the bank has it",
    printed: "its PDF is stored, for the bank's printer or our own",
    mailed: "its checks were mailed, or ended before",
    rehearsed: "its files are stored, but not sent, because the connection is in rehearsal; its payments failed",
    rejected: "one of its files was rejected or dismissed, so none of its checks is mailed: its payments failed",
    dropped: "all of its checks are void, or its connection was removed before it was issued",
  },
  initial: ["numbered"],
  columns: {
    issued_at: { set: ["issued", "printed", "mailed", "rehearsed", "rejected"], either: ["dropped"] },
    printed_at: { set: ["printed", "mailed", "rehearsed"], either: ["rejected"] },
    ended_at: { set: ["mailed", "rehearsed", "rejected", "dropped"] },
  },
  moves: {
    issue: { from: ["numbered"], to: "issued", when: "Its positive-pay file is stored" },
    rehearse: { from: ["numbered"], to: "rehearsed", when: "Its files are stored, and the connection is in rehearsal" },
    print: { from: ["issued"], to: "printed", when: "The bank has its positive-pay file, and its PDF is stored" },
    mail: { from: ["printed"], to: "mailed", when: "The last of its checks is mailed, or ends before" },
    reject: {
      from: ["issued", "printed"],
      to: "rejected",
      when: "The bank rejects one of its files, or a person dismisses it, and none of its checks was mailed",
    },
    drop: {
      from: ["numbered", "issued"],
      to: "dropped",
      when: "None of its checks is left to print, or its connection is no longer in use",
    },
  },
});
export type CheckRunState = StatesOf<typeof checkRunStates>;

/** A check, by its number. */
export const checkStates = stateTable({
  title: "Checks",
  table: "checks",
  column: "state",
  states: {
    numbered: "its number is assigned; it is not known to be in the mail",
    mailed: "it was printed and mailed; it can be cashed",
    paid: "the bank paid it",
    void: "it was never mailed; its number is not used again",
    stopped: "the bank has accepted a stop, so it cannot be cashed; the money is back",
    returned: "the bank returned it unpaid, or no longer pays it; the money is back",
  },
  initial: ["numbered"],
  columns: {
    mailed_at: { set: ["mailed", "paid"], either: ["stopped", "returned"] },
    paid_on: { set: ["paid"] },
    paid_minor: { set: ["paid"] },
    ended_at: { set: ["paid", "void", "stopped", "returned"] },
    code: { set: ["void", "stopped", "returned"] },
  },
  moves: {
    mail: { from: ["numbered"], to: "mailed", when: "It is mailed, or the print service accepts it" },
    pay: {
      from: ["numbered", "mailed"],
      to: "paid",
      when: "The bank reports it as paid, which proves that it was mailed",
    },
    void: { from: ["numbered"], to: "void", when: "It is not mailed" },
    stop: { from: ["numbered", "mailed"], to: "stopped", when: "The bank accepts or reports a stop" },
    return: { from: ["numbered", "mailed"], to: "returned", when: "The bank reports it as returned or too old" },
  },
});
export type CheckState = StatesOf<typeof checkStates>;

/** Reports to the bank about checks that must not be paid. */
export const checkVoidStates = stateTable({
  title: "Voids and stops of checks",
  table: "check_voids",
  column: "state",
  states: {
    waiting: "it goes into the next file",
    reported: "it is in a file for the bank, which has not answered it",
    manual: "the bank's layout has no code for it: a person reports it to the bank",
    accepted: "the bank does not pay the check",
    refused: "it came too late, or the bank does not accept it",
  },
  initial: ["waiting"],
  columns: {
    file_id: { set: ["reported"], either: ["accepted", "refused"] },
    decided_at: { set: ["accepted", "refused"] },
    reason: { set: ["refused"] },
  },
  moves: {
    report: { from: ["waiting"], to: "reported", when: "A positive-pay file with it is stored" },
    hand: { from: ["waiting"], to: "manual", when: "The bank's layout cannot report it" },
    accept: {
      from: ["waiting", "reported", "manual"],
      to: "accepted",
      when: "The bank accepts the file or reports the check as stopped, or a person enters the bank's confirmation",
      refusal: "checkStopNotOpen",
    },
    refuse: {
      from: ["waiting", "reported", "manual"],
      to: "refused",
      when: "The bank refuses it, or has paid the check",
    },
  },
});
export type CheckVoidState = StatesOf<typeof checkVoidStates>;

/** A check that was presented to the bank and is not what was issued. */
export const checkExceptionStates = stateTable({
  title: "Exceptions of checks",
  table: "check_exceptions",
  column: "state",
  states: {
    open: "two people have to decide whether the bank pays or returns it",
    decided: "two people have decided",
  },
  initial: ["open"],
  columns: { decision: { set: ["decided"] }, decided_at: { set: ["decided"] } },
  moves: {
    decide: {
      from: ["open"],
      to: "decided",
      when: "A second person confirms a decision, or nobody else could",
      refusal: "checkExceptionDecided",
    },
  },
});
export type CheckExceptionState = StatesOf<typeof checkExceptionStates>;
