import { isRefusedChangeCode } from "../codes/change-codes.ts";
import { type Corrections, correctedDataOf } from "../codes/corrected-data.ts";
import { type AnyBatchHeader, isIatHeader } from "../records/batch-records.ts";
import type { EntryInput } from "../records/model.ts";
import type { BatchHeaderInput } from "../write/writer.ts";
import { answerAddendaOf, answeringEntry, type EntryInBatch } from "./answered-entry.ts";
import { returnBatchHeader } from "./returns.ts";

/** The header of a batch of notifications of change (class COR), sent by the bank that received the entries. */
export function changeBatchHeader(original: AnyBatchHeader, odfiIdentification: string): BatchHeaderInput {
  const header = returnBatchHeader(original, odfiIdentification);
  return "foreignExchangeIndicator" in header
    ? { ...header, iatIndicator: "IATCOR", standardEntryClassCode: "COR" }
    : { ...header, standardEntryClassCode: "COR" };
}

/**
 * The notification of change for an entry, with amount zero. The entry has the layout of the class COR, so the fields of
 * a CTX entry move to it. Throws RangeError if the code does not correct exactly these fields.
 */
export function changeNoticeOf(
  original: EntryInBatch,
  details: {
    readonly changeCode: string;
    readonly corrections: Corrections;
    readonly traceNumber?: string | undefined;
  },
): EntryInput {
  const isIat = isIatHeader(original.header);
  const { changeCode, corrections, traceNumber } = details;
  const { entry } = original;
  const addenda = {
    changeCode,
    correctedData: correctedDataOf(changeCode, corrections, { isIat }) || undefined,
    originalEntryTraceNumber: entry.traceNumber,
    originalReceivingDfiIdentification: entry.receivingDfiIdentification,
  };
  const answer = answeringEntry(original, [{ kind: isIat ? "iatChange" : "change", ...addenda }], traceNumber);
  return { ...answer, amountMinor: 0n };
}

/** The refusal of a notification of change by the originator's bank (C61–C69). */
export function refusedChangeOf(
  notified: EntryInBatch,
  details: { readonly refusedChangeCode: string; readonly traceNumber?: string | undefined },
): EntryInput {
  const addenda = answerAddendaOf(notified.entry, "change", "iatChange");
  if (addenda === undefined) throw new RangeError("Only a notification of change can be refused");
  if (!isRefusedChangeCode(details.refusedChangeCode))
    throw new RangeError(`${details.refusedChangeCode} does not refuse a notification of change`);
  return answeringEntry(
    notified,
    [
      {
        kind: "refusedChange",
        refusedChangeCode: details.refusedChangeCode,
        originalEntryTraceNumber: addenda.originalEntryTraceNumber,
        originalReceivingDfiIdentification: addenda.originalReceivingDfiIdentification,
        correctedData: addenda.correctedData,
        changeCode: addenda.changeCode,
        traceSequenceNumber: notified.entry.traceNumber.slice(8),
      },
    ],
    details.traceNumber,
  );
}
