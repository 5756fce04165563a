import { assert } from "../assert.ts";
import { compactDate, findCompactDate, paddedSequence } from "./reference-date.ts";

/**
 * Fedwire's accountability data (Fedwire Funds Service, format reference, tags {1520} and {1120}; in ISO 20022, the
 * IMAD is the message identification of the pacs.008). The IMAD identifies a wire as sent, the OMAD as received. Banks
 * quote the IMAD to trace a wire.
 */
export interface Imad {
  /** The Fedwire business day of the input. */
  readonly inputCycleDate: Temporal.PlainDate;
  /** Logical terminal of the sending bank: eight capital letters or digits. */
  readonly inputSource: string;
  /** 1 to 999,999, per source and day. */
  readonly inputSequenceNumber: number;
}

export interface Omad {
  /** The Fedwire business day of the output. */
  readonly outputCycleDate: Temporal.PlainDate;
  /** Logical terminal of the receiving bank: eight capital letters or digits. */
  readonly outputDestination: string;
  /** 1 to 999,999, per destination and day. */
  readonly outputSequenceNumber: number;
  /** Calendar month and day in New York; after 21:00 a day before the cycle date. */
  readonly outputMonthDay: Temporal.PlainMonthDay;
  /** New York wall clock, to the minute. */
  readonly outputTime: Temporal.PlainTime;
  /** The Reserve Banks' sending application: four capital letters or digits, such as `FT03`. */
  readonly applicationId: string;
}

const SEQUENCE_WIDTH = 6;
const IMAD = /^(?<date>\d{8})(?<terminal>[A-Z0-9]{8})(?<sequence>\d{6})$/;
const OMAD =
  /^(?<date>\d{8})(?<terminal>[A-Z0-9]{8})(?<sequence>\d{6})(?<monthDay>\d{4})(?<time>\d{4})(?<application>[A-Z0-9]{4})$/;

/** The 22 characters: cycle date, source, sequence number. Throws if a part is not valid. */
export function imad(parts: Imad): string {
  assert(/^[A-Z0-9]{8}$/.test(parts.inputSource), "an input source is eight capitals or digits");
  const sequence = paddedSequence(parts.inputSequenceNumber, SEQUENCE_WIDTH);
  const text = compactDate(parts.inputCycleDate) + parts.inputSource + sequence;
  assert(parseImad(text) !== undefined, "an IMAD has 22 characters that can be read back");
  return text;
}

/**
 * The 34 characters: cycle date, destination, sequence number, month and day, time, application. Throws if a part is
 * not valid.
 */
export function omad(parts: Omad): string {
  assert(/^[A-Z0-9]{8}$/.test(parts.outputDestination), "an output destination is eight capitals or digits");
  assert(/^[A-Z0-9]{4}$/.test(parts.applicationId), "an application id is four capitals or digits");
  const monthDay = parts.outputMonthDay.toString().replaceAll("-", "");
  const time = parts.outputTime.toString({ smallestUnit: "minute" }).replace(":", "");
  const sequence = paddedSequence(parts.outputSequenceNumber, SEQUENCE_WIDTH);
  const text =
    compactDate(parts.outputCycleDate) + parts.outputDestination + sequence + monthDay + time + parts.applicationId;
  assert(parseOmad(text) !== undefined, "an OMAD has 34 characters that can be read back");
  return text;
}

/** The parts of an IMAD; undefined if the text is not valid. */
export function parseImad(text: string): Imad | undefined {
  const { date = "", terminal = "", sequence = "" } = IMAD.exec(text)?.groups ?? {};
  const inputCycleDate = findCompactDate(date);
  if (inputCycleDate === undefined || Number(sequence) === 0) return undefined;
  return { inputCycleDate, inputSource: terminal, inputSequenceNumber: Number(sequence) };
}

/** The parts of an OMAD; undefined if the text is not valid. */
export function parseOmad(text: string): Omad | undefined {
  const groups = OMAD.exec(text)?.groups ?? {};
  const { date = "", terminal = "", sequence = "", monthDay = "", time = "", application = "" } = groups;
  const outputCycleDate = findCompactDate(date);
  // A leap year, because February 29 is a valid month and day.
  const outputDay = findCompactDate(`2000${monthDay}`);
  const outputTime = findTime(time);
  if (outputCycleDate === undefined || outputDay === undefined || outputTime === undefined || Number(sequence) === 0) {
    return undefined;
  }
  return {
    outputCycleDate,
    outputDestination: terminal,
    outputSequenceNumber: Number(sequence),
    outputMonthDay: outputDay.toPlainMonthDay(),
    outputTime,
    applicationId: application,
  };
}

function findTime(text: string): Temporal.PlainTime | undefined {
  if (!/^([01][0-9]|2[0-3])[0-5][0-9]$/.test(text)) return undefined;
  return Temporal.PlainTime.from({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(2)) });
}
