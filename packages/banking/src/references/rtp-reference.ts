import { assert } from "../assert.ts";
import { isRoutingNumber } from "../identifiers/aba-routing-number.ts";
import { compactDate, findCompactDate, paddedSequence } from "./reference-date.ts";

/**
 * RTP references: the transaction identification of the pacs.008, 35 characters, assigned by the sending bank and
 * unique on the network (The Clearing House, RTP message specifications, "Identification"). For example, `20260706`
 * `021000021T1` `B` `BURS` `00000000042`: date, participant, source, serial, sequence.
 */
export interface RtpReference {
  /** The day on which the sending bank assigned it, in New York. */
  readonly date: Temporal.PlainDate;
  /** Routing number of the sending participant. */
  readonly routingNumber: string;
  /** The participant's connection: a capital letter and a digit, such as `T1`. */
  readonly connection: string;
  /** The generator: one capital letter; `B` is the bank itself. */
  readonly source: string;
  /** The generating system's mark: four capital letters or digits. */
  readonly serial: string;
  /** 1 to 99,999,999,999, per day. */
  readonly sequenceNumber: number;
}

const SEQUENCE_WIDTH = 11;
const SHAPE =
  /^(?<date>\d{8})(?<routing>\d{9})(?<connection>[A-Z]\d)(?<source>[A-Z])(?<serial>[A-Z0-9]{4})(?<sequence>\d{11})$/;

/** The 35 characters. Throws if a part is not valid. */
export function rtpReference(parts: RtpReference): string {
  const sequence = paddedSequence(parts.sequenceNumber, SEQUENCE_WIDTH);
  const text =
    compactDate(parts.date) + parts.routingNumber + parts.connection + parts.source + parts.serial + sequence;
  assert(isRtpReference(text), "an RTP reference has 35 characters, each part in its own format");
  return text;
}

/** The parts of an RTP reference; undefined if the text is not valid. */
export function parseRtpReference(text: string): RtpReference | undefined {
  const groups = SHAPE.exec(text)?.groups ?? {};
  const { date: dateText = "", routing = "", connection = "", source = "", serial = "", sequence = "" } = groups;
  const date = findCompactDate(dateText);
  if (date === undefined || !isRoutingNumber(routing) || Number(sequence) === 0) return undefined;
  return { date, routingNumber: routing, connection, source, serial, sequenceNumber: Number(sequence) };
}

export const isRtpReference = (text: string): boolean => parseRtpReference(text) !== undefined;
