import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { assert, present } from "#kernel/assert.ts";
import { mayApplyLater, moveFrom, type TransactionStatus, type Trigger } from "../states/transaction-states.ts";

/** What each answer of a bank triggers; the state table decides whether it moves the payment. */
export const triggerOf: Readonly<Record<AnswerOutcome, Extract<Trigger, "confirm" | "reject" | "return" | "block">>> = {
  confirmed: "confirm",
  rejected: "reject",
  returned: "return",
  blocked: "block",
};

/** What happens to each answer. */
export interface Settlement<Answer> {
  /** Answers that move the payment, in the order of the moves. */
  readonly applied: readonly Answer[];
  /** Answers that can apply only after a message that has not arrived yet. */
  readonly parked: readonly Answer[];
  /** Repeated, late, or contradictory: they never change anything. */
  readonly ignored: readonly Answer[];
}

/**
 * The effect of all of a bank's answers about one payment. Because all unprocessed answers are evaluated together, and
 * again after each new message, their order, repetition, and delay do not matter.
 */
export function settleAnswers<Answer extends { readonly outcome: AnswerOutcome }>(
  status: TransactionStatus,
  answers: readonly Answer[],
): Settlement<Answer> {
  const applied: Answer[] = [];
  let remaining = answers;
  let reached = status;
  // Each round removes one answer, so there are at most as many rounds as answers.
  for (let round = 0; round < answers.length; round += 1) {
    const next = remaining.find((answer) => moveFrom(reached, triggerOf[answer.outcome]) !== undefined);
    if (!next) break;
    applied.push(next);
    remaining = remaining.filter((answer) => answer !== next);
    reached = present(moveFrom(reached, triggerOf[next.outcome]), "an answer that is applied moves the payment").to;
  }
  // A return before its confirmation waits. Everything else can never apply, whatever arrives later.
  const parked = remaining.filter((answer) => mayApplyLater(reached, triggerOf[answer.outcome]));
  const ignored = remaining.filter((answer) => !parked.includes(answer));
  assert(
    applied.length + parked.length + ignored.length === answers.length,
    "every answer is applied, parked, or ignored, and only once",
  );
  return { applied, parked, ignored };
}
