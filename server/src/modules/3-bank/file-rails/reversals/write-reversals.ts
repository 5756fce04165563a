import { messageIdOfFile } from "bursar-bank-formats/nacha";
import { addBankingDays } from "bursar-banking/calendar/business-day";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { FiledBefore, type FilePayment } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AchFileRow, findAchFile, lockAchFile, moveAchFile } from "../ach/ach-files.queries.ts";
import { createFileBatches, type FileToBuild } from "../ach/file-batches.ts";
import { identityOf } from "../ach/file-content.ts";
import { knownReturns } from "../answers/answers.queries.ts";
import { answerIdOf, type BankAnswer } from "../answers/bank-answer.ts";
import { recordAnswers } from "../answers/record-answers.ts";
import type { BankFiles } from "../channels.ts";
import { moveLockedUndos, theBank } from "../undos/move-undo.ts";
import {
  lockLateRequests,
  lockSettledUndos,
  lockUndosInFile,
  setCountsAt,
  type UndoRow,
  undosInFile,
} from "../undos/undos.queries.ts";
import { withoutReturned } from "../undos/without-returned.ts";
import { reversingEntries } from "./originals.ts";

type WriteService = Pick<Service, "database" | "clock" | "newId" | "log" | "vault">;

/** The receiver's bank returns an entry by the opening of the second banking day after settlement (Nacha, 3.8). */
const RETURNED_WITHIN_BANKING_DAYS = 2;
const COUNTS_AT = Temporal.PlainTime.from("20:00");

/** When an entry that settles on a day is not returned anymore, as a rule. */
export const countsAfter = (settledOn: Temporal.PlainDate): Date =>
  newYorkInstant(addBankingDays(settledOn, RETURNED_WITHIN_BANKING_DAYS), COUNTS_AT);

/**
 * Builds a planned file of reversals, stores its content, and records it, so that it is sent from then on. After a crash at
 * any point, the next pass builds the same file again. Returns the number of reversals.
 */
export async function writeReversals(service: WriteService, files: BankFiles, build: FileToBuild): Promise<number> {
  const { organizationId, file, connection } = build;
  const undos = (await undosInFile(service.database, organizationId, file.file_id)).filter(
    (undo) => undo.state === "filed",
  );
  // One of them ended: the others go into another file.
  if (undos.length !== file.entries || connection.mode !== "live") return dropReversals(service, organizationId, file);
  const text = await reversalText({ db: service.database, files }, build, undos);
  const stored = await files.store(organizationId, inOne(Buffer.from(text, "latin1")));
  const payments = undos.map(
    (undo): FilePayment => ({
      transactionId: undo.transaction_id,
      purpose: "reverse",
      ...(undo.reference === null ? {} : { reference: undo.reference }),
    }),
  );
  const record = async (tx: Tx): Promise<number> => {
    if (!(await files.holdMode(tx, organizationId, connection))) return 0;
    const locked = await lockAchFile(tx, organizationId, file.file_id);
    // Numbers of an earlier plan must not be sent.
    if (locked?.state !== "planned" || locked.name !== file.name) return 0;
    const filed = await lockUndosInFile(tx, organizationId, file.file_id);
    const waiting = await withoutReturned(service, tx, organizationId, filed);
    if (waiting.length !== undos.length) return 0;
    const at = service.clock.now();
    const moved = await moveAchFile(tx, organizationId, { fileId: file.file_id, trigger: "write", at });
    assert(moved === 1, "a locked planned file is written");
    const written = await moveLockedUndos(service, tx, {
      organizationId,
      undos: waiting,
      trigger: "write",
      actor: theBank,
    });
    assert(written.length === undos.length, "a file has every reversal that was planned for it");
    for (const [settledOn, alike] of Map.groupBy(waiting, (undo) => effectiveOn(file, undo)))
      await setCountsAt(tx, organizationId, {
        undoIds: alike.map((undo) => undo.undo_id),
        countsAt: countsAfter(Temporal.PlainDate.from(settledOn)),
      });
    await files.record(tx, organizationId, [
      {
        content: stored,
        fileId: file.file_id,
        connectionId: file.connection_id,
        rail: "ach",
        format: "nacha",
        name: file.name,
        messageId: messageIdOfFile(identityOf(build)),
        rehearsal: false,
        answerWithinMs: connection.settings.answerWithinMs,
        payments,
      },
    ]);
    return written.length;
  };
  try {
    return await service.database.transaction(record);
  } catch (error) {
    if (!(error instanceof FiledBefore)) throw error;
    // The rows say that nothing was sent, and a file that only grows says otherwise.
    for (const transactionId of error.transactionIds)
      for (const { undo_id: key, transaction_id: id } of undos)
        if (id === transactionId) reportUnproven(service, { organizationId, table: "payment_undos", key });
    return dropReversals(service, organizationId, file);
  }
}

async function* inOne(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

const effectiveOn = (file: AchFileRow, { amount_minor: amountMinor }: UndoRow): string =>
  file.is_same_day && amountMinor > file.same_day_max_minor ? file.later_on : file.effective_on;

async function reversalText(
  { db, files }: { readonly db: Queryable; readonly files: BankFiles },
  build: FileToBuild,
  undos: readonly UndoRow[],
): Promise<string> {
  const { organizationId, file } = build;
  const entries = await reversingEntries(db, files, { organizationId, undos });
  const batches = createFileBatches(build);
  let text = batches.begin();
  for (const undo of undos) {
    const found = entries.get(undo.undo_id);
    assert(found !== undefined, "the entry that is reversed is in the file that was sent");
    assert(found.entry.amountMinor === undo.amount_minor, "a reversal has the amount of what it reverses");
    assert(undo.reference !== null, "a reversal in a file has its trace number");
    const batch = {
      accountId: undo.account_id,
      entryClass: found.entryClass,
      effectiveOn: effectiveOn(file, undo),
      texts: {},
    };
    text += batches.entry(batch, { ...found.entry, traceNumber: undo.reference });
  }
  return text + batches.end();
}

/** The file will not be written: what still waits goes into another one. */
export const dropReversals = (
  service: WriteService,
  organizationId: OrganizationId,
  { file_id: fileId }: Pick<AchFileRow, "file_id">,
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const at = service.clock.now();
    if ((await moveAchFile(tx, organizationId, { fileId, trigger: "drop", at })) === 0) return 0;
    const undos = await lockUndosInFile(tx, organizationId, fileId);
    const actor = { type: "service" } as const;
    await moveLockedUndos(service, tx, { organizationId, undos, trigger: "unfile", actor });
    return 1;
  });

/** The code of a payment whose money a reversal has brought back. */
const REVERSED = "BF-REVERSED";

/** By which a reversal's own answer is known among the returns of a payment. */
export const reversalAnswerOf = (undo: Pick<UndoRow, "transaction_id">) =>
  answerIdOf(undo.transaction_id, "returned", REVERSED);

/**
 * Reversals that the receivers' banks did not return in time have brought the money back: their payments are returned,
 * like all others. Requests that nobody approved in time expire. Returns how many moved.
 */
export async function settleReversals(service: WriteService, organizationId: OrganizationId): Promise<number> {
  return service.database.transaction(async (tx) => {
    const now = service.clock.now();
    const late = await lockLateRequests(tx, organizationId, now);
    const actor = { type: "service" } as const;
    const expired = await moveLockedUndos(service, tx, { organizationId, undos: late, trigger: "expire", actor });
    const due = await lockSettledUndos(tx, organizationId, now);
    const settled: UndoRow[] = [];
    for (const undo of await withoutReturned(service, tx, organizationId, due)) {
      const file = undo.file_id === null ? undefined : await findAchFile(tx, organizationId, undo.file_id);
      // Without an acknowledgment, nobody knows whether the bank has it.
      if (file?.state === "accepted") settled.push(undo);
    }
    await moveLockedUndos(service, tx, { organizationId, undos: settled, trigger: "succeed", actor: theBank });
    const answers = settled.map(
      (undo): BankAnswer => ({
        answerId: reversalAnswerOf(undo),
        transactionId: undo.transaction_id,
        outcome: "returned",
        code: REVERSED,
        answeredAt: now,
      }),
    );
    if (answers.length > 0) await recordAnswers(tx, organizationId, { answers, now });
    const returned = await knownReturns(
      tx,
      organizationId,
      settled.map((undo) => undo.transaction_id),
    );
    assert(returned.length === settled.length, "a payment whose reversal counts has this one return");
    return expired.length + settled.length;
  });
}
