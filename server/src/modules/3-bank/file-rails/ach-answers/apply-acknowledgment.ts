import type { BankFileId, ConnectionId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findFileByIdentity } from "../ach/ach-files.queries.ts";
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
import { quarantine } from "../answers/quarantined-file.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import { type AnswerTools, acceptAchFile, rejectAchFile } from "./answer-file.ts";
import { asFiled } from "./apply-ach-answers.ts";
import { applyPrenoteStatuses } from "./apply-prenote-answers.ts";
import type { AchAcknowledgment, EntryStatus } from "./read-acknowledgment.ts";

export interface ReceivedAcknowledgment extends AchAcknowledgment {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The received file. */
  readonly fileId: BankFileId;
}

/** Applies it, in the transaction that marks the received file as processed. Throws QuarantinedFile. */
export async function applyAcknowledgment(tools: AnswerTools, tx: Tx, received: ReceivedAcknowledgment): Promise<void> {
  const { organizationId, connectionId, fileId, originalMessageId, verdict, code } = received;
  const identity = identityInMessageId(originalMessageId);
  const file = identity && (await findFileByIdentity(tx, organizationId, { connectionId, ...identity }));
  if (file === undefined) return quarantine(`No file of this connection has the identification ${originalMessageId}.`);
  if (verdict === "received") return;
  assert(file.connection_id === connectionId, "a report is about a file of its own connection");
  const answered = { organizationId, fileId: file.file_id, sourceFileId: fileId };
  if (verdict === "rejected") return void (await rejectAchFile(tools, tx, { ...answered, code }));
  const isAcceptedNow = (await acceptAchFile(tools, tx, answered)) > 0;
  if (verdict === "settled")
    await settleFile(tx, organizationId, { fileId: file.file_id, now: tools.service.clock.now() });
  await applyEntryStatuses(tools, tx, { ...received, isAcceptedNow }, file.file_id);
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
 * has made them. Throws QuarantinedFile if it contradicts what it said before, or if an entry is not in the file.
 */
async function applyEntryStatuses(
  { service }: Pick<AnswerTools, "service">,
  tx: Tx,
  { organizationId, connectionId, fileId, entries: all, isAcceptedNow }: ReportedEntries,
  sentFileId: BankFileId,
): Promise<void> {
  if (all.length === 0) return;
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
  const reported = entries.map((entry) => {
    const order = asFiled(service, organizationId, byReference.get(entry.traceNumber));
    if (order?.file_id !== sentFileId)
      return quarantine(`The file has no entry with the trace number ${entry.traceNumber}.`);
    return { ...entry, transactionId: order.transaction_id };
  });
  if (new Set(reported.map(({ transactionId }) => transactionId)).size < reported.length)
    return quarantine("It reports an entry twice.");
  const of = (...outcomes: readonly EntryStatus["outcome"][]) =>
    reported.filter(({ outcome }) => outcomes.includes(outcome));
  const idsOf = (part: typeof reported) => part.map(({ transactionId }) => transactionId);
  const refused = of("rejected", "blocked");
  assert(
    refused.length + of("settled").length + of("pending").length === reported.length,
    "each reported entry is refused, settled, or pending",
  );
  const settledBy = isAcceptedNow ? NEVER : now;
  if ((await settledAmong(tx, organizationId, idsOf(refused), settledBy)).length > 0)
    return quarantine("It rejects entries that have settled. Ask the bank what is right.");
  const settled = of("settled");
  if ((await refusedAmong(tx, organizationId, idsOf(settled))).length > 0)
    return quarantine("It settles entries that it has rejected. Ask the bank what is right.");
  await deleteConfirmationsOf(tx, organizationId, idsOf([...refused, ...of("pending")]));
  await confirmNow(tx, organizationId, { transactionIds: idsOf(settled), now });
  const said = { answeredAt: now, sourceFileId: fileId };
  const answers = [...refused, ...settled].map(({ transactionId, outcome, code, traceNumber }): BankAnswer => {
    if (outcome === "settled") {
      const answerId = answerIdOf(transactionId, "confirmed");
      return { answerId, transactionId, outcome: "confirmed", trackingNumber: traceNumber, ...said };
    }
    const refusal = outcome === "blocked" ? outcome : "rejected";
    const answerId = answerIdOf(transactionId, refusal, code ?? "");
    return { answerId, transactionId, outcome: refusal, code, ...said };
  });
  await recordAnswers(tx, organizationId, { answers, now });
}
