import type { Effect } from "../../ledger/index.ts";
import { type TransactionStatus, transactionStatuses } from "../send/payment.ts";

/**
 * The life of a payment (docs/spec/decisions.md#transaction-states): data shared by commands, dashboard, and tests.
 * Every other move is refused and has no effect.
 */
export const triggers = ["confirm", "reject", "block", "cancel", "return"] as const;
export type Trigger = (typeof triggers)[number];

export interface Move {
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  /** The one ledger effect of the move. */
  readonly effect: Extract<Effect, "post" | "release" | "reverse">;
}

export const moves = {
  /** The rail confirms: settled, sent by status report, or printed and mailed. */
  confirm: { from: "pending", to: "sent", effect: "post" },
  /** The bank rejects it. */
  reject: { from: "pending", to: "failed", effect: "release" },
  /** Screening or a limit blocks it. */
  block: { from: "pending", to: "blocked", effect: "release" },
  /** A user cancels it before it is submitted to the bank. */
  cancel: { from: "pending", to: "cancelled", effect: "release" },
  /** Returned or undone by the network after it was sent. */
  return: { from: "sent", to: "reversed", effect: "reverse" },
} as const satisfies Readonly<Record<Trigger, Move>>;

/** The move of a trigger from a status, or undefined if there is none. */
export function moveFrom(status: TransactionStatus, trigger: Trigger): Move | undefined {
  const move: Move = moves[trigger];
  return move.from === status ? move : undefined;
}

/** What can become of a transaction next. */
export const nextStatuses: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  pending: statusesAfter("pending"),
  sent: statusesAfter("sent"),
  cancelled: statusesAfter("cancelled"),
  failed: statusesAfter("failed"),
  reversed: statusesAfter("reversed"),
  blocked: statusesAfter("blocked"),
};

function statusesAfter(status: TransactionStatus): readonly TransactionStatus[] {
  return Object.values<Move>(moves).flatMap((move) => (move.from === status ? [move.to] : []));
}

/** True if the trigger has no move yet but can after another one: a return that arrived before its confirmation. */
export function mayApplyLater(status: TransactionStatus, trigger: Trigger): boolean {
  let reached = new Set<TransactionStatus>(nextStatuses[status]);
  // As many rounds as there are statuses reach everything that can be reached.
  for (const _ of transactionStatuses)
    reached = new Set([...reached, ...[...reached].flatMap((next) => nextStatuses[next])]);
  return reached.has(moves[trigger].from);
}
