import { meaningOfTransactionCode, type TransactionCode, transactionCodeFor } from "../codes/transaction-codes.ts";
import { checkDigitOf } from "../identifiers/routing-number.ts";
import type { AnyBatchHeader } from "../records/batch-records.ts";
import type { Addenda, AddendaInput, EntryInput, NachaEntry } from "../records/model.ts";

/** An entry with the header of its batch, as the reader delivers them. */
export interface EntryInBatch {
  readonly header: AnyBatchHeader;
  readonly entry: NachaEntry;
}

/** The transaction code of a return or notification of change: 21 for 22, 36 for 37. */
export function returnTransactionCode(code: TransactionCode): TransactionCode {
  const { account, direction } = meaningOfTransactionCode(code);
  const found = transactionCodeFor({ account, direction, use: "return" });
  if (found === undefined) throw new RangeError("Each account and direction has a transaction code for returns");
  return found;
}

/**
 * The entry that answers another, sent back to the bank that sent it: its fields are repeated, and only the answer's
 * addenda record follows (App. Four 4.4, 5.4).
 */
export function answeringEntry(
  { header, entry }: EntryInBatch,
  addenda: readonly AddendaInput[],
  traceNumber: string | undefined,
): EntryInput {
  const { addenda: _addenda, traceNumber: _trace, addendaRecordIndicator: _indicator, ...repeated } = entry;
  return {
    ...repeated,
    // Counted again: the original's addenda records are not part of the answer.
    numberOfAddendaRecords: undefined,
    transactionCode: returnTransactionCode(entry.transactionCode),
    receivingDfiIdentification: header.odfiIdentification,
    checkDigit: checkDigitOf(header.odfiIdentification),
    addenda,
    traceNumber,
  };
}

/** The addenda record of the given kind that a return or notification of change has. */
export function answerAddendaOf<Kind extends Addenda["kind"]>(
  { addenda }: Pick<NachaEntry, "addenda">,
  ...kinds: readonly Kind[]
): Extract<Addenda, { kind: Kind }> | undefined {
  const isWanted = (each: Addenda): each is Extract<Addenda, { kind: Kind }> =>
    kinds.some((kind) => kind === each.kind);
  return addenda.find(isWanted);
}
