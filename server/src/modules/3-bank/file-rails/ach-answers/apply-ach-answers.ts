import { returnDeadline, returnReasonOf } from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId, NotePayments } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Reporting, reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { entryIdentification } from "../ach/ach-entry.ts";
import { type AnsweredOrder, ordersByReference } from "../ach/ach-orders.queries.ts";
import { prenotesByReference } from "../ach/prenotes/prenotes.queries.ts";
import { confirmNow, knownReturns } from "../answers/answers.queries.ts";
import { answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { BankFiles } from "../channels.ts";
import { noticeLateReturn } from "../notices/record-notices.ts";
import { acceptAchFile } from "./answer-file.ts";
import { applyAchChanges } from "./apply-changes.ts";
import { applyPrenoteAnswers, type PrenoteAnswer } from "./apply-prenote-answers.ts";
import type { AchAnswer } from "./read-ach-file.ts";
import type { SentDetails } from "./sent-details.ts";

/** Answers per statement. With more, a page outlives V8's young generation, and memory grows by garbage. */
const PAGE = 500;
/**
 * Returns refer to entries of the last months: unauthorized debits may be returned for 60 days, and banks return a credit
 * on request even later. Trace numbers repeat only after ten million entries.
 */
const LOOK_BACK_MS = 400 * DAY_MS;
export const oldestAnswered = ({ clock }: Pick<Service, "clock">): Date => plusMs(clock.now(), -LOOK_BACK_MS);

export interface ReceivedAnswers {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly answers: AsyncIterable<AchAnswer>;
  /** Of the entries that the file has corrections for. */
  readonly sent: SentDetails;
  /** Receives the payments that the file is about, page by page. */
  readonly note: NotePayments;
}

/**
 * Applies all answers of a file, in the transaction that marks it as processed. An answer that was applied before, from
 * this or another file, changes nothing. Throws QuarantinedFile if one does not fit what was sent or what is known.
 * Memory holds a page of answers. Returns their number.
 */
export async function applyAchAnswers(
  { service, files }: { readonly service: Service; readonly files: BankFiles },
  tx: Tx,
  received: ReceivedAnswers,
): Promise<number> {
  let count = 0;
  // Trace numbers: fifteen digits are exact as a number, which takes a third of the memory of text.
  const returned = new Set<number>();
  for await (const page of inPages(received.answers)) {
    const { prenotes, answers } = await splitPrenotes(service, tx, received, page);
    assert(page.length <= PAGE, "memory holds a bounded number of answers");
    assert(prenotes.length + answers.length === page.length, "each answer is about a prenote or about a payment");
    const matched = await match(service, tx, received, answers);
    assert(matched.length === answers.length, "each answer about a payment has found it");
    const fileIds = [...matched.map(({ order }) => order.file_id), ...prenotes.map(({ prenote }) => prenote.file_id)];
    for (const fileId of [...new Set(fileIds)].sort())
      await acceptAchFile({ service, files }, tx, {
        organizationId: received.organizationId,
        fileId,
        sourceFileId: received.fileId,
      });
    const returns = matched.filter(({ answer }) => answer.kind === "return");
    for (const { answer, order } of returns) {
      const traceNumber = Number(order.reference);
      if (returned.has(traceNumber)) quarantine(`Line ${answer.line}: it returns the entry ${order.reference} twice.`);
      returned.add(traceNumber);
    }
    await applyReturns(service, tx, { received, matched: returns });
    const changes = matched.filter(({ answer }) => answer.kind === "change");
    assert(returns.length + changes.length === matched.length, "an answer returns an entry or corrects it");
    await applyAchChanges(service, tx, { ...received, changes });
    await applyPrenoteAnswers(service, tx, { ...received, answers: prenotes });
    await received.note(
      matched.map(({ order }) => ({
        transactionId: order.transaction_id,
        reference: order.reference,
        purpose: "answer",
      })),
    );
    count += matched.length;
  }
  return count;
}

async function* inPages(answers: AsyncIterable<AchAnswer>): AsyncGenerator<readonly AchAnswer[]> {
  let page: AchAnswer[] = [];
  for await (const answer of answers) {
    page.push(answer);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Answers about prenotes, and those about payments. */
async function splitPrenotes(
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, connectionId }: ReceivedAnswers,
  answers: readonly AchAnswer[],
): Promise<{ readonly prenotes: readonly PrenoteAnswer[]; readonly answers: readonly AchAnswer[] }> {
  const found = await prenotesByReference(tx, organizationId, {
    connectionId,
    references: [...new Set(answers.map((answer) => answer.originalTraceNumber))],
    since: oldestAnswered(service),
  });
  const byReference = new Map(found.map((prenote) => [prenote.reference, prenote]));
  const prenotes = answers.flatMap((answer) => {
    const prenote = byReference.get(answer.originalTraceNumber);
    return prenote === undefined ? [] : [{ answer, prenote }];
  });
  return { prenotes, answers: answers.filter((answer) => !byReference.has(answer.originalTraceNumber)) };
}

/** Finds the payments by trace number, and compares what else the bank says about them. */
async function match(
  service: Pick<Service, "clock" | "database" | "log" | "vault">,
  tx: Tx,
  { organizationId, connectionId }: ReceivedAnswers,
  answers: readonly AchAnswer[],
): Promise<readonly Matched[]> {
  const found = await ordersByReference(tx, organizationId, {
    connectionId,
    references: [...new Set(answers.map((answer) => answer.originalTraceNumber))],
    since: oldestAnswered(service),
  });
  const byReference = new Map(found.map((order) => [order.reference, order]));
  return answers.map((answer) => {
    const order = asFiled(service, organizationId, byReference.get(answer.originalTraceNumber));
    const at = `Line ${answer.line}`;
    if (order === undefined)
      return quarantine(
        `${at}: no entry with the trace number ${answer.originalTraceNumber} was sent over this connection.`,
      );
    if (answer.kind === "return" && answer.amountMinor !== order.amount_minor)
      return quarantine(`${at}: the amount is not that of the entry ${order.reference}.`);
    const bank = answer.originalReceivingBank;
    if (bank !== undefined && bank !== order.receiving_bank)
      return quarantine(`${at}: the receiving bank ${bank} is not that of the entry ${order.reference}.`);
    const named = answer.identificationNumber.toLowerCase();
    if (named !== "" && named !== entryIdentification(order.transaction_id)) {
      reportUnproven(service, { organizationId, table: "bank_orders", key: order.transaction_id });
      return quarantine(`${at}: the identification ${named} is not that of the entry ${order.reference}.`);
    }
    if (order.file_state === "rejected")
      return quarantine(`${at}: the bank has rejected the file of the entry ${order.reference}.`);
    return { answer, order };
  });
}

/** The order, unless it says otherwise than what was recorded when its file was written, which is never changed. */
export function asFiled(
  reporting: Reporting,
  organizationId: OrganizationId,
  order: AnsweredOrder | undefined,
): AnsweredOrder | undefined {
  if (order === undefined || order.is_as_filed) return order;
  reportUnproven(reporting, { organizationId, table: "bank_orders", key: order.transaction_id });
  return undefined;
}

interface Matched {
  readonly answer: AchAnswer;
  readonly order: AnsweredOrder;
}

async function applyReturns(
  service: Pick<Service, "clock" | "log" | "newId">,
  tx: Tx,
  { received, matched }: { received: ReceivedAnswers; matched: readonly Matched[] },
): Promise<void> {
  if (matched.length === 0) return;
  const { organizationId, fileId } = received;
  const now = service.clock.now();
  const answers = matched.map(({ answer, order }): BankAnswer => {
    const { transaction_id: transactionId } = order;
    return {
      answerId: answerIdOf(transactionId, "returned", answer.code, answer.traceNumber),
      transactionId,
      outcome: "returned",
      code: answer.code,
      isLate: isLate(answer, order, answer.creationDate || newYorkDay(now)),
      sourceFileId: fileId,
      answeredAt: now,
    };
  });
  const ids = new Map(answers.map((answer) => [answer.transactionId, answer.answerId]));
  assert(ids.size === answers.length, "a file returns a payment once");
  for (const { transaction_id: transactionId, answer_id: answerId } of await knownReturns(tx, organizationId, [
    ...ids.keys(),
  ])) {
    if (ids.get(transactionId) === answerId) continue;
    const line = matched.find(({ order }) => order.transaction_id === transactionId)?.answer.line;
    quarantine(`Line ${line}: the payment was returned before, by another return. Ask the bank which one is right.`);
  }
  // What was returned had settled.
  await confirmNow(tx, organizationId, { transactionIds: [...ids.keys()], now });
  await recordAnswers(tx, organizationId, { answers, now });
  const lateAnswers = answers.filter((answer) => answer.isLate === true);
  const recipients = new Map(matched.map(({ order }) => [order.transaction_id, order.recipient_id]));
  for (const { transactionId, answerId: sourceId, code = "" } of lateAnswers) {
    const recipientId = present(recipients.get(transactionId), "every answer is about a matched payment");
    const notice = { organizationId, sourceId, sourceFileId: fileId, code, transactionId, recipientId };
    await noticeLateReturn(service, tx, notice);
  }
  const late = lateAnswers.map((answer) => answer.transactionId);
  if (late.length > 0)
    service.log.warn(
      { organizationId, transactionIds: late },
      "Returns arrived after their deadline. Ask the bank to dishonor them (R68) within five banking days.",
    );
}

/** Whether the bank's file was made after the day on which the rules allow the return. */
function isLate(answer: AchAnswer, order: AnsweredOrder, on: string): boolean {
  const reason = returnReasonOf(answer.code);
  if (reason === undefined) return false;
  const deadline = returnDeadline(reason, order.settled_on, (date) => isBankingDay(Temporal.PlainDate.from(date)));
  return deadline !== undefined && on > deadline;
}
