import { assert } from "../../../kernel/assert.ts";

/** The calendar date of eight digits `YYYYMMDD`, as references of the networks begin; undefined when there is no such day. */
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

/** The number with leading zeros, `width` digits wide. */
export function paddedSequence(sequenceNumber: number, width: number): string {
  assert(Number.isSafeInteger(sequenceNumber) && sequenceNumber >= 1, "a sequence number is a whole number from 1");
  assert(String(sequenceNumber).length <= width, `a sequence number has at most ${width} digits`);
  return String(sequenceNumber).padStart(width, "0");
}
