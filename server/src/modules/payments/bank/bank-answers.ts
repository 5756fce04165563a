import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { isUnavailable, type Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { eachOrganization, tryEach } from "../../../kernel/work/each-organization.ts";
import { type AnswerId, type BankAnswer, type Rail, reasonText } from "../../rails/index.ts";
import { lockPayments, moveTransactions, type RequestedMove } from "../lifecycle/move-transactions.ts";
import { answerStates, type Disposition } from "./answer-states.ts";
import { insertAnswers, markAnswered, type ParkedRow, parkedAnswers, setDispositions } from "./bank-answers.queries.ts";
import { type Settlement, settleAnswers, triggerOf } from "./settle-answers.ts";

/**
 * What the bank says, applied to payments. Every message is kept once, by its id, with what became of it. All messages of a
 * payment that are not dealt with are looked at together under the payment's lock, so two processes that read different
 * messages of one payment cannot both leave them lying.
 */

const BATCH = 500;

/** One pass: collects, applies, acknowledges. Returns how many answers it dealt with; 0 = nothing to do. */
export async function runBankAnswers(service: Service, rail: Rail): Promise<number> {
  const collected = await rail.collect(BATCH, { without: each.resting(service) });
  const byOrganization = Map.groupBy(collected, (answer) => answer.organizationId);
  return each.run(service, byOrganization.keys(), async (organizationId) => {
    const answers = byOrganization.get(organizationId) ?? [];
    await dealWith(service, rail, { organizationId, answers });
    return answers.length;
  });
}

const each = eachOrganization("bank-answers");

interface Answered {
  readonly organizationId: OrganizationId;
  readonly answers: readonly BankAnswer[];
}

/** In one commit; where that fails payment by payment, so that one whose books are wrong does not keep the others waiting. */
async function dealWith(service: Service, rail: Rail, { organizationId, answers }: Answered): Promise<void> {
  const byPayment = [...Map.groupBy(answers, (answer) => answer.transactionId).values()];
  try {
    await service.database.transaction((tx) => applyAnswers(service, tx, { organizationId, answers }));
  } catch (error) {
    if (isUnavailable(error) || byPayment.length === 1) throw error;
    return tryEach(byPayment, (ofOne) => dealWith(service, rail, { organizationId, answers: ofOne }));
  }
  // After the commit: a process that dies in between is told again, and knows the messages by their ids.
  await rail.acknowledge(answers);
}

interface AnswersToApply extends Answered {
  /** What they change is told at the answers' own instants instead of now: for a past that is told at once. */
  readonly ofThePast?: boolean;
}

/** Keeps the answers and applies what can be applied, in the caller's transaction. */
export async function applyAnswers(
  service: Service,
  tx: Tx,
  { organizationId, answers, ofThePast = false }: AnswersToApply,
): Promise<void> {
  for (const answer of answers) assertAnswer(answer, organizationId);
  // In id order, so that two processes inserting the same answers do not wait for each other in a circle.
  const fresh = await insertAnswers(
    tx,
    organizationId,
    answers.toSorted((a, b) => (a.answerId < b.answerId ? -1 : 1)),
  );
  const transactionIds = [...new Set(fresh.map((row) => row.transaction_id))].sort();
  if (transactionIds.length === 0) return;
  const payments = await lockPayments(tx, organizationId, transactionIds);
  // After the payments, as everywhere: balances, then transactions, then submissions.
  await markAnswered(tx, organizationId, transactionIds);
  const parked = Map.groupBy(await parkedAnswers(tx, organizationId, transactionIds), (row) => row.transaction_id);
  const settlements = new Map(
    transactionIds.map((id) => {
      const payment = payments.get(id);
      const rows = parked.get(id) ?? [];
      return [id, payment ? settleAnswers(payment.status, rows) : { applied: [], parked: [], ignored: rows }];
    }),
  );
  await applySettlements(service, tx, { organizationId, settlements, ofThePast });
  const dispositions = dispositionsOf(settlements);
  const stored = await setDispositions(tx, organizationId, dispositions);
  assert(stored === dispositions.size, "what becomes of every answer is stored");
  logIgnored(service, organizationId, settlements);
}

/** What a rail must keep to, whoever wrote it. */
function assertAnswer(answer: BankAnswer, organizationId: OrganizationId): void {
  assert(answer.organizationId === organizationId, "a bank's answer is applied in the organization it is for");
  assert(!Number.isNaN(answer.answeredAt.getTime()), "a bank's answer says when it happened");
  assert(
    answer.trackingNumber === undefined || answer.checkNumber === undefined,
    "a payment has a tracking number or a check number, not both",
  );
}

type Settlements = ReadonlyMap<TransactionId, Settlement<ParkedRow>>;

/** The first move of every payment in one go, then the second one of those that make two. */
async function applySettlements(
  service: Service,
  tx: Tx,
  {
    organizationId,
    settlements,
    ofThePast,
  }: { organizationId: OrganizationId; settlements: Settlements; ofThePast: boolean },
): Promise<void> {
  const most = Math.max(0, ...[...settlements.values()].map((settlement) => settlement.applied.length));
  for (let round = 0; round < most; round += 1) {
    const moves = [...settlements.values()].flatMap(({ applied }) =>
      applied.slice(round, round + 1).map(requestedMove),
    );
    const moved = await moveTransactions(service, tx, { organizationId, actor: { type: "bank" }, moves, ofThePast });
    assert(moved.size === moves.length, "an answer settled as applied moves its payment");
  }
}

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

function logIgnored(service: Service, organizationId: OrganizationId, settlements: Settlements): void {
  for (const [transactionId, { ignored }] of settlements) {
    for (const { answer_id: answerId, outcome } of ignored) {
      service.log.debug({ organizationId, transactionId, answerId, outcome }, "bank answer changes nothing");
    }
  }
}
