import { bankingDaysLater, returnDeadline, returnReasonOf } from "bursar-bank-formats/nacha";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId, FileItem, TakeNote } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Reporting, reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { sentIdentification } from "../ach/ach-entry.ts";
import { type AnsweredOrder, ordersByReference, ordersOfPayments } from "../ach/ach-orders.queries.ts";
import { prenotesByReference } from "../ach/prenotes/prenotes.queries.ts";
import { confirmNow, knownReturns } from "../answers/answers.queries.ts";
import { type AssignedItem, answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { BankFiles } from "../channels.ts";
import { noticeLateReturn, noticePaidBackTwice, recordReturnNotice } from "../notices/record-notices.ts";
import { reversalAnswerOf } from "../reversals/write-reversals.ts";
import { acceptAchFile } from "./answer-file.ts";
import { applyAchChanges } from "./apply-changes.ts";
import { applyPrenoteAnswers, misfitOf, type PrenoteAnswer } from "./apply-prenote-answers.ts";
import {
  applyReversalAnswers,
  lockReversals,
  misfitOfReversal,
  type ReversalAnswer,
} from "./apply-reversal-answers.ts";
import { type AchAnswer, type AchFileEnd, itemOfAnswer, type UnfitEntry } from "./read-ach-file.ts";
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
  readonly answers: AsyncIterable<Entry | AchFileEnd>;
  /** Of the entries that the file has corrections for. */
  readonly sent: SentDetails;
  /** Receives the payments that the file is about, and what cannot be applied, page by page. */
  readonly note: TakeNote;
}

/**
 * Applies all answers of a file, in the transaction that marks it as processed. An answer that was applied before, from
 * this or another file, changes nothing. One that does not fit what was sent or what is known changes nothing either and is
 * an open item. Memory holds a page of answers. Returns the number of entries.
 */
export async function applyAchAnswers(
  { service, files }: { readonly service: Service; readonly files: BankFiles },
  tx: Tx,
  received: ReceivedAnswers,
): Promise<number> {
  let count = 0;
  // Trace numbers: fifteen digits are exact as a number, which takes a third of the memory of text.
  const returned = new Set<number>();
  for await (const page of inPages(received)) {
    assert(page.length <= PAGE, "memory holds a bounded number of answers");
    const unfit = page.flatMap((entry) => (entry.kind === "unfit" ? [entry.item] : []));
    const items: FileItem[] = [...(await noticeDisputes(service, tx, received, unfit))];
    const about = page.filter((entry) => entry.kind !== "unfit");
    const { prenotes, reversals, answers } = await splitAnswers(service, tx, received, about);
    assert(
      prenotes.length + reversals.length + answers.length === about.length,
      "each answer is about a prenote, a reversal, or a payment",
    );
    const found = await match(service, tx, received, answers);
    items.push(...found.items);
    const returns: Matched[] = [];
    for (const matched of found.matched.filter(({ answer }) => answer.kind === "return")) {
      const traceNumber = Number(matched.order.reference);
      if (returned.has(traceNumber))
        items.push(itemOfMatched(matched, `It returns the entry ${matched.order.reference} twice.`));
      else returns.push(matched);
      returned.add(traceNumber);
    }
    const changes = found.matched.filter(({ answer }) => answer.kind === "change");
    const fitting = <Answer extends { readonly answer: AchAnswer }>(
      all: readonly Answer[],
      misfitIn: (matched: Answer) => string | undefined,
    ): readonly Answer[] =>
      all.filter((matched) => {
        const misfit = misfitIn(matched);
        if (misfit !== undefined) items.push(itemOfAnswer({ answer: matched.answer }, "contradiction", misfit));
        return misfit === undefined;
      });
    const aboutPrenotes = fitting(prenotes, misfitOf);
    const aboutReversals = fitting(reversals, misfitOfReversal);
    const fileIds = [
      ...[...returns, ...changes].map(({ order }) => order.file_id),
      ...aboutPrenotes.map(({ prenote }) => prenote.file_id),
      ...aboutReversals.flatMap(({ undo }) => undo.file_id ?? []),
    ];
    for (const fileId of [...new Set(fileIds)].sort())
      await acceptAchFile({ service, files }, tx, {
        organizationId: received.organizationId,
        fileId,
        sourceFileId: received.fileId,
      });
    items.push(...(await applyReturns(service, tx, { received, matched: returns })));
    items.push(...(await applyAchChanges(service, tx, { ...received, changes })));
    items.push(...(await applyPrenoteAnswers(service, tx, { ...received, answers: aboutPrenotes })));
    await applyReversalAnswers(service, tx, { ...received, answers: aboutReversals });
    assert(items.length <= page.length, "an entry is one open item at most");
    await received.note({
      items,
      payments: found.matched.map(({ order }) => ({
        transactionId: order.transaction_id,
        reference: order.reference,
        purpose: "answer",
      })),
    });
    count += page.length;
  }
  return count;
}

/** Article Two 2.12.6 and Three 3.8.5: a disputed return is answered within two banking days. */
const DISPUTE_BANKING_DAYS = 2;

/** Notices of dishonored and contested returns of known payments; returns the other items, with their deadlines. */
async function noticeDisputes(
  service: Pick<Service, "clock" | "database" | "log" | "newId" | "vault">,
  tx: Tx,
  { organizationId, connectionId, fileId }: ReceivedAnswers,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const disputes = items.filter(({ kind }) => kind === "dispute");
  if (disputes.length === 0) return items;
  const references = [...new Set(disputes.flatMap(({ reference }) => reference ?? []))];
  const found = await ordersByReference(tx, organizationId, {
    connectionId,
    references,
    since: oldestAnswered(service),
  });
  const orders = new Map(found.map((order) => [order.reference, order]));
  assert(orders.size === found.length, "a trace number finds one payment");
  const today = newYorkDay(service.clock.now());
  const isBusiness = (date: string) => isBankingDay(Temporal.PlainDate.from(date));
  const actBy = bankingDaysLater(today, DISPUTE_BANKING_DAYS, isBusiness);
  const left: FileItem[] = [];
  for (const item of items) {
    const { kind, reference = "", code = "", identity } = item;
    const order = kind === "dispute" ? asFiled(service, organizationId, orders.get(reference)) : undefined;
    if (order === undefined) left.push(kind === "dispute" ? { ...item, actBy } : item);
    else
      await recordReturnNotice(service, tx, {
        organizationId,
        transactionId: order.transaction_id,
        recipientId: order.recipient_id,
        sourceFileId: fileId,
        code,
        traceNumber: identity.join("/"),
      });
  }
  assert(left.length <= items.length, "a dispute is a notice or an open item");
  return left;
}

const itemOfMatched = ({ answer, order }: Matched, reason: string): FileItem =>
  itemOfAnswer({ answer, transactionId: order.transaction_id }, "contradiction", reason);

type Entry = AchAnswer | UnfitEntry;

async function* inPages({ answers, note }: ReceivedAnswers): AsyncGenerator<readonly Entry[]> {
  let page: Entry[] = [];
  for await (const answer of answers) {
    if (answer.kind === "end") {
      await note({ tolerated: answer.tolerated });
      continue;
    }
    page.push(answer);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Answers about prenotes, about reversals, and about payments. */
async function splitAnswers(
  service: Pick<Service, "clock">,
  tx: Tx,
  { organizationId, connectionId }: ReceivedAnswers,
  all: readonly AchAnswer[],
): Promise<{
  readonly prenotes: readonly PrenoteAnswer[];
  readonly reversals: readonly ReversalAnswer[];
  readonly answers: readonly AchAnswer[];
}> {
  const references = [...new Set(all.map((answer) => answer.originalTraceNumber))];
  const undos = await lockReversals(tx, { organizationId, connectionId }, references);
  const reversals = all.flatMap((answer) => {
    const undo = undos.get(answer.originalTraceNumber);
    return undo === undefined ? [] : [{ answer, undo }];
  });
  const answers = all.filter((answer) => !undos.has(answer.originalTraceNumber));
  const found = await prenotesByReference(tx, organizationId, {
    connectionId,
    references,
    since: oldestAnswered(service),
  });
  const byReference = new Map(found.map((prenote) => [prenote.reference, prenote]));
  const prenotes = answers.flatMap((answer) => {
    const prenote = byReference.get(answer.originalTraceNumber);
    return prenote === undefined ? [] : [{ answer, prenote }];
  });
  return { prenotes, reversals, answers: answers.filter((answer) => !byReference.has(answer.originalTraceNumber)) };
}

/** Finds the payments by trace number, and compares what else the bank says about them. */
async function match(
  service: Pick<Service, "clock" | "database" | "log" | "vault">,
  tx: Tx,
  { organizationId, connectionId }: ReceivedAnswers,
  answers: readonly AchAnswer[],
): Promise<{ readonly matched: readonly Matched[]; readonly items: readonly FileItem[] }> {
  const found = await ordersByReference(tx, organizationId, {
    connectionId,
    references: [...new Set(answers.map((answer) => answer.originalTraceNumber))],
    since: oldestAnswered(service),
  });
  const byReference = new Map(found.map((order) => [order.reference, order]));
  const matched: Matched[] = [];
  const items: FileItem[] = [];
  for (const answer of answers) {
    const order = asFiled(service, organizationId, byReference.get(answer.originalTraceNumber));
    if (order === undefined) {
      const reason = `No entry with the trace number ${answer.originalTraceNumber} was sent over this connection.`;
      items.push(itemOfAnswer({ answer }, "unknownPayment", reason));
      continue;
    }
    const misfit = misfitWith(service, organizationId, { answer, order });
    if (misfit === undefined) matched.push({ answer, order });
    else items.push(itemOfAnswer({ answer, transactionId: order.transaction_id }, misfit.kind, misfit.reason));
  }
  assert(matched.length + items.length === answers.length, "each answer has found its payment, or is an open item");
  return { matched, items };
}

/** Why an answer does not fit the entry that has its trace number; undefined if it does. */
function misfitWith(
  service: Reporting,
  organizationId: OrganizationId,
  { answer, order }: Matched,
): Pick<FileItem, "kind" | "reason"> | undefined {
  const contradiction = (reason: string) => ({ kind: "contradiction", reason }) as const;
  if (answer.kind === "return" && answer.amountMinor !== order.amount_minor)
    return contradiction(`The amount is not that of the entry ${order.reference}.`);
  const bank = answer.originalReceivingBank;
  if (bank !== undefined && bank !== order.receiving_bank)
    return contradiction(`The receiving bank ${bank} is not that of the entry ${order.reference}.`);
  const named = answer.identificationNumber.toLowerCase();
  if (named !== "" && named !== sentIdentification(order.transaction_id, order.identification)) {
    reportUnproven(service, { organizationId, table: "bank_orders", key: order.transaction_id });
    return contradiction(`The identification ${named} is not that of the entry ${order.reference}.`);
  }
  if (order.file_state === "rejected")
    return contradiction(`The bank has rejected the file of the entry ${order.reference}.`);
  if (answer.kind === "return" && returnReasonOf(answer.code) === undefined)
    return { kind: "unknownCode", reason: `The return code ${answer.code} is not known.` };
  return undefined;
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

/** Returns those of payments that were returned before, by another return. */
async function applyReturns(
  service: Pick<Service, "clock" | "log" | "newId">,
  tx: Tx,
  {
    received,
    matched: all,
  }: { received: Pick<ReceivedAnswers, "organizationId" | "fileId">; matched: readonly Matched[] },
): Promise<readonly FileItem[]> {
  if (all.length === 0) return [];
  const { organizationId, fileId } = received;
  const now = service.clock.now();
  const answerIdOfReturn = ({ answer, order }: Matched) =>
    answerIdOf(order.transaction_id, "returned", answer.code, answer.traceNumber);
  const others = new Set<TransactionId>();
  const ids = new Map(all.map((matched) => [matched.order.transaction_id, answerIdOfReturn(matched)]));
  assert(ids.size === all.length, "a file returns a payment once");
  // Their money is back already: these returns are stored, change nothing, and are for a person.
  const reversed = new Set<TransactionId>();
  for (const { transaction_id: transactionId, answer_id: answerId } of await knownReturns(tx, organizationId, [
    ...ids.keys(),
  ])) {
    if (ids.get(transactionId) === answerId) continue;
    if (answerId === reversalAnswerOf({ transaction_id: transactionId })) reversed.add(transactionId);
    else others.add(transactionId);
  }
  const matched = all.filter(({ order }) => !others.has(order.transaction_id));
  assert(matched.length + others.size === all.length, "each return is applied, or is an open item");
  const answers = matched.map(
    ({ answer, order }): BankAnswer => ({
      answerId: answerIdOfReturn({ answer, order }),
      transactionId: order.transaction_id,
      outcome: "returned",
      code: answer.code,
      isLate: isLate(answer, order, answer.creationDate || newYorkDay(now)),
      sourceFileId: fileId,
      answeredAt: now,
    }),
  );
  // What was returned had settled.
  await confirmNow(tx, organizationId, { transactionIds: answers.map(({ transactionId }) => transactionId), now });
  await recordAnswers(tx, organizationId, { answers, now });
  const lateAnswers = answers.filter((answer) => answer.isLate === true);
  const recipients = new Map(matched.map(({ order }) => [order.transaction_id, order.recipient_id]));
  for (const { transactionId, answerId: sourceId, code = "", isLate } of answers) {
    const recipientId = present(recipients.get(transactionId), "every answer is about a matched payment");
    const notice = { organizationId, sourceId, sourceFileId: fileId, code, transactionId, recipientId };
    if (reversed.has(transactionId)) await noticePaidBackTwice(service, tx, { ...notice, code: "BF-TWICE" });
    else if (isLate === true) await noticeLateReturn(service, tx, notice);
  }
  const late = lateAnswers.map((answer) => answer.transactionId);
  if (late.length > 0)
    service.log.warn(
      { organizationId, transactionIds: late },
      "Returns arrived after their deadline. Ask the bank to dishonor them (R68) within five banking days.",
    );
  return all
    .filter(({ order }) => others.has(order.transaction_id))
    .map((matched) => itemOfMatched(matched, "The payment was returned before, by another return."));
}

/** Whether the bank's file was made after the day on which the rules allow the return. */
function isLate(answer: AchAnswer, order: AnsweredOrder, on: string): boolean {
  const reason = returnReasonOf(answer.code);
  if (reason === undefined) return false;
  const deadline = returnDeadline(reason, order.settled_on, (date) => isBankingDay(Temporal.PlainDate.from(date)));
  return deadline !== undefined && on > deadline;
}

/**
 * Applies a return that a person has assigned to a payment of the connection. Returns why it does not fit. Throws
 * QuarantinedFile.
 */
export async function assignReturn(
  { service, files }: { readonly service: Service; readonly files: BankFiles },
  tx: Tx,
  { organizationId, connectionId, fileId, transactionId, answer: kept, amountMinor }: AssignedItem,
): Promise<string | undefined> {
  const [found] = await ordersOfPayments(tx, organizationId, { connectionId, transactionIds: [transactionId] });
  const order = asFiled(service, organizationId, found);
  if (order === undefined) return "The payment was not sent over this connection.";
  if (amountMinor !== order.amount_minor) return "The amount is not that of the payment.";
  if (order.file_state === "rejected") return "The bank has rejected the file of the payment.";
  const answer: AchAnswer = {
    kind: "return",
    line: 0,
    originalTraceNumber: order.reference,
    originalReceivingBank: undefined,
    identificationNumber: "",
    code: kept["code"] ?? "",
    amountMinor,
    traceNumber: kept["traceNumber"] ?? "",
    correctedData: "",
    creationDate: kept["creationDate"] ?? "",
  };
  assert(order.transaction_id === transactionId, "the payment found is the one that people have named");
  assert(order.amount_minor > 0n, "a payment that comes back was of a positive amount");
  await acceptAchFile({ service, files }, tx, { organizationId, fileId: order.file_id, sourceFileId: fileId });
  const [item] = await applyReturns(service, tx, {
    received: { organizationId, fileId },
    matched: [{ answer, order }],
  });
  return item?.reason;
}
