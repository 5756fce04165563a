import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { isUnavailable, type Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { eachOrganization, tryEach } from "../../../kernel/work/each-organization.ts";
import { type AnswerId, type BankAnswer, type Rail, reasonText } from "../../rails/index.ts";
import { lockPayments, moveTransactions, type RequestedMove } from "../lifecycle/move-transactions.ts";
import { answerStates, type Disposition } from "../../file-rails/answers/answer-states.ts";
import { insertAnswers, markAnswered, type ParkedRow, parkedAnswers, setDispositions } from "./bank-answers.queries.ts";
import { type Settlement, settleAnswers, triggerOf } from "./settle-answers.ts";

/**
 * Applies the bank's answers to payments. Every message is stored once, by its id, with its result. All unprocessed
 * messages of a payment are processed together under the payment's lock, so that two processes with different messages
 * of one payment cannot both leave them unprocessed.
 */

/** Answers per pass, so that one transaction holds its locks briefly. */
const BATCH = 500;

/** One pass: collects, applies, acknowledges. Returns the number of processed answers. */
export async function runBankAnswers(service: Service, rail: Rail): Promise<number> {
  // Collecting does not remove answers: they come again in every pass until they are acknowledged.
  const collected = await rail.collect(BATCH, { without: each.resting(service) });
  const byOrganization = Map.groupBy(collected, (answer) => answer.organizationId);
  return each.run(service, byOrganization.keys(), async (organizationId) => {
    const answers = byOrganization.get(organizationId) ?? [];
    return dealWith(service, rail, { organizationId, answers });
  });
}

const each = eachOrganization("bank-answers");

/** Answers about payments of one organization. */
interface Answered {
  readonly organizationId: OrganizationId;
  readonly answers: readonly BankAnswer[];
}

/**
 * In one commit or, if that fails, payment by payment, so that one with inconsistent books does not block the others.
 */
async function dealWith(service: Service, rail: Rail, { organizationId, answers }: Answered): Promise<number> {
  const byPayment = [...Map.groupBy(answers, (answer) => answer.transactionId).values()];
  try {
    await service.database.transaction((tx) => applyAnswers(service, tx, { organizationId, answers }));
  } catch (error) {
    // Without a database, smaller parts would fail, too; and one payment alone cannot be divided.
    if (isUnavailable(error) || byPayment.length === 1) throw error;
    return tryEach(byPayment, (ofOne) => dealWith(service, rail, { organizationId, answers: ofOne }));
  }
  // After the commit: if the process dies in between, the messages arrive again and are recognized by their ids.
  await rail.acknowledge(answers);
  return answers.length;
}

interface AnswersToApply extends Answered {
  /** Their events have the answers' own timestamps instead of now, for a backfill. */
  readonly ofThePast?: boolean;
}

/** Stores the answers and applies what can be applied, in the caller's transaction. */
export async function applyAnswers(
  service: Service,
  tx: Tx,
  { organizationId, answers, ofThePast = false }: AnswersToApply,
): Promise<void> {
  for (const answer of answers) assertAnswer(answer, organizationId);
  // In id order, so that two processes inserting the same answers cannot deadlock.
  const fresh = await insertAnswers(
    tx,
    organizationId,
    answers.toSorted((a, b) => (a.answerId < b.answerId ? -1 : 1)),
  );
  const transactionIds = [...new Set(fresh.map((row) => row.transaction_id))].sort();
  // Only repeats, which were processed when they first came.
  if (transactionIds.length === 0) return;
  const payments = await lockPayments(tx, organizationId, transactionIds);
  // After the payments, as everywhere: balances, then transactions, then submissions.
  await markAnswered(tx, organizationId, transactionIds);
  const parked = Map.groupBy(await parkedAnswers(tx, organizationId, transactionIds), (row) => row.transaction_id);
  const settlements = new Map(
    transactionIds.map((id) => {
      const payment = payments.get(id);
      const rows = parked.get(id) ?? [];
      // An answer about an unknown payment can never be applied; it is stored, so that it can be found.
      return [id, payment ? settleAnswers(payment.status, rows) : { applied: [], parked: [], ignored: rows }];
    }),
  );
  await applySettlements(service, tx, { organizationId, settlements, ofThePast });
  const dispositions = dispositionsOf(settlements);
  const stored = await setDispositions(tx, organizationId, dispositions);
  assert(stored === dispositions.size, "what happens to every answer is stored");
  logIgnored(service, organizationId, settlements);
}

/** The rules that every rail must follow. */
function assertAnswer(answer: BankAnswer, organizationId: OrganizationId): void {
  assert(answer.organizationId === organizationId, "a bank's answer is applied in the organization it is for");
  assert(!Number.isNaN(answer.answeredAt.getTime()), "a bank's answer says when it happened");
  assert(
    answer.trackingNumber === undefined || answer.checkNumber === undefined,
    "a payment has a tracking number or a check number, not both",
  );
}

type Settlements = ReadonlyMap<TransactionId, Settlement<ParkedRow>>;

/** Applies the first move of every payment together, then the second moves. */
async function applySettlements(
  service: Service,
  tx: Tx,
  {
    organizationId,
    settlements,
    ofThePast,
  }: { organizationId: OrganizationId; settlements: Settlements; ofThePast: boolean },
): Promise<void> {
  // A confirmation and a return can arrive together. Each is a transition with its own event, in this order.
  const most = Math.max(0, ...[...settlements.values()].map((settlement) => settlement.applied.length));
  for (let round = 0; round < most; round += 1) {
    const moves = [...settlements.values()].flatMap(({ applied }) =>
      applied.slice(round, round + 1).map(requestedMove),
    );
    const moved = await moveTransactions(service, tx, { organizationId, actor: { type: "bank" }, moves, ofThePast });
    assert(moved.size === moves.length, "an answer settled as applied moves its payment");
  }
}

/** The move that an answer requests, at the time when it happened at the bank. */
const requestedMove = (answer: ParkedRow): RequestedMove => ({
  transactionId: answer.transaction_id,
  trigger: triggerOf[answer.outcome],
  at: answer.answered_at,
  ...(answer.code === null ? {} : { code: answer.code, reason: reasonText(answer.code) }),
  ...(answer.tracking_number === null ? {} : { trackingNumber: answer.tracking_number }),
  ...(answer.check_number === null ? {} : { checkNumber: answer.check_number }),
});

function dispositionsOf(settlements: Settlements): ReadonlyMap<AnswerId, Disposition> {
  const dispositions = new Map<AnswerId, Disposition>();
  for (const { applied, ignored } of settlements.values()) {
    for (const answer of applied) dispositions.set(answer.answer_id, answerStates.moves.apply.to);
    for (const answer of ignored) dispositions.set(answer.answer_id, answerStates.moves.ignore.to);
  }
  return dispositions;
}

/** At debug level: repeats are normal, since banks deliver at least once. */
function logIgnored(service: Service, organizationId: OrganizationId, settlements: Settlements): void {
  for (const [transactionId, { ignored }] of settlements) {
    for (const { answer_id: answerId, outcome } of ignored) {
      service.log.debug({ organizationId, transactionId, answerId, outcome }, "bank answer changes nothing");
    }
  }
}
