import type { Tx } from "../../../kernel/sql/database.ts";
import { isOneOf, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import type { AnswerId, AnswerOutcome, BankAnswer } from "../../rails/index.ts";
import { railAnswers } from "../tables.ts";
import { answerStates, type Disposition } from "../../file-rails/answers/answer-states.ts";
import { submissionStates } from "../lifecycle/submission-states.ts";

/** Stores new answers; a repeated message is recognized by its id. New answers start as parked. */
export const insertAnswers = (tx: Tx, organizationId: OrganizationId, answers: readonly BankAnswer[]) =>
  tx.many<{ answer_id: AnswerId; transaction_id: TransactionId }>(sql`
    insert into rail_answers (organization_id, answer_id, transaction_id, outcome, code, tracking_number, check_number, answered_at, disposition)
    select ${organizationId}::uuid, a.id, a.transaction_id, a.outcome, a.code, a.tracking, a.check_number, a.at, 'parked'
      from unnest(${answers.map((answer) => answer.answerId)}::uuid[], ${answers.map((answer) => answer.transactionId)}::uuid[],
                  ${answers.map((answer) => answer.outcome)}::text[], ${answers.map((answer) => answer.code ?? null)}::text[],
                  ${answers.map((answer) => answer.trackingNumber ?? null)}::text[], ${answers.map((answer) => answer.checkNumber ?? null)}::text[],
                  ${answers.map((answer) => answer.answeredAt)}::timestamptz[])
             as a(id, transaction_id, outcome, code, tracking, check_number, at)
    on conflict do nothing
    returning answer_id, transaction_id, ${railAnswers.inserted()}`);

/** A stored answer that has not been applied or ignored. */
export interface ParkedRow {
  readonly answer_id: AnswerId;
  readonly transaction_id: TransactionId;
  readonly outcome: AnswerOutcome;
  readonly code: string | null;
  readonly tracking_number: string | null;
  readonly check_number: string | null;
  readonly answered_at: Date;
}

/** All unprocessed answers about the payments, in the order in which they happened at the bank. */
export const parkedAnswers = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<ParkedRow>(sql`
  select answer_id, transaction_id, outcome, code, tracking_number, check_number, answered_at, ${railAnswers.proofOrSkip("a")}
    from rail_answers a
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) 
     and ${isOneOf(sql`disposition`, answerStates.statesBefore("apply"))}
   order by answered_at, answer_id`);

/** Stores what happened to answers; those that stay parked are not among them. Returns the number of rows. */
export const setDispositions = (
  tx: Tx,
  organizationId: OrganizationId,
  dispositions: ReadonlyMap<AnswerId, Disposition>,
) =>
  tx.run(sql`
  update rail_answers a set disposition = d.disposition
    from unnest(${[...dispositions.keys()]}::uuid[], ${[...dispositions.values()]}::text[]) as d(id, disposition)
   where a.organization_id = ${organizationId} and a.answer_id = d.id
     and ${isOneOf(sql`a.disposition`, answerStates.statesBefore("apply"))}`);

/**
 * The bank has the payment, so it is never submitted again. A payment that still waits in rail_queue gets its row here,
 * so that taking it in adds nothing.
 */
export const markAnswered = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.run(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, ${submissionStates.moves.answer.to}, created_at
    from transactions
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[]) and kind = 'outgoingPayment'
   order by transaction_id
  on conflict (organization_id, transaction_id) do update set state = excluded.state
   where ${isOneOf(sql`rail_submissions.state`, submissionStates.statesBefore("answer"))}`);
