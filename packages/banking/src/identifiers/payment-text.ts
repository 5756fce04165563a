import { type MemoLimit, methodTable, type PaymentMethod } from "./payment-method.ts";

/** Why this method cannot carry the memo as written, as a sentence; undefined if it can. */
export function externalMemoProblem(method: PaymentMethod, memo: string): string | undefined {
  const { withArticle } = methodTable[method];
  const limit: MemoLimit = methodTable[method].memo;
  const length = characterCount(memo);
  if (length > limit.lengthMax) {
    return `The memo of ${withArticle} has at most ${limit.lengthMax} characters; this one has ${length}.`;
  }
  const misfit = limit.forbidden.exec(memo)?.[0];
  if (misfit !== undefined) {
    return `The memo of ${withArticle} cannot carry ${spokenCharacter(misfit)}. It may hold ${limit.characters}.`;
  }
  if (limit.mayNotBeginWith?.test(memo)) return `The memo of ${withArticle} cannot begin with ${memo.slice(0, 1)}.`;
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
