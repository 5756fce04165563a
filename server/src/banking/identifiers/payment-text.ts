import type { PaymentMethod } from "./payment-method.ts";

/**
 * What each method can carry to the payee. A memo that does not fit is refused when the payment is made (decision S8): a bank
 * that cut it short, or put a question mark for a letter, would leave the payee with a text nobody wrote.
 */
export interface MemoLimit {
  /** Where the payee finds it. */
  readonly carriedIn: string;
  /** In characters (Unicode code points). */
  readonly lengthMax: number;
  /** The characters it may hold, for people. */
  readonly characters: string;
  /** Matches one character that it may not hold. */
  readonly forbidden: RegExp;
  /** What it may not begin with, where that matters. */
  readonly mayNotBeginWith?: RegExp;
}

export const externalMemoLimits: Readonly<Record<PaymentMethod, MemoLimit>> = {
  // Nacha Operating Rules, Appendix Three: the alphanumeric field is printable ASCII. `*`, `~` and `\` separate the parts of
  // the X12 segments that payees' remittance readers look for in this field, so a memo may not hold them.
  ach: {
    carriedIn: "payment-related information of one addenda record (type 05) of the PPD or CCD entry",
    lengthMax: 80,
    characters: "letters A–Z and a–z, digits, space and ASCII punctuation except * ~ \\",
    forbidden: /[^ -)+-[\]-}]/u,
  },
  // The memo line beside the signature, one line of the check's font, which is Latin-1. The no-break space and the soft
  // hyphen are Latin-1 too, but cannot be seen.
  check: {
    carriedIn: "memo line of the check",
    lengthMax: 40,
    characters: "printable Latin-1: ASCII and the letters and signs of Western European languages",
    forbidden: /[^ -~\u00a1-\u00ac\u00ae-\u00ff]/u,
  },
  // Originator to beneficiary information of old, Remittance Information/Unstructured today. The characters both formats have,
  // so that a bank that still stores the old one loses nothing; the old one's own delimiters * { } are not among them.
  domesticWire: {
    carriedIn: "originator to beneficiary information: four lines of 35 characters",
    lengthMax: 140,
    characters: "letters A–Z and a–z, digits, space and . , ? ! ; : ' ( ) / - + & @ # $ % = _",
    forbidden: /[^A-Za-z0-9 .,?!;:'()/\-+&@#$%=_]/u,
  },
  // SWIFT character set X, which every correspondent on the way can carry. A line may not begin with a hyphen or colon: MT
  // messages end and name their fields so.
  internationalWire: {
    carriedIn: "remittance information: four lines of 35 characters",
    lengthMax: 140,
    characters: "letters A–Z and a–z, digits, space and / - ? : ( ) . , ' +",
    forbidden: /[^A-Za-z0-9 /\-?:().,'+]/u,
    mayNotBeginWith: /^[-:]/u,
  },
  // RTP message specifications: Remittance Information/Unstructured, Max140Text, once, in printable ASCII.
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

/** Why this method cannot carry the memo as written, in a sentence; undefined when it can. */
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

/** The internal note of a payment; nobody outside the organization sees it, so any language will do. */
export const NOTE_LENGTH_MAX = 1_000;

/** Why the text cannot be kept as a note, in a sentence; undefined when it can. Line breaks and tabs are fine. */
export function noteProblem(note: string): string | undefined {
  const length = characterCount(note);
  if (length > NOTE_LENGTH_MAX) return `A note has at most 1,000 characters; this one has ${length}.`;
  const misfit = /[^\P{Cc}\t\n\r]|\p{Cs}|[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/u.exec(note)?.[0];
  return misfit === undefined ? undefined : `A note cannot hold ${spokenCharacter(misfit)}.`;
}

const characterCount = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

// A control character, half a surrogate pair or an invisible space would vanish from the message or break it: only its number is shown.
const spokenCharacter = (character: string): string =>
  /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
    ? `${character} (${codePoint(character)})`
    : `the character ${codePoint(character)}`;
