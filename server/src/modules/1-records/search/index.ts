/**
 * Searching by the beginnings of words. Owns the words of everything that lists can be searched for.
 *
 * Guarantees: a search finds what contains a word that begins with each of its words; its cost depends on the page and
 * not on the number of rows.
 */

export {
  hasWord,
  hasWords,
  ITEMS_MAX,
  type Looked,
  lookUp,
  narrowed,
  searchedItems,
  textHasWord,
} from "./look-up.queries.ts";
export { type SearchTerms, searchTerms } from "./search-terms.ts";
export { addWords, replaceWords } from "./search-words.queries.ts";
export { searchedWords, wordsIn } from "./words.ts";
