import { addBankingDays } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import type { BankFileId, ConnectionId, FileItem } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { sentIdentification } from "../ach/ach-entry.ts";
import { quarantine } from "../answers/quarantined-file.ts";
import { noticeReversalReturned } from "../notices/record-notices.ts";
import { filedIdentifications, findRecipientOf } from "../orders/orders.queries.ts";
import { countsAfter } from "../reversals/write-reversals.ts";
import { moveLockedUndos, theBank } from "../undos/move-undo.ts";
import { lockUndosByReference, lockUndosInFile, setCountsAt, type UndoRow } from "../undos/undos.queries.ts";
import type { AchAnswer } from "./read-ach-file.ts";
import { type EntryStatus, itemOfEntry } from "./read-acknowledgment.ts";

/** What the receiver's bank says about a reversing entry. */
export interface ReversalAnswer {
  readonly answer: AchAnswer;
  readonly undo: SentReversal;
}

/** A reversing entry repeats the identification of the entry that it reverses. */
export interface SentReversal extends UndoRow {
  readonly identification: string;
}

type AnswerService = Pick<Service, "clock" | "newId" | "vault">;

interface Received {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
}

/** Of these trace numbers, those of reversing entries, with what they reverse; locked. */
export const lockReversals = async (
  tx: Tx,
  { organizationId, connectionId }: Received,
  references: readonly string[],
): Promise<ReadonlyMap<string, SentReversal>> => {
  const found = await lockUndosByReference(tx, organizationId, { connectionId, references, kind: "reversal" });
  const ids = found.map((undo) => undo.transaction_id);
  const filed = new Map(
    (await filedIdentifications(tx, organizationId, ids)).map((row) => [row.transaction_id, row.identification]),
  );
  return new Map(
    found.flatMap((undo) => {
      const identification = sentIdentification(undo.transaction_id, filed.get(undo.transaction_id));
      return undo.reference === null ? [] : [[undo.reference, { ...undo, identification }] as const];
    }),
  );
};

/** Says why a bank's answer does not fit the reversing entry; undefined if it does. */
export function misfitOfReversal({ answer, undo }: ReversalAnswer): string | undefined {
  if (answer.kind === "return" && answer.amountMinor !== undo.amount_minor)
    return `The amount is not that of the reversal ${undo.reference}.`;
  const named = answer.identificationNumber.toLowerCase();
  return named !== "" && named !== undo.identification
    ? `The identification ${named} is not that of the reversal ${undo.reference}.`
    : undefined;
}

/**
 * Returns of reversing entries: the recipient keeps the money, or, after it counted as back, has it again, which a person
 * has to follow. Corrections of reversing entries change nothing: those of payments do. Repeats change nothing. The
 * answers fit (`misfitOfReversal`).
 */
export async function applyReversalAnswers(
  service: AnswerService,
  tx: Tx,
  {
    organizationId,
    fileId,
    answers,
  }: {
    readonly organizationId: OrganizationId;
    readonly fileId: BankFileId;
    readonly answers: readonly ReversalAnswer[];
  },
): Promise<void> {
  for (const { answer, undo } of answers) {
    if (answer.kind !== "return") continue;
    const { code } = answer;
    const trigger = undo.state === "succeeded" ? "takeBack" : "refuse";
    const moved = await moveLockedUndos(service, tx, { organizationId, undos: [undo], trigger, code, actor: theBank });
    if (trigger !== "takeBack" || moved.length === 0) continue;
    const { transaction_id: transactionId, undo_id: sourceId } = undo;
    const recipient = await findRecipientOf(tx, organizationId, transactionId);
    if (recipient === undefined) continue;
    const notice = { organizationId, sourceId, sourceFileId: fileId, code, transactionId };
    await noticeReversalReturned(service, tx, { ...notice, recipientId: recipient.recipient_id });
  }
}

/** The bank does not take a file of reversals, or a person decided that it is not sent. */
export async function refuseReversalsIn(
  service: AnswerService,
  tx: Tx,
  { organizationId, fileId, code }: { organizationId: OrganizationId; fileId: BankFileId; code: string },
): Promise<void> {
  const undos = await lockUndosInFile(tx, organizationId, fileId);
  if (undos.some(({ state }) => state === "succeeded" || state === "takenBack"))
    quarantine("It rejects a file of reversals whose money has come back. Ask the bank what is right.");
  await moveLockedUndos(service, tx, { organizationId, undos, trigger: "refuse", code, actor: theBank });
}

/**
 * What a status report says about entries of a file of reversals: some are refused, settle later than the file says, or
 * have settled. Returns what is said about entries that are not in the file.
 */
export async function applyReversalStatuses(
  service: AnswerService,
  tx: Tx,
  {
    organizationId,
    connectionId,
    sentFileId,
    entries,
  }: Received & { readonly sentFileId: BankFileId; readonly entries: readonly EntryStatus[] },
): Promise<readonly FileItem[]> {
  const items: FileItem[] = [];
  const references = entries.map(({ traceNumber }) => traceNumber);
  const found = await lockReversals(tx, { organizationId, connectionId }, references);
  for (const entry of entries) {
    const { traceNumber, outcome, code = "NARR" } = entry;
    const undo = found.get(traceNumber);
    if (undo?.file_id !== sentFileId) {
      items.push(itemOfEntry(entry, "unknownPayment", `The file has no entry with the trace number ${traceNumber}.`));
      continue;
    }
    const answer = { organizationId, undos: [undo], actor: theBank };
    if (outcome === "rejected" || outcome === "blocked")
      await moveLockedUndos(service, tx, { ...answer, trigger: "refuse", code });
    else if (outcome === "pending") await moveLockedUndos(service, tx, { ...answer, trigger: "wait" });
    else {
      const resumed = await moveLockedUndos(service, tx, { ...answer, trigger: "resume" });
      const undoIds = resumed.map((undo) => undo.undo_id);
      const countsAt = countsAfter(addBankingDays(newYorkDate(service.clock.now()), 0));
      if (undoIds.length > 0) await setCountsAt(tx, organizationId, { undoIds, countsAt });
    }
  }
  return items;
}
