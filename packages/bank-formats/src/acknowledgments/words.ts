/** Finds a bank's words in its lines. Everything is compared in capitals, with one blank between words. */

export const inCapitals = (text: string): string => text.toUpperCase().replaceAll(/\s+/g, " ").trim();

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Where the words occur as whole words, from left to right. */
export function occurrences(line: string, words: string): readonly number[] {
  const found: number[] = [];
  for (let at = line.indexOf(words); at >= 0 && words !== ""; at = line.indexOf(words, at + 1)) {
    const endsWithWord = isWord(words.at(-1));
    if (!isWord(line[at - 1]) && !(endsWithWord && isWord(line[at + words.length]))) found.push(at);
  }
  return found;
}

/** Words with a meaning, and where they are. */
export interface FoundWords<Meaning> {
  readonly meaning: Meaning;
  readonly words: string;
  readonly at: number;
  readonly end: number;
}

/** All words that occur and do not overlap: of two, the longer one, because it says more. */
export function findWords<Meaning>(
  line: string,
  list: readonly (readonly [meaning: Meaning, words: string])[],
): readonly FoundWords<Meaning>[] {
  const found: FoundWords<Meaning>[] = [];
  for (const [meaning, words] of list) {
    // Most lines have none of the words.
    if (!line.includes(words)) continue;
    for (const at of occurrences(line, words)) found.push({ meaning, words, at, end: at + words.length });
  }
  if (found.length === 0) return found;
  found.sort((left, right) => right.words.length - left.words.length || left.at - right.at);
  const chosen: FoundWords<Meaning>[] = [];
  // Words are chosen by length, so a word overlaps with one before it only if its own first or last letter is taken.
  const taken = new Uint8Array(line.length);
  for (const each of found) {
    if (taken[each.at] !== 0 || taken[each.end - 1] !== 0) continue;
    taken.fill(1, each.at, each.end);
    chosen.push(each);
  }
  return chosen.toSorted((left, right) => left.at - right.at);
}

type WordList<Meaning> = readonly (readonly [meaning: Meaning, words: string])[];

/** Each template's words are prepared once, not for each line. */
const prepared = new WeakMap<object, WordList<string>>();

/** The words of a template with their meanings, in capitals. */
export function wordList<Meaning extends string>(
  words: Readonly<Partial<Record<Meaning, readonly string[]>>>,
): WordList<Meaning> {
  // The keys of the record are its meanings.
  const preparedList = prepared.get(words) as WordList<Meaning> | undefined;
  if (preparedList !== undefined) return preparedList;
  const entries = Object.entries(words) as [Meaning, readonly string[] | undefined][];
  const list = entries.flatMap(([meaning, each]) => (each ?? []).map((word) => [meaning, inCapitals(word)] as const));
  prepared.set(words, list);
  return list;
}
