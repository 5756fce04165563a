import { isContestedReturnCode, isDishonoredReturnCode, returnReasonOf } from "../codes/return-reasons.ts";
import { type AnyBatchHeader, isIatHeader } from "../records/batch-records.ts";
import type { AddendaInput, EntryInput } from "../records/model.ts";
import type { BatchHeaderInput } from "../write/writer.ts";
import { answerAddendaOf, answeringEntry, type EntryInBatch } from "./answered-entry.ts";

export interface ReturnDetails {
  /** R01–R53, R80–R85. */
  readonly returnReasonCode: string;
  /** Absent: the writer's next one. It begins with the returning bank's identification. */
  readonly traceNumber?: string | undefined;
  /** R14 and R15 only. */
  readonly dateOfDeath?: string | undefined;
  readonly addendaInformation?: string | undefined;
}

/**
 * The header of a batch of returns: the original's fields, sent by the bank that returns (eight digits of its routing
 * number). Dishonored returns repeat the header of the returns, and so on.
 */
export function returnBatchHeader(original: AnyBatchHeader, odfiIdentification: string): BatchHeaderInput {
  const { batchNumber: _, settlementDate: __, ...repeated } = original;
  return { ...repeated, odfiIdentification };
}

/** The return of an entry by the bank that received it. */
export function returnOf(original: EntryInBatch, details: ReturnDetails): EntryInput {
  const { returnReasonCode, dateOfDeath, addendaInformation, traceNumber } = details;
  if (returnReasonOf(returnReasonCode) === undefined || /^R[67]/.test(returnReasonCode))
    throw new RangeError(`${returnReasonCode} does not return an entry`);
  const { entry, header } = original;
  const common = {
    returnReasonCode,
    dateOfDeath,
    addendaInformation,
    originalEntryTraceNumber: entry.traceNumber,
    originalReceivingDfiIdentification: entry.receivingDfiIdentification,
  };
  if (!isIatHeader(header)) return answeringEntry(original, [{ kind: "return", ...common }], traceNumber);
  const repeated: readonly AddendaInput[] = entry.addenda.filter(
    ({ kind }) => kind !== "iatRemittance" && kind !== "iatCorrespondent",
  );
  const originalForwardEntryPaymentAmount = String(entry.amountMinor).padStart(10, "0");
  const addenda: AddendaInput = { kind: "iatReturn", ...common, originalForwardEntryPaymentAmount };
  return answeringEntry(original, [...repeated, addenda], traceNumber);
}

export interface DishonorDetails {
  /** R61, R62, R67–R70. */
  readonly returnReasonCode: string;
  /** The day of the year on which the return settled: {@link julianDayOf}. */
  readonly returnSettlementDate: string;
  readonly traceNumber?: string | undefined;
  /** For R69: the wrong fields, as 01–06 separated by asterisks. */
  readonly addendaInformation?: string | undefined;
}

/** The dishonored return: the originator's bank sends a return back. */
export function dishonoredReturnOf(returned: EntryInBatch, details: DishonorDetails): EntryInput {
  const addenda = answerAddendaOf(returned.entry, "return", "iatReturn");
  if (addenda === undefined) throw new RangeError("Only a return can be dishonored");
  if (!isDishonoredReturnCode(details.returnReasonCode))
    throw new RangeError(`${details.returnReasonCode} does not dishonor a return`);
  const { traceNumber, ...rest } = details;
  return answeringEntry(
    returned,
    [
      {
        kind: "dishonoredReturn",
        ...rest,
        originalEntryTraceNumber: addenda.originalEntryTraceNumber,
        originalReceivingDfiIdentification: addenda.originalReceivingDfiIdentification,
        returnTraceNumber: returned.entry.traceNumber,
        returnReasonDigits: addenda.returnReasonCode.slice(1),
      },
    ],
    traceNumber,
  );
}

export interface ContestDetails {
  /** R71–R77. */
  readonly returnReasonCode: string;
  readonly dishonoredReturnSettlementDate: string;
  readonly originalSettlementDate?: string | undefined;
  readonly dateOriginalEntryReturned?: string | undefined;
  readonly traceNumber?: string | undefined;
}

/** The contested dishonored return: the receiver's bank insists on its return. */
export function contestedReturnOf(dishonored: EntryInBatch, details: ContestDetails): EntryInput {
  const addenda = answerAddendaOf(dishonored.entry, "dishonoredReturn");
  if (addenda === undefined) throw new RangeError("Only a dishonored return can be contested");
  if (!isContestedReturnCode(details.returnReasonCode))
    throw new RangeError(`${details.returnReasonCode} does not contest a dishonored return`);
  const { traceNumber, ...rest } = details;
  return answeringEntry(
    dishonored,
    [
      {
        kind: "contestedReturn",
        ...rest,
        originalEntryTraceNumber: addenda.originalEntryTraceNumber,
        originalReceivingDfiIdentification: addenda.originalReceivingDfiIdentification,
        returnTraceNumber: addenda.returnTraceNumber,
        returnSettlementDate: addenda.returnSettlementDate,
        returnReasonDigits: addenda.returnReasonDigits,
        dishonoredReturnTraceNumber: dishonored.entry.traceNumber,
        dishonoredReturnReasonDigits: addenda.returnReasonCode.slice(1),
      },
    ],
    traceNumber,
  );
}
