import type { PaymentMethod } from "./payment-method.ts";

/**
 * What each method can carry to the recipient. A memo that does not fit is rejected when the payment is created
 * (decision S8): a bank that truncated it or replaced letters would show the recipient a text that the payer did not
 * write.
 */
export interface MemoLimit {
  /** Where the recipient finds it. */
  readonly carriedIn: string;
  /** In characters (Unicode code points). */
  readonly lengthMax: number;
  /** The allowed characters, for the error message. */
  readonly characters: string;
  /** Matches one forbidden character. */
  readonly forbidden: RegExp;
  /** What the memo may not begin with, if anything. */
  readonly mayNotBeginWith?: RegExp;
}

export const externalMemoLimits: Readonly<Record<PaymentMethod, MemoLimit>> = {
  // Nacha Operating Rules, Appendix Three: the alphanumeric field is printable ASCII. `*`, `~`, and `\` are delimiters
  // of the X12 segments that remittance readers look for in this field, so a memo may not contain them.
  ach: {
    carriedIn: "payment-related information of one addenda record (type 05) of the PPD or CCD entry",
    lengthMax: 80,
    characters: "letters A–Z and a–z, digits, space and ASCII punctuation except * ~ \\",
    forbidden: /[^ -)+-[\]-}]/u,
  },
  // The memo line next to the signature, in the check's Latin-1 font. The no-break space and the soft hyphen are
  // Latin-1 too, but are invisible.
  check: {
    carriedIn: "memo line of the check",
    lengthMax: 40,
    characters: "printable Latin-1: ASCII and the letters and signs of Western European languages",
    forbidden: /[^ -~\u00a1-\u00ac\u00ae-\u00ff]/u,
  },
  // Formerly Originator to Beneficiary Information, now Remittance Information/Unstructured. Only characters allowed in
  // both formats are accepted, so that a bank that still stores the old format loses nothing; the delimiters * { } of
  // the old format are excluded.
  domesticWire: {
    carriedIn: "originator to beneficiary information: four lines of 35 characters",
    lengthMax: 140,
    characters: "letters A–Z and a–z, digits, space and . , ? ! ; : ' ( ) / - + & @ # $ % = _",
    forbidden: /[^A-Za-z0-9 .,?!;:'()/\-+&@#$%=_]/u,
  },
  // SWIFT character set X, which every correspondent bank can carry. A line may not begin with a hyphen or a colon:
  // they end MT messages and name their fields.
  internationalWire: {
    carriedIn: "remittance information: four lines of 35 characters",
    lengthMax: 140,
    characters: "letters A–Z and a–z, digits, space and / - ? : ( ) . , ' +",
    forbidden: /[^A-Za-z0-9 /\-?:().,'+]/u,
    mayNotBeginWith: /^[-:]/u,
  },
  // RTP message specifications: Remittance Information/Unstructured, Max140Text, one occurrence, in printable ASCII.
  realTimePayment: {
    carriedIn: "remittance information of the RTP credit transfer",
    lengthMax: 140,
    characters: "printable ASCII: letters A–Z and a–z, digits, space and punctuation",
    forbidden: /[^ -~]/u,
  },
};

const spokenMethods: Readonly<Record<PaymentMethod, string>> = {
  ach: "an ACH payment",
  check: "a check",
  domesticWire: "a domestic wire",
  internationalWire: "an international wire",
  realTimePayment: "a real-time payment",
};

/** Why this method cannot carry the memo as written, as a sentence; undefined if it can. */
export function externalMemoProblem(method: PaymentMethod, memo: string): string | undefined {
  const limit = externalMemoLimits[method];
  const length = characterCount(memo);
  if (length > limit.lengthMax) {
    return `The memo of ${spokenMethods[method]} has at most ${limit.lengthMax} characters; this one has ${length}.`;
  }
  const misfit = limit.forbidden.exec(memo)?.[0];
  if (misfit !== undefined) {
    return `The memo of ${spokenMethods[method]} cannot carry ${spokenCharacter(misfit)}. It may hold ${limit.characters}.`;
  }
  if (limit.mayNotBeginWith?.test(memo))
    return `The memo of ${spokenMethods[method]} cannot begin with ${memo.slice(0, 1)}.`;
  return undefined;
}

/** The internal note of a payment. Only the organization sees it, so any language is accepted. */
export const NOTE_LENGTH_MAX = 1_000;

/** Why the text cannot be stored as a note, as a sentence; undefined if it can. Line breaks and tabs are allowed. */
export function paymentNoteProblem(note: string): string | undefined {
  const length = characterCount(note);
  if (length > NOTE_LENGTH_MAX) return `A note has at most 1,000 characters; this one has ${length}.`;
  const misfit = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/u.exec(note)?.[0];
  return misfit === undefined ? undefined : `A note cannot contain ${spokenCharacter(misfit)}.`;
}

const characterCount = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

// A control character, half of a surrogate pair, or an invisible space would vanish from the message or break it, so
// only its code point is shown.
const spokenCharacter = (character: string): string =>
  /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
    ? `${character} (${codePoint(character)})`
    : `the character ${codePoint(character)}`;
