import type { PaymentMethod } from "../../banking/identifiers/payment-method.ts";
import type { Queryable, Tx } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../kernel/values/ids.ts";
import type { AnswerId, AnswerOutcome } from "../rails/index.ts";
import type { ScriptedMessage } from "./script.ts";

export interface NewInstruction {
  readonly instructionId: TransactionId;
  readonly method: PaymentMethod;
  readonly amountMinor: bigint;
}

/** The new instructions, with their sequence numbers. */
export const insertInstructions = (
  tx: Tx,
  organizationId: OrganizationId,
  { instructions, at }: { instructions: readonly NewInstruction[]; at: Date },
) =>
  tx.many<{ instruction_id: TransactionId; sequence_number: bigint }>(sql`
    insert into simulated_bank_instructions (organization_id, instruction_id, method, amount_minor, received_at)
    select ${organizationId}::uuid, i.id, i.method, i.amount, ${at}::timestamptz
      from unnest(${instructions.map((instruction) => instruction.instructionId)}::uuid[],
                  ${instructions.map((instruction) => instruction.method)}::text[],
                  ${instructions.map((instruction) => instruction.amountMinor.toString())}::bigint[]) as i(id, method, amount)
    on conflict do nothing
    returning instruction_id, sequence_number`);

export const setReferences = (tx: Tx, organizationId: OrganizationId, references: ReadonlyMap<TransactionId, string>) =>
  tx.run(sql`
  update simulated_bank_instructions i set reference = r.reference
    from unnest(${[...references.keys()]}::uuid[], ${[...references.values()]}::text[]) as r(id, reference)
   where i.organization_id = ${organizationId} and i.instruction_id = r.id`);

export interface NewMessage extends ScriptedMessage {
  readonly instructionId: TransactionId;
  readonly trackingNumber: string | undefined;
  readonly checkNumber: string | undefined;
}

export const insertMessages = (tx: Tx, organizationId: OrganizationId, messages: readonly NewMessage[]) =>
  tx.run(sql`
  insert into simulated_bank_answers (organization_id, message_id, answer_id, instruction_id, outcome, code, tracking_number,
                                      check_number, answered_at, due_at)
  select ${organizationId}::uuid, m.id, m.answer_id, m.instruction_id, m.outcome, m.code, m.tracking, m.check_number, m.answered_at, m.due_at
    from unnest(${messages.map((message) => message.messageId)}::uuid[], ${messages.map((message) => message.answerId)}::uuid[],
                ${messages.map((message) => message.instructionId)}::uuid[], ${messages.map((message) => message.outcome)}::text[],
                ${messages.map((message) => message.code ?? null)}::text[], ${messages.map((message) => message.trackingNumber ?? null)}::text[],
                ${messages.map((message) => message.checkNumber ?? null)}::text[], ${messages.map((message) => message.answeredAt)}::timestamptz[],
                ${messages.map((message) => message.dueAt)}::timestamptz[])
           as m(id, answer_id, instruction_id, outcome, code, tracking, check_number, answered_at, due_at)
  on conflict do nothing`);

export interface MessageRow {
  readonly organization_id: OrganizationId;
  readonly answer_id: AnswerId;
  readonly instruction_id: TransactionId;
  readonly outcome: AnswerOutcome;
  readonly code: string | null;
  readonly tracking_number: string | null;
  readonly check_number: string | null;
  readonly answered_at: Date;
}

/** Oldest first, organization by organization, so that the index on due messages serves each. */
export const dueMessages = (
  db: Queryable,
  { now, limit, without }: { now: Date; limit: number; without: readonly OrganizationId[] },
) =>
  db.many<MessageRow>(sql`
  select o.organization_id, m.answer_id, m.instruction_id, m.outcome, m.code, m.tracking_number, m.check_number, m.answered_at
    from organization_ids o
   cross join lateral (
     select a.message_id, a.answer_id, a.instruction_id, a.outcome, a.code, a.tracking_number, a.check_number, a.answered_at, a.due_at
       from simulated_bank_answers a
      where a.organization_id = o.organization_id and a.collected_at is null and a.due_at <= ${now}
      order by a.due_at, a.message_id limit ${limit}) m
   where o.organization_id <> all (${[...without]}::uuid[])
   order by m.due_at, m.message_id limit ${limit}`);

/** Only messages that have arrived: a later repetition has the same answer id. */
export const markCollected = (
  db: Queryable,
  organizationId: OrganizationId,
  { answerIds, now }: { answerIds: readonly AnswerId[]; now: Date },
) =>
  db.run(sql`
  update simulated_bank_answers set collected_at = ${now}
   where organization_id = ${organizationId} and collected_at is null and due_at <= ${now} and answer_id = any (${[...answerIds]}::uuid[])`);

export const nextMessage = (db: Queryable) =>
  db.one<{ due_at: Date | null }>(sql`
  select min(m.due_at) as due_at
    from organization_ids o
   cross join lateral (
     select a.due_at from simulated_bank_answers a
      where a.organization_id = o.organization_id and a.collected_at is null
      order by a.due_at limit 1) m`);

/** Sends all remaining messages now, for all organizations or one. */
export const makeMessagesDue = (
  db: Queryable,
  { organizationId, now }: { organizationId: OrganizationId | undefined; now: Date },
) =>
  db.run(sql`
  update simulated_bank_answers set due_at = ${now}, answered_at = least(answered_at, ${now}::timestamptz)
   where collected_at is null and due_at > ${now}
     and organization_id in (select organization_id from organization_ids)
     and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)`);

export const findInstruction = (tx: Tx, organizationId: OrganizationId, instructionId: TransactionId) =>
  tx.maybe<{ method: PaymentMethod; reference: string }>(sql`
    select method, reference from simulated_bank_instructions
     where organization_id = ${organizationId} and instruction_id = ${instructionId}
       for update`);

/** Which of these instructions the bank has received. */
export const knownInstructions = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ instruction_id: TransactionId }>(sql`
  select instruction_id from simulated_bank_instructions
   where organization_id = ${organizationId} and instruction_id = any (${[...ids]}::uuid[])`);

/** Deletes unsent messages that another answer supersedes. */
export const deleteSupersededMessages = (
  tx: Tx,
  organizationId: OrganizationId,
  { instructionId, outcomes }: { instructionId: TransactionId; outcomes: readonly AnswerOutcome[] },
) =>
  tx.run(sql`
  delete from simulated_bank_answers
   where organization_id = ${organizationId} and instruction_id = ${instructionId} and collected_at is null and outcome = any (${[...outcomes]}::text[])`);
