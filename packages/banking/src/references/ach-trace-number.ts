import { assert } from "../assert.ts";
import { paddedSequence } from "./reference-date.ts";

/**
 * ACH trace numbers (Nacha Operating Rules, Appendix Three, "Trace Number"): fifteen digits, the first eight of the
 * ODFI's routing number and a seven-digit sequence number that ascends within a batch. With the file's date it
 * identifies an entry; a return contains it.
 */
export interface AchTraceNumber {
  /** The ODFI's routing number without its check digit. */
  readonly odfiIdentification: string;
  /** 1 to 9,999,999. */
  readonly sequenceNumber: number;
}

export const ACH_SEQUENCE_NUMBER_MAX = 9_999_999;
const SEQUENCE_WIDTH = 7;

/**
 * The fifteen digits. Accepts the ODFI's routing number with nine digits or without its check digit. Invalid parts are a
 * bug.
 */
export function achTraceNumber(odfiRoutingNumber: string, sequenceNumber: number): string {
  assert(/^[0-9]{8,9}$/.test(odfiRoutingNumber), "the ODFI is given by eight or nine digits");
  const text = odfiRoutingNumber.slice(0, 8) + paddedSequence(sequenceNumber, SEQUENCE_WIDTH);
  assert(isAchTraceNumber(text), "an ACH trace number has fifteen digits");
  return text;
}

/** The parts of a trace number; undefined if the text is not valid. */
export function parseAchTraceNumber(text: string): AchTraceNumber | undefined {
  if (!isAchTraceNumber(text)) return undefined;
  return { odfiIdentification: text.slice(0, 8), sequenceNumber: Number(text.slice(8)) };
}

/** True for fifteen digits whose sequence number is not zero. */
export const isAchTraceNumber = (text: string): boolean => /^[0-9]{15}$/.test(text) && !text.endsWith("0000000");
