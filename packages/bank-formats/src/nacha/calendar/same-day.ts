/**
 * Same Day ACH (Nacha Operating Rules 8.99, "Same Day Entry"). An operator settles entries the same day if their
 * effective entry date is the current banking day or earlier and they arrive before a same-day deadline; nothing else in
 * the file marks them. Deadlines are the operator's and the bank's, so this library does not know them.
 */

/** $1,000,000.00 per entry, since March 18, 2022. */
export const SAME_DAY_LIMIT_MINOR = 100_000_000n;

/** Whether the effective entry date requests same-day settlement of a file created on that date. */
export const requestsSameDay = (effectiveEntryDate: string | undefined, fileCreationDate: string): boolean =>
  effectiveEntryDate !== undefined && effectiveEntryDate <= fileCreationDate;

/** Why an entry cannot settle the same day; undefined if it can. */
export function sameDayProblem(
  entry: { readonly amountMinor: bigint },
  standardEntryClassCode: string,
  limitMinor: bigint = SAME_DAY_LIMIT_MINOR,
): "sameDayClass" | "sameDayAmount" | undefined {
  if (standardEntryClassCode === "IAT") return "sameDayClass";
  return entry.amountMinor > limitMinor ? "sameDayAmount" : undefined;
}
