import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { type BankFileId, isInAnotherFile } from "#bank/exchange";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, isOneOf, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { fileAnswers } from "../tables.ts";
import { type AnswerTrigger, answerStates, type Disposition } from "./answer-states.ts";
import type { AnswerId, AnswersToRecord } from "./bank-answer.ts";

/** Stores answers, due now, except those that are known. Returns the number of new ones. */
export const insertAnswers = (tx: Tx, organizationId: OrganizationId, { answers, now }: AnswersToRecord) =>
  tx.run(sql`
  insert into file_answers (organization_id, answer_id, transaction_id, outcome, code, tracking_number, check_number, source_file_id, is_late, answered_at, due_at)
  select ${organizationId}::uuid, a.id, a.transaction_id, a.outcome, a.code, a.tracking, a.check_number, a.source, a.late, a.at, ${now}::timestamptz
    from unnest(${uuidArray(answers.map((answer) => answer.answerId))}::uuid[], ${uuidArray(answers.map((answer) => answer.transactionId))}::uuid[],
                ${answers.map((answer) => answer.outcome)}::text[], ${answers.map((answer) => answer.code ?? null)}::text[],
                ${answers.map((answer) => answer.trackingNumber ?? null)}::text[], ${answers.map((answer) => answer.checkNumber ?? null)}::text[],
                ${answers.map((answer) => answer.sourceFileId ?? null)}::uuid[], ${answers.map((answer) => answer.isLate ?? false)}::boolean[],
                ${answers.map((answer) => answer.answeredAt)}::timestamptz[]) as a(id, transaction_id, outcome, code, tracking, check_number, source, late, at)
   order by a.id
  on conflict do nothing
  returning ${fileAnswers.inserted()}`);

/**
 * The ID of an answer about all payments of a file, computed as derivedId does, because a file may have hundreds of
 * thousands of payments.
 */
const fileAnswerIdOf = (kind: string) => sql`(
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-8' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12))::uuid
    from encode(sha256(convert_to('["file-answer","' || b.transaction_id || ${`","${kind}"]`}::text, 'UTF8')), 'hex') as h)`;

/** A confirmation of every payment of an accepted file, due when the payment settles. */
export const confirmFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, sourceFileId }: { fileId: BankFileId; sourceFileId: BankFileId | undefined },
) =>
  tx.run(sql`
  insert into file_answers (organization_id, answer_id, transaction_id, outcome, tracking_number, source_file_id, answered_at, due_at)
  select b.organization_id, ${fileAnswerIdOf("confirmed")}, b.transaction_id, 'confirmed', b.reference, ${sourceFileId ?? null}::uuid, s.at, s.at
    from bank_orders b
    join ach_files f on f.organization_id = b.organization_id and f.file_id = b.file_id
   cross join lateral (select case when f.is_same_day and not b.settles_later and b.amount_minor <= f.same_day_max_minor then f.settles_at else f.later_settles_at end as at) s
   where b.organization_id = ${organizationId} and b.file_id = ${fileId} and b.state = 'filed'
   order by b.transaction_id
  on conflict do nothing`);

/** Payments that are said to be in the file, and are in another. */
export const ordersOfOthers = (db: Queryable, organizationId: OrganizationId, fileId: BankFileId) =>
  db.many<{ transaction_id: TransactionId }>(sql`
  select b.transaction_id from bank_orders b
   where b.organization_id = ${organizationId} and b.file_id = ${fileId} and ${isInAnotherFile(organizationId, { fileId, transactionId: sql`b.transaction_id` })}
   order by b.transaction_id limit 100`);

/** The same answer about every payment of a file, due now. One that is in another file gets none. */
export const answerFile = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    fileId,
    code,
    sourceFileId,
    now,
  }: { fileId: BankFileId; code: string; sourceFileId: BankFileId | undefined; now: Date },
) =>
  tx.run(sql`
  insert into file_answers (organization_id, answer_id, transaction_id, outcome, code, source_file_id, answered_at, due_at)
  select b.organization_id, ${fileAnswerIdOf("rejected")}, b.transaction_id, 'rejected', ${code}::text, ${sourceFileId ?? null}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from bank_orders b
   where b.organization_id = ${organizationId} and b.file_id = ${fileId} and b.state = 'filed'
     and not ${isInAnotherFile(organizationId, { fileId, transactionId: sql`b.transaction_id` })}
   order by b.transaction_id
  on conflict do nothing
  returning ${fileAnswers.inserted()}`);

/**
 * A bank that returns an entry has settled it, whatever the settlement date says. Written for the index of payments: the
 * condition on collected_at is an expression that the index of due answers does not serve, which would be read to its end.
 */
export const confirmNow = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionIds, now }: { transactionIds: readonly TransactionId[]; now: Date },
) =>
  tx.run(sql`
  update file_answers set due_at = ${now}, answered_at = ${now}
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(transactionIds)})
     and outcome = 'confirmed' and due_at > ${now} and coalesce(collected_at, 'infinity') = 'infinity'`);

/** The same for the payments of a file that wait for their settlement. */
export const settleFile = (
  tx: Tx,
  organizationId: OrganizationId,
  { fileId, now }: { fileId: BankFileId; now: Date },
) =>
  tx.run(sql`
  update file_answers a set due_at = ${now}, answered_at = ${now}
    from bank_orders b
   where a.organization_id = ${organizationId} and b.organization_id = ${organizationId} and b.file_id = ${fileId}
     and a.transaction_id = b.transaction_id and a.outcome = 'confirmed' and a.due_at > ${now} and a.collected_at is null`);

/** Of these payments, those that the bank did not make, as it has said before. */
export const refusedAmong = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  select distinct transaction_id from file_answers
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and outcome in ('rejected', 'blocked')`);

/** Whether a payment of the file was confirmed or returned already, or is about to be. */
export const hasFinalAnswers = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId, now: Date) =>
  tx.one<{ found: boolean }>(sql`
  select exists (
    select from bank_orders b join file_answers a on a.organization_id = b.organization_id and a.transaction_id = b.transaction_id
     where b.organization_id = ${organizationId} and b.file_id = ${fileId}
       and (a.outcome = 'returned' or (a.outcome = 'confirmed' and (a.collected_at is not null or a.due_at <= ${now})))) as found`);

/** Withdraws the confirmations that are not due yet. */
export const deleteConfirmations = (tx: Tx, organizationId: OrganizationId, fileId: BankFileId) =>
  tx.run(sql`
  delete from file_answers a using bank_orders b
   where a.organization_id = ${organizationId} and b.organization_id = ${organizationId} and b.file_id = ${fileId}
     and a.transaction_id = b.transaction_id and a.outcome = 'confirmed' and a.collected_at is null
     and not ${isInAnotherFile(organizationId, { fileId, transactionId: sql`b.transaction_id` })}`);

/** Of these payments, those that settled or came back, as the bank has said before. */
export const settledAmong = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[], now: Date) =>
  tx.many<{ transaction_id: TransactionId }>(sql`
  select distinct transaction_id from file_answers
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and (outcome = 'returned' or (outcome = 'confirmed' and (collected_at is not null or due_at <= ${now})))`);

/** Withdraws the confirmations of these payments that are not due yet. */
export const deleteConfirmationsOf = (tx: Tx, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  tx.run(sql`
  delete from file_answers
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)})
     and outcome = 'confirmed' and collected_at is null`);

export interface KnownReturn {
  readonly answer_id: AnswerId;
  readonly transaction_id: TransactionId;
}

/** The returns of these payments that were received before. */
export const knownReturns = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<KnownReturn>(sql`
  select answer_id, transaction_id from file_answers
   where organization_id = ${organizationId} and transaction_id = any (${eachOf(ids)}) and outcome = 'returned'`);

/** A payment that has an answer to be applied. */
export interface AnsweredPayment {
  readonly due_at: Date;
  readonly organization_id: OrganizationId;
  readonly transaction_id: TransactionId;
}

/** Only the index on waiting answers serves this condition. */
const isWaiting = isOneOf(sql`a.disposition`, answerStates.initial);

/**
 * The payments of answers that are due, one for each answer: the oldest of each organization, so that the index serves
 * each; organizations take turns, so that one with many delays no other.
 */
export const paymentsWithDueAnswers = (
  db: Queryable,
  { now, limit, without }: { now: Date; limit: number; without: readonly OrganizationId[] },
) =>
  db.many<AnsweredPayment>(sql`
  select o.organization_id, m.transaction_id, m.due_at, ${fileAnswers.proofOrSkip("m")}
    from organization_ids o
   cross join lateral (
     select a.organization_id, a.answer_id, a.transaction_id, a.outcome, a.code, a.tracking_number, a.check_number, a.answered_at, a.due_at,
            row_number() over (partition by a.organization_id order by a.due_at, a.answer_id) as turn
       from file_answers a
      where a.organization_id = o.organization_id and ${isWaiting} and a.due_at <= ${now}
      order by a.due_at, a.answer_id limit ${limit}) m
   where o.organization_id <> all (${[...without]}::uuid[])
   order by m.turn, m.due_at, m.answer_id limit ${limit}`);

/** An answer that may move its payment. */
export interface OpenAnswer {
  readonly answer_id: AnswerId;
  readonly transaction_id: TransactionId;
  readonly disposition: Disposition;
  readonly outcome: AnswerOutcome;
  readonly code: string | null;
  readonly tracking_number: string | null;
  readonly check_number: string | null;
  readonly answered_at: Date;
}

/**
 * All answers about the payments that are due or parked, in the order in which they happened at the bank. The caller has
 * locked the payments. Answers that a file changes at this moment are left for the next pass. Written for the index of
 * payments, as above.
 */
export const lockOpenAnswers = (
  tx: Tx,
  organizationId: OrganizationId,
  { transactionIds, now }: { transactionIds: readonly TransactionId[]; now: Date },
) =>
  tx.many<OpenAnswer>(sql`
  select a.answer_id, a.transaction_id, a.disposition, a.outcome, a.code, a.tracking_number, a.check_number, a.answered_at,
         ${fileAnswers.proofOrSkip("a")}
    from file_answers a
   where a.organization_id = ${organizationId} and a.transaction_id = any (${eachOf(transactionIds)})
     and a.due_at <= ${now} and ${isOneOf(sql`(a.disposition || '')`, answerStates.statesBefore("apply"))}
   order by a.answered_at, a.answer_id
     for update of a skip locked`);

/** Stores what happened to answers. Returns the number of rows. */
export const decideAnswers = (
  tx: Tx,
  organizationId: OrganizationId,
  { trigger, answerIds, now }: { trigger: AnswerTrigger; answerIds: readonly AnswerId[]; now: Date },
) =>
  tx.run(sql`
  update file_answers a
     set disposition = ${answerStates.moves[trigger].to},
         collected_at = coalesce(a.collected_at, ${trigger === "park" ? null : now}::timestamptz)
   where a.organization_id = ${organizationId} and a.answer_id = any (${eachOf(answerIds)})
     and ${isOneOf(sql`a.disposition`, answerStates.statesBefore(trigger))}`);

/** When the next answer is due; parked ones wait for another answer, not for a time. */
export const nextAnswer = (db: Queryable) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(m.due_at) as due_at
    from organization_ids o
   cross join lateral (
     select a.due_at from file_answers a
      where a.organization_id = o.organization_id and ${isWaiting}
      order by a.due_at limit 1) m`);
