import { searchedWords } from "#records/search";

/** Legal forms and words that say nothing about who it is. */
const emptyWords: ReadonlySet<string> = new Set(
  "inc incorporated llc llp lp ltd limited co company corp corporation plc pllc pc the and of".split(" "),
);
/** Fewer shared letters are too often a coincidence. */
const SHARED_LETTERS_MIN = 5;
const BEGINNING_MIN = 2;

/** The words of a name without its legal form, unless nothing else is left. */
export function nameWords(name: string): readonly string[] {
  const words = searchedWords(name) ?? [];
  const telling = words.filter((word) => !emptyWords.has(word));
  return telling.length === 0 ? words : telling;
}

/** Files of banks cut names and abbreviate their words: "JUNIPER ST MARK" is near "Juniper Street Market". */
const areAlike = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.length >= BEGINNING_MIN && long.startsWith(short));
};

/**
 * Whether two names may mean the same business: all words of the shorter one are in the longer one, or two of three. For
 * suggestions only: payments are matched automatically by equal names.
 */
export function areNear(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const shared = short.filter((word) => long.some((other) => areAlike(word, other)));
  const letters = shared.reduce((sum, word) => sum + word.length, 0);
  if (letters < SHARED_LETTERS_MIN) return false;
  // One word of several is the same business only if the name begins with it.
  if (shared.length === 1) return short.length === 1 && areAlike(shared[0] ?? "", long[0] ?? "");
  return shared.length === short.length || shared.length * 3 >= short.length * 2;
}
