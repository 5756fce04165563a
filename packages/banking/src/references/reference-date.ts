import { assert } from "../assert.ts";

/**
 * The calendar date in eight digits `YYYYMMDD`, which begins network references; undefined if the date does not exist.
 */
export function findCompactDate(text: string): Temporal.PlainDate | undefined {
  if (!/^[0-9]{8}$/.test(text)) return undefined;
  const parts = { year: Number(text.slice(0, 4)), month: Number(text.slice(4, 6)), day: Number(text.slice(6, 8)) };
  try {
    return Temporal.PlainDate.from(parts, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

/** `YYYYMMDD`. */
export function compactDate(date: Temporal.PlainDate): string {
  const text = date.toString().replaceAll("-", "");
  assert(text.length === 8, "a reference's date has eight digits");
  return text;
}

/** The number padded to `width` digits; throws if it is not a positive whole number or does not fit. */
export function paddedSequence(sequenceNumber: number, width: number): string {
  assert(Number.isSafeInteger(sequenceNumber) && sequenceNumber >= 1, "a sequence number is a whole number from 1");
  assert(String(sequenceNumber).length <= width, `a sequence number has at most ${width} digits`);
  return String(sequenceNumber).padStart(width, "0");
}
