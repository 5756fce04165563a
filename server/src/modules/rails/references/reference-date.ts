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
export const compactDate = (date: Temporal.PlainDate): string => date.toString().replaceAll("-", "");

/** The number padded to `width` digits; throws if it is not a positive whole number or does not fit. */
export function paddedSequence(sequenceNumber: number, width: number): string {
  if (!Number.isSafeInteger(sequenceNumber) || sequenceNumber < 1 || String(sequenceNumber).length > width) {
    throw new RangeError(`A sequence number is a whole number from 1, of at most ${width} digits`);
  }
  return String(sequenceNumber).padStart(width, "0");
}
