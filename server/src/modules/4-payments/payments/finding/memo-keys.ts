/** Numbers with so many digits are stored without the last two. */
const LONG_NUMBER = 6;
const DIGITS_LEFT_OUT = 2;

/** Without leading zeros, if it is a number. */
const plain = (word: string): string => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, "") : word);

/** The number of digits at its end. */
function trailingDigits(word: string): number {
  let from = word.length;
  while (/^\d$/.test(word.charAt(from - 1))) from -= 1;
  return word.length - from;
}

/**
 * The key under which a word of a memo is stored. Invoice and tracking numbers are long and mostly consecutive, so a
 * hundred of them share a key, and with it a row of `memo_words`. A search compares what it finds with the texts anyway.
 */
export function storedAs(word: string): string {
  const key = plain(word);
  return trailingDigits(key) >= LONG_NUMBER ? key.slice(0, -DIGITS_LEFT_OUT) : key;
}

/** Where words that begin with a text are: under one key, or under all keys with a beginning. */
export interface KeyRange {
  readonly key: string;
  readonly isBeginning: boolean;
}

/** Where words are stored that begin with this one: those of the same length, one character longer, and the others. */
export function keysOf(begun: string): readonly KeyRange[] {
  const text = plain(begun);
  const digits = trailingDigits(text);
  const keys: KeyRange[] = [];
  for (let longer = 0; longer < DIGITS_LEFT_OUT; longer += 1)
    if (digits + longer >= LONG_NUMBER) keys.push({ key: text.slice(0, longer - DIGITS_LEFT_OUT), isBeginning: false });
  return [...keys, { key: text, isBeginning: true }];
}
