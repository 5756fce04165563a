/** Longer words are cut, in what is stored and in what is searched for. */
export const WORD_LENGTH_MAX = 40;
/** More words of one item, or of one search, are ignored. */
const WORDS_MAX = 60;
const SEARCHED_MAX = 8;
/** What follows is ignored: sorting thousands of accents on one letter takes long. */
const TEXT_LENGTH_MAX = 1_000;

/** Letters and digits, without accents and case: "Café Müller" has the words "cafe" and "muller". */
function plainWords(text: string): readonly string[] {
  const read = text.slice(0, TEXT_LENGTH_MAX);
  // Most texts are ASCII, for which the general way costs several times as much.
  if (/^[\x20-\x7e]*$/.test(read)) return read.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return (
    read
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const cut = (word: string): string =>
  word.length <= WORD_LENGTH_MAX ? word : [...word.slice(0, 2 * WORD_LENGTH_MAX)].slice(0, WORD_LENGTH_MAX).join("");

/** The words under which texts are found. "INV0042" is found as "inv0042", "0042", and "42". */
export function wordsIn(texts: readonly (string | null)[]): readonly string[] {
  const words = new Set<string>();
  for (const word of texts.flatMap((text) => (text === null ? [] : plainWords(text).map(cut)))) {
    if (words.size >= WORDS_MAX) break;
    words.add(word);
    if (!/\d/.test(word)) continue;
    for (const digits of word.match(/\d+/g) ?? []) {
      words.add(digits);
      words.add(digits.replace(/^0+(?=\d)/, ""));
    }
  }
  return [...words];
}

/** The words that a search requires, each the beginning of a word; undefined if the search is empty. */
export function searchedWords(search: string | undefined): readonly string[] | undefined {
  if (search === undefined || search.trim() === "") return undefined;
  return [...new Set(plainWords(search).map(cut))].slice(0, SEARCHED_MAX);
}
