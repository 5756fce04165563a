import type { BankFileId, ConnectionId, FileItem } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type AchFileRow, findFileByIdentity } from "../ach/ach-files.queries.ts";
import { ordersByReference } from "../ach/ach-orders.queries.ts";
import { identityInMessageId } from "../ach/file-identity.ts";
import {
  confirmNow,
  deleteConfirmationsOf,
  refusedAmong,
  settledAmong,
  settleFile,
} from "../answers/answers.queries.ts";
import { answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import { type AnswerTools, acceptAchFile, contradictionOfRejection, rejectAchFile } from "./answer-file.ts";
import { asFiled } from "./apply-ach-answers.ts";
import { applyPrenoteStatuses } from "./apply-prenote-answers.ts";
import { applyReversalStatuses } from "./apply-reversal-answers.ts";
import { type AchAcknowledgment, type EntryStatus, itemOfEntry } from "./read-acknowledgment.ts";

export interface ReceivedAcknowledgment extends AchAcknowledgment {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
}

/** Applies it, in the transaction that marks the received file as processed. Returns what could not be applied. */
export async function applyAcknowledgment(
  tools: AnswerTools,
  tx: Tx,
  received: ReceivedAcknowledgment,
): Promise<readonly FileItem[]> {
  const { organizationId, connectionId, originalMessageId, verdict, code, items } = received;
  const whole = (kind: FileItem["kind"], reason: string): readonly FileItem[] => [
    {
      kind,
      place: "The whole report",
      position: 0,
      reason,
      identity: ["report", originalMessageId, verdict, code ?? ""],
      reference: originalMessageId,
      code,
    },
  ];
  const identity = identityInMessageId(originalMessageId);
  const file = identity && (await findFileByIdentity(tx, organizationId, { connectionId, ...identity }));
  if (file === undefined)
    return whole("unknownPayment", `No file of this connection has the identification ${originalMessageId}.`);
  assert(file.connection_id === connectionId, "a report is about a file of its own connection");
  const applied = await applyVerdict(tools, tx, { ...received, file });
  return typeof applied === "string" ? whole("contradiction", applied) : [...items, ...applied];
}

interface VerdictOnFile extends Pick<ReceivedAcknowledgment, "organizationId" | "connectionId" | "fileId"> {
  readonly file: AchFileRow;
  readonly verdict: AchAcknowledgment["verdict"];
  readonly code: string | undefined;
  readonly entries: readonly EntryStatus[];
}

/** What a bank says about a file that was sent. Returns what could not be applied, or why the whole verdict cannot be. */
export async function applyVerdict(
  tools: AnswerTools,
  tx: Tx,
  { file, verdict, code, ...received }: VerdictOnFile,
): Promise<readonly FileItem[] | string> {
  if (verdict === "received") return [];
  const { organizationId, fileId } = received;
  const answered = { organizationId, fileId: file.file_id, sourceFileId: fileId };
  if (verdict === "rejected") {
    const problem = await contradictionOfRejection(tools, tx, answered);
    if (problem !== undefined) return problem;
    await rejectAchFile(tools, tx, { ...answered, code });
    return [];
  }
  const isAcceptedNow = (await acceptAchFile(tools, tx, answered)) > 0;
  if (verdict === "settled")
    await settleFile(tx, organizationId, { fileId: file.file_id, now: tools.service.clock.now() });
  return file.reverses === true
    ? applyReversalStatuses(tools.service, tx, { ...received, sentFileId: file.file_id })
    : applyEntryStatuses(tools, tx, { ...received, isAcceptedNow }, file.file_id);
}

/** Of the file's payments, a trace number cannot repeat: it does so after ten million entries. */
const LOOK_BACK_MS = 30 * DAY_MS;

const NEVER = new Date(0);

interface ReportedEntries {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
  readonly entries: readonly EntryStatus[];
  /** The same report accepts the file: however late it arrives, nothing has settled yet. */
  readonly isAcceptedNow: boolean;
}

/**
 * Applies what the bank says about entries of an accepted file: it does not make some payments, makes others later, or
 * has made them. Returns what contradicts what it said before, or is about entries that are not in the file.
 */
async function applyEntryStatuses(
  { service }: Pick<AnswerTools, "service">,
  tx: Tx,
  { organizationId, connectionId, fileId, entries: all, isAcceptedNow }: ReportedEntries,
  sentFileId: BankFileId,
): Promise<readonly FileItem[]> {
  if (all.length === 0) return [];
  const items: FileItem[] = [];
  const now = service.clock.now();
  const since = plusMs(now, -LOOK_BACK_MS);
  const about = { organizationId, connectionId, sentFileId, since, entries: all };
  const entries = await applyPrenoteStatuses(service, tx, about);
  const orders = await ordersByReference(tx, organizationId, {
    connectionId,
    references: entries.map(({ traceNumber }) => traceNumber),
    since,
  });
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const found = entries.flatMap((entry) => {
    const order = asFiled(service, organizationId, byReference.get(entry.traceNumber));
    if (order?.file_id === sentFileId) return [{ ...entry, transactionId: order.transaction_id }];
    items.push(
      itemOfEntry(entry, "unknownPayment", `The file has no entry with the trace number ${entry.traceNumber}.`),
    );
    return [];
  });
  const ids = found.map(({ transactionId }) => transactionId);
  const settledBefore = idsIn(await settledAmong(tx, organizationId, ids, isAcceptedNow ? NEVER : now));
  const refusedBefore = idsIn(await refusedAmong(tx, organizationId, ids));
  const outcomes = new Map<TransactionId, EntryStatus["outcome"]>();
  const reported = found.filter((entry) => {
    const { transactionId, outcome } = entry;
    const isRefusal = outcome === "rejected" || outcome === "blocked";
    const problem = outcomes.has(transactionId)
      ? `It reports the entry ${entry.traceNumber} twice.`
      : isRefusal && settledBefore.has(transactionId)
        ? "It rejects an entry that has settled."
        : outcome === "settled" && refusedBefore.has(transactionId)
          ? "It settles an entry that it has rejected."
          : undefined;
    if (outcomes.get(transactionId) === outcome) return false;
    if (problem !== undefined) items.push(itemOfEntry(entry, "contradiction", problem, transactionId));
    else outcomes.set(transactionId, outcome);
    return problem === undefined;
  });
  const of = (...outcomes: readonly EntryStatus["outcome"][]) =>
    reported.filter(({ outcome }) => outcomes.includes(outcome));
  const idsOf = (part: typeof reported) => part.map(({ transactionId }) => transactionId);
  const refused = of("rejected", "blocked");
  const settled = of("settled");
  assert(
    refused.length + settled.length + of("pending").length === reported.length,
    "each reported entry is refused, settled, or pending",
  );
  await deleteConfirmationsOf(tx, organizationId, idsOf([...refused, ...of("pending")]));
  await confirmNow(tx, organizationId, { transactionIds: idsOf(settled), now });
  const answer = { answeredAt: now, sourceFileId: fileId };
  const answers = [...refused, ...settled].map(({ transactionId, outcome, code, traceNumber }): BankAnswer => {
    if (outcome === "settled") {
      const answerId = answerIdOf(transactionId, "confirmed");
      return { answerId, transactionId, outcome: "confirmed", trackingNumber: traceNumber, ...answer };
    }
    const refusal = outcome === "blocked" ? outcome : "rejected";
    const answerId = answerIdOf(transactionId, refusal, code ?? "");
    return { answerId, transactionId, outcome: refusal, code, ...answer };
  });
  await recordAnswers(tx, organizationId, { answers, now });
  return items;
}

const idsIn = (rows: readonly { readonly transaction_id: TransactionId }[]): ReadonlySet<TransactionId> =>
  new Set(rows.map((row) => row.transaction_id));
