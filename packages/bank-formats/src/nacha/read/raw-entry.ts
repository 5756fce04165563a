import type { EntryFigures } from "../check/totals.ts";

/** What can be read of an entry by the positions alone, when its fields as a whole cannot. */

const digits = (text: string): string | undefined => (/^[0-9]+$/.test(text) ? text : undefined);

/**
 * The figures that control records depend on; undefined if one of them is not readable. All entry records have them in
 * the same positions (layouts.test.ts), and the second digit of every transaction code is the direction: 0 to 4 credits.
 */
export function figuresOf(text: string): Omit<EntryFigures, "records"> | undefined {
  const code = digits(text.slice(1, 3));
  const receivingDfiIdentification = digits(text.slice(3, 11));
  const amount = digits(text.slice(29, 39));
  if (code === undefined || receivingDfiIdentification === undefined || amount === undefined) return undefined;
  const direction = code.charAt(1) < "5" ? "credit" : "debit";
  return { receivingDfiIdentification, amountMinor: BigInt(amount), direction };
}

/** What an entry says where it could not be read as a whole. Free of account numbers, names, and corrected data. */
export interface EntryFacts {
  /** Two digits, whether or not the rules know them. */
  readonly transactionCode: string | undefined;
  readonly amountMinor: bigint | undefined;
  readonly receivingDfiIdentification: string | undefined;
  readonly traceNumber: string | undefined;
  /** `R97` or `C06`, in capitals, of an addenda record 98 or 99. */
  readonly code: string | undefined;
  readonly originalTraceNumber: string | undefined;
  readonly originalReceivingDfiIdentification: string | undefined;
}

export function entryFactsOf(text: string, answer: string | undefined): EntryFacts {
  const amount = digits(text.slice(29, 39));
  const code = answer?.slice(3, 6).toUpperCase();
  return {
    transactionCode: digits(text.slice(1, 3)),
    amountMinor: amount === undefined ? undefined : BigInt(amount),
    receivingDfiIdentification: digits(text.slice(3, 11)),
    traceNumber: digits(text.slice(79, 94)),
    code: code !== undefined && /^[A-Z][0-9A-Z]{2}$/.test(code) ? code : undefined,
    originalTraceNumber: answer === undefined ? undefined : digits(answer.slice(6, 21)),
    originalReceivingDfiIdentification: answer === undefined ? undefined : digits(answer.slice(27, 35)),
  };
}
