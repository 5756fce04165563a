import { type StatesOf, stateTable, type TriggersOf } from "#kernel/states/state-table.ts";
import type { Effect } from "#records/ledger";

/**
 * The life of a payment (docs/spec/decisions.md#transaction-states): data shared by commands, dashboard, and tests.
 * Every other move is refused and has no effect.
 */
export const transactionStates = stateTable({
  title: "Transactions",
  table: "transactions",
  column: "status",
  states: {
    pending: "funds are held; the bank has not confirmed it",
    sent: "the bank confirmed it; transfers between your accounts and deposits begin here",
    cancelled: "canceled before the bank had it",
    failed: "the bank rejected it",
    reversed: "returned or undone by the network after it was sent",
    blocked: "stopped by screening or a limit",
  },
  initial: ["pending", "sent"],
  columns: {
    posted_at: { set: ["sent", "reversed"] },
    failed_at: { set: ["failed", "reversed", "blocked"] },
    reason_for_failure: { set: ["failed", "reversed", "blocked"] },
  },
  moves: {
    confirm: {
      from: ["pending"],
      to: "sent",
      effect: "post",
      when: "The rail confirms: settled, sent by status report, or printed and mailed",
    },
    reject: { from: ["pending"], to: "failed", effect: "release", when: "The bank rejects it" },
    block: { from: ["pending"], to: "blocked", effect: "release", when: "Screening or a limit stops it" },
    cancel: {
      from: ["pending"],
      to: "cancelled",
      effect: "release",
      when: "A user or token cancels it before it is submitted to the bank",
      refusal: "notCancellable",
    },
    return: {
      from: ["sent"],
      to: "reversed",
      effect: "reverse",
      when: "Returned or undone by the network after it was sent",
    },
  },
});

export const transactionStatuses = transactionStates.states;
export type TransactionStatus = StatesOf<typeof transactionStates>;
export const { moves, triggers } = transactionStates;
export type Trigger = TriggersOf<typeof transactionStates>;

/** One allowed change of status. */
export interface TransactionMove {
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  /** The one ledger effect of the move. */
  readonly effect: Extract<Effect, "post" | "release" | "reverse">;
}

/** The move a trigger makes from a status, or undefined where it makes none. */
export function moveFrom(status: TransactionStatus, trigger: Trigger): TransactionMove | undefined {
  const to = transactionStates.next(status, trigger);
  return to && { from: status, to, effect: moves[trigger].effect };
}

/** True if the trigger has no move yet but can after another one: a return that arrived before its confirmation. */
export function mayApplyLater(status: TransactionStatus, trigger: Trigger): boolean {
  let reached = new Set(statusesAfter(status));
  // As many rounds as there are statuses reach everything that can be reached.
  for (const _ of transactionStatuses) reached = new Set([...reached, ...[...reached].flatMap(statusesAfter)]);
  return moves[trigger].from.some((from) => reached.has(from));
}

const statusesAfter = (status: TransactionStatus): readonly TransactionStatus[] =>
  triggers.flatMap((trigger) => transactionStates.next(status, trigger) ?? []);
