import { assert, present } from "../../../kernel/assert.ts";
import type { AnswerOutcome } from "../../rails/index.ts";
import { mayApplyLater, moveFrom, type TransactionStatus, type Trigger } from "../lifecycle/transaction-states.ts";

export const triggerOf: Readonly<Record<AnswerOutcome, Extract<Trigger, "confirm" | "reject" | "return" | "block">>> = {
  confirmed: "confirm",
  rejected: "reject",
  returned: "return",
  blocked: "block",
};

export interface Settlement<Answer> {
  /** Answers that move the payment, in the order of the moves. */
  readonly applied: readonly Answer[];
  /** Answers that make sense once a message still to come has been applied. */
  readonly parked: readonly Answer[];
  /** Repeated, late or contradictory: they change nothing, now or later. */
  readonly ignored: readonly Answer[];
}

/**
 * What becomes of everything a bank has said of one payment. Because all that is not dealt with is looked at together, and
 * again after each new message, it does not matter in which order, how often or how late the messages come.
 */
export function settleAnswers<Answer extends { readonly outcome: AnswerOutcome }>(
  status: TransactionStatus,
  answers: readonly Answer[],
): Settlement<Answer> {
  const applied: Answer[] = [];
  let remaining = answers;
  let reached = status;
  // Each round takes one answer out, so there are at most as many rounds as answers.
  for (let round = 0; round < answers.length; round += 1) {
    const next = remaining.find((answer) => moveFrom(reached, triggerOf[answer.outcome]) !== undefined);
    if (!next) break;
    applied.push(next);
    remaining = remaining.filter((answer) => answer !== next);
    reached = present(moveFrom(reached, triggerOf[next.outcome]), "an answer that is applied moves the payment").to;
  }
  const parked = remaining.filter((answer) => mayApplyLater(reached, triggerOf[answer.outcome]));
  const ignored = remaining.filter((answer) => !parked.includes(answer));
  assert(
    applied.length + parked.length + ignored.length === answers.length,
    "every answer is applied, parked, or ignored, and only once",
  );
  return { applied, parked, ignored };
}
