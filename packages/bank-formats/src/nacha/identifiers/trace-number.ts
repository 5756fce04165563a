/**
 * Trace numbers (ORF 3.2.2, "Trace Number"): fifteen digits, the first eight of the ODFI's routing number and a sequence
 * number of seven digits that ascends within a batch. A return quotes it; with the file's date it identifies an entry.
 */
export interface NachaTraceNumber {
  readonly odfiIdentification: string;
  readonly sequenceNumber: number;
}

export const SEQUENCE_NUMBER_MAX = 9_999_999;

/** The fifteen digits. Throws RangeError for parts that do not fit. */
export function traceNumberOf({ odfiIdentification, sequenceNumber }: NachaTraceNumber): string {
  if (!/^[0-9]{8}$/.test(odfiIdentification)) throw new RangeError("An ODFI identification has eight digits");
  if (!Number.isSafeInteger(sequenceNumber) || sequenceNumber < 0 || sequenceNumber > SEQUENCE_NUMBER_MAX)
    throw new RangeError(`A sequence number is between 0 and ${SEQUENCE_NUMBER_MAX}`);
  return odfiIdentification + String(sequenceNumber).padStart(7, "0");
}

/** The parts of fifteen digits; undefined for anything else. */
export const traceNumberParts = (text: string): NachaTraceNumber | undefined =>
  /^[0-9]{15}$/.test(text)
    ? { odfiIdentification: text.slice(0, 8), sequenceNumber: Number(text.slice(8)) }
    : undefined;
