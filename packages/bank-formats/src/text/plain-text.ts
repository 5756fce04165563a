import { latinLetters } from "./latin-letters.ts";

/**
 * The one way in which texts become printable ASCII, the characters of banks' files and networks: accents are removed (José
 * becomes Jose), and letters such as ß are written out. What has no such form is lost, which no caller does silently.
 */

const PLAIN = /^[ -~]*$/;
/** Accents and variation selectors: readers miss nothing without them. */
const MARK = /^[\u0300-\u036f\ufe0e\ufe0f]$/;

/**
 * The character in printable ASCII; undefined if it has no such form. Each alone: to normalize a long run of combining
 * marks takes quadratic time (law 26).
 */
export function plainCharacter(character: string): string | undefined {
  if (PLAIN.test(character)) return character;
  let plain = "";
  for (const part of character.normalize("NFKD")) {
    const written = MARK.test(part) ? "" : PLAIN.test(part) ? part : latinLetters.get(part);
    if (written === undefined) return undefined;
    plain += written;
  }
  return plain;
}

/** The text in printable ASCII; undefined if a character has no such form. */
export function toPlainText(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  const characters = Array.from(text, plainCharacter);
  return characters.includes(undefined) ? undefined : characters.join("");
}

/** The characters of the text that have no plain form, each once. */
export const lostCharacters = (text: string): readonly string[] =>
  PLAIN.test(text) ? [] : [...new Set(text)].filter((character) => plainCharacter(character) === undefined);

/** Letters, or digits other than zero: banks read a field of zeros as blank. */
const IDENTIFYING = /[A-Za-z1-9]/;

/**
 * The name as banks' files have it, cut at the width of the field; undefined if a part of it has no plain form. create_payments
 * knows which names have one (migration 0055).
 */
export function plainName(name: string, lengthMax: number): string | undefined {
  const plain = toPlainText(name);
  if (plain === undefined || !IDENTIFYING.test(plain)) return undefined;
  return plain.replaceAll(/ +/g, " ").trim().slice(0, lengthMax).trim();
}
