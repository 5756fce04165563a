import {
  alphameric,
  calendarDate,
  cents,
  clockTime,
  destinationRoutingNumber,
  modifier,
  rightJustified,
  wholeNumber,
} from "../fields/kinds.ts";
import { fixed, layout, mandatory, optionalField, reserved, type ValuesOf } from "../fields/layout.ts";
import { hasCheckDigit } from "../identifiers/routing-number.ts";

/** ORF 3.2.1, "File Header Record". */
export const fileHeaderLayout = layout("File Header Record", {
  recordTypeCode: fixed([1, 1], "Record Type Code", "1"),
  priorityCode: fixed([2, 3], "Priority Code", "01"),
  /** The routing number of the bank or operator that receives the file. */
  immediateDestination: mandatory([4, 13], "Immediate Destination", destinationRoutingNumber(hasCheckDigit)),
  /** A routing number, or ten characters that the bank assigned: often `1` and the EIN. */
  immediateOrigin: mandatory([14, 23], "Immediate Origin", rightJustified),
  fileCreationDate: mandatory([24, 29], "File Creation Date", calendarDate),
  fileCreationTime: optionalField([30, 33], "File Creation Time", clockTime),
  fileIdModifier: mandatory([34, 34], "File ID Modifier", modifier),
  recordSize: fixed([35, 37], "Record Size", "094"),
  blockingFactor: fixed([38, 39], "Blocking Factor", "10"),
  formatCode: fixed([40, 40], "Format Code", "1"),
  immediateDestinationName: optionalField([41, 63], "Immediate Destination Name", alphameric),
  immediateOriginName: optionalField([64, 86], "Immediate Origin Name", alphameric),
  referenceCode: optionalField([87, 94], "Reference Code", alphameric),
});
export type FileHeader = ValuesOf<typeof fileHeaderLayout.fields>;

/** ORF 3.2.1, "File Control Record". */
export const fileControlLayout = layout("File Control Record", {
  recordTypeCode: fixed([1, 1], "Record Type Code", "9"),
  batchCount: mandatory([2, 7], "Batch Count", wholeNumber),
  blockCount: mandatory([8, 13], "Block Count", wholeNumber),
  entryAddendaCount: mandatory([14, 21], "Entry/Addenda Count", wholeNumber),
  entryHash: mandatory([22, 31], "Entry Hash", wholeNumber),
  totalDebitMinor: mandatory([32, 43], "Total Debit Entry Dollar Amount in File", cents),
  totalCreditMinor: mandatory([44, 55], "Total Credit Entry Dollar Amount in File", cents),
  reserved: reserved([56, 94]),
});
export type FileControl = ValuesOf<typeof fileControlLayout.fields>;
