import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { reasonText } from "bursar-banking/codes/describe-reason";
import {
  type AnswerTrigger,
  decideAnswers,
  endUndosOf,
  lockOpenAnswers,
  nextAnswer,
  type OpenAnswer,
  paymentsWithDueAnswers,
} from "#bank/file-rails";
import { assert, present } from "#kernel/assert.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { isUnavailable, type Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { NoteDelay } from "#kernel/work/delays.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { lockPayments, moveTransactions, type RequestedMove } from "../lifecycle/move-transactions.ts";
import { mayApplyLater, moveFrom, type TransactionStatus, type Trigger } from "../states/transaction-states.ts";
import { markAnswered } from "./hand-over.queries.ts";

/**
 * Applies the bank's answers to payments. Answers wait in file_answers from the moment their file is read until they are
 * due. All open answers of a payment are decided together under the payment's lock, so that two processes with different
 * answers of one payment cannot both leave one open.
 */

/** Answers per pass, so that one transaction holds its locks briefly. */
const BATCH = 500;

/** Notices what must not stay hidden although the answers were applied. */
export interface AnswersObserver {
  /** The payments of a commit that failed are decided one at a time. */
  readonly commitSplit: () => void;
  /** When an answer was due that is now decided about. */
  readonly onDue?: NoteDelay;
}

/** Counts the commits that had to be split. */
export function answerMetrics(metrics: Metrics): AnswersObserver {
  const splits = metrics.counter({
    name: "bursar_answer_commits_split_total",
    help: "Commits of banks' answers that failed as a whole, after which each payment's answers were applied in a commit of their own. Anything but 0 is a defect: see the log.",
  });
  return { commitSplit: () => splits.inc() };
}

/** One pass over the answers that are due. Returns the number of answers that were decided. */
export async function runBankAnswers(service: Service, observer?: AnswersObserver): Promise<number> {
  const { database, clock } = service;
  const due = await paymentsWithDueAnswers(database, {
    now: clock.now(),
    limit: BATCH,
    without: each.resting(service),
  });
  const byOrganization = Map.groupBy(due, (row) => row.organization_id);
  for (const answer of due) observer?.onDue?.(answer.due_at);
  return each.run(service, byOrganization.keys(), (organizationId) => {
    const answered = byOrganization.get(organizationId) ?? [];
    const transactionIds = [...new Set(answered.map((row) => row.transaction_id))].sort();
    return applyInParts(service, { organizationId, transactionIds, observer });
  });
}

const each = eachOrganization("bank-answers");

/** When the next answer is due; undefined if none waits. */
export const nextDueAnswerAt = async ({ database }: Pick<Service, "database">): Promise<Date | undefined> =>
  (await nextAnswer(database)).due_at ?? undefined;

/** Payments of one organization, of which a bank has said something. */
interface Answered {
  readonly organizationId: OrganizationId;
  readonly transactionIds: readonly TransactionId[];
}

/**
 * In one commit or, if that fails, payment by payment, so that one with inconsistent books does not block the others.
 */
async function applyInParts(
  service: Service,
  { organizationId, transactionIds, observer }: Answered & { readonly observer: AnswersObserver | undefined },
): Promise<number> {
  try {
    return await service.database.transaction((tx) => applyAnswers(service, tx, { organizationId, transactionIds }));
  } catch (error) {
    // Without a database, smaller parts would fail, too; and one payment alone cannot be divided.
    if (isUnavailable(error) || transactionIds.length === 1) throw error;
    const payments = transactionIds.length;
    service.log.error({ err: error, organizationId, payments }, "banks' answers are applied payment by payment");
    observer?.commitSplit();
    return tryEach(transactionIds, (id) => applyInParts(service, { organizationId, transactionIds: [id], observer }));
  }
}

interface AnswersToApply extends Answered {
  /** Their events have the answers' own timestamps instead of now, for a backfill. */
  readonly ofThePast?: boolean;
}

/**
 * Applies what can be applied of the payments' open answers, in the caller's transaction. Returns the number of answers
 * that were decided.
 */
export async function applyAnswers(
  service: Service,
  tx: Tx,
  { organizationId, transactionIds, ofThePast = false }: AnswersToApply,
): Promise<number> {
  const now = service.clock.now();
  const payments = await lockPayments(tx, organizationId, transactionIds);
  const open = Map.groupBy(
    await lockOpenAnswers(tx, organizationId, { transactionIds, now }),
    (answer) => answer.transaction_id,
  );
  // Another process has applied them meanwhile.
  if (open.size === 0) return 0;
  const asked = new Set(transactionIds);
  for (const id of open.keys()) assert(asked.has(id), "an answer is applied to the payment it is about");
  await markAnswered(tx, organizationId, [...open.keys()]);
  const settlements = [...open].map(([id, answers]): Settlement<OpenAnswer> => {
    const payment = payments.get(id);
    // An answer about an unknown payment can never be applied; it is kept, so that it can be found.
    return payment ? settleAnswers(payment.status, answers) : { applied: [], parked: [], ignored: answers };
  });
  await moveSettled(service, tx, { organizationId, settlements, ofThePast });
  const ended = settlements.flatMap(({ applied }) => applied.filter(({ outcome }) => outcome !== "confirmed"));
  await endUndosOf(service, tx, organizationId, [...new Set(ended.map((answer) => answer.transaction_id))]);
  return storeDispositions(service, tx, { organizationId, settlements, now });
}

/** What each answer of a bank triggers; the state table decides whether it moves the payment. */
export const triggerOf: Readonly<Record<AnswerOutcome, Extract<Trigger, "confirm" | "reject" | "return" | "block">>> = {
  confirmed: "confirm",
  rejected: "reject",
  returned: "return",
  blocked: "block",
};

/** What happens to each answer about a payment. */
interface Settlement<Answer> {
  /** Answers that move the payment, in the order of the moves. */
  readonly applied: readonly Answer[];
  /** Answers that can apply only after a message that has not arrived yet. */
  readonly parked: readonly Answer[];
  /** Repeated, late, or contradictory: they never change anything. */
  readonly ignored: readonly Answer[];
}

/**
 * The effect of all of a bank's answers about one payment. Because all open answers are evaluated together, and again
 * after each new one, their order, repetition, and delay do not matter.
 */
function settleAnswers<Answer extends { readonly outcome: AnswerOutcome }>(
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

interface SettlementsToStore {
  readonly organizationId: OrganizationId;
  readonly settlements: readonly Settlement<OpenAnswer>[];
}

/** Applies the first move of every payment together, then the second moves. */
async function moveSettled(
  service: Service,
  tx: Tx,
  { organizationId, settlements, ofThePast }: SettlementsToStore & { readonly ofThePast: boolean },
): Promise<void> {
  // A confirmation and a return can arrive together. Each is a transition with its own event, in this order.
  const most = Math.max(0, ...settlements.map((settlement) => settlement.applied.length));
  for (let round = 0; round < most; round += 1) {
    const moves = settlements.flatMap(({ applied }) => applied.slice(round, round + 1).map(requestedMove));
    const moved = await moveTransactions(service, tx, { organizationId, actor: { type: "bank" }, moves, ofThePast });
    assert(moved.size === moves.length, "an answer settled as applied moves its payment");
  }
}

/** The move that an answer requests, at the time when it happened at the bank. */
const requestedMove = (answer: OpenAnswer): RequestedMove => ({
  transactionId: answer.transaction_id,
  trigger: triggerOf[answer.outcome],
  at: answer.answered_at,
  ...(answer.code === null ? {} : { code: answer.code, reason: reasonText(answer.code) }),
  ...(answer.tracking_number === null ? {} : { trackingNumber: answer.tracking_number }),
  ...(answer.check_number === null ? {} : { checkNumber: answer.check_number }),
});

/** Stores what happened to each answer. Returns the number of answers whose disposition changed. */
async function storeDispositions(
  service: Service,
  tx: Tx,
  { organizationId, settlements, now }: SettlementsToStore & { readonly now: Date },
): Promise<number> {
  const decided: Readonly<Record<AnswerTrigger, readonly OpenAnswer[]>> = {
    apply: settlements.flatMap(({ applied }) => applied),
    ignore: settlements.flatMap(({ ignored }) => ignored),
    park: settlements.flatMap(({ parked }) => parked.filter(({ disposition }) => disposition !== "parked")),
  };
  let stored = 0;
  for (const trigger of ["apply", "ignore", "park"] as const) {
    const answerIds = decided[trigger].map((answer) => answer.answer_id);
    if (answerIds.length === 0) continue;
    const changed = await decideAnswers(tx, organizationId, { trigger, answerIds, now });
    assert(changed === answerIds.length, "what happens to every answer is stored");
    stored += changed;
  }
  // At debug level: repeats are normal, since banks deliver at least once.
  for (const { transaction_id: transactionId, answer_id: answerId, outcome } of decided.ignore)
    service.log.debug({ organizationId, transactionId, answerId, outcome }, "bank answer changes nothing");
  return stored;
}
