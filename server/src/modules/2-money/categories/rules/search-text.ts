/** A text as rules search it. Prepared once, because many rules search the same text. */
export interface SearchText {
  readonly text: string;
  /** For each UTF-16 code unit, where the word that it is part of ends; 0 if it is not part of a word. */
  readonly wordEnds: () => Uint16Array;
}

/** As long as the longest text of a transaction: sorting the accents of a longer one could take long. */
const LENGTH_MAX = 1_000;

/** The same letters compare as equal, however they are typed. */
export const folded = (text: string): string => text.slice(0, LENGTH_MAX).normalize("NFKC").toLowerCase();

export function searchTextOf(given: string): SearchText {
  const text = folded(given);
  let ends: Uint16Array | undefined;
  return {
    text,
    wordEnds: () => {
      ends ??= wordEndsIn(text);
      return ends;
    },
  };
}

function wordEndsIn(text: string): Uint16Array {
  const ends = new Uint16Array(text.length);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu))
    ends.fill(index + word.length, index, index + word.length);
  return ends;
}

/** `wanted` is folded. */
export function contains({ text, wordEnds }: SearchText, part: string, wholeWord: boolean): boolean {
  if (!wholeWord) return text.includes(part);
  let at = text.indexOf(part);
  if (at === -1) return false;
  const ends = wordEnds();
  const isWord = (index: number): boolean => (ends[index] ?? 0) > 0;
  while (at !== -1) {
    if (!isWord(at - 1) && !isWord(at + part.length)) return true;
    // No other whole word begins within this one.
    at = text.indexOf(part, ends[at] || at + 1);
  }
  return false;
}
