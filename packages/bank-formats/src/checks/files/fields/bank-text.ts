import { latinLetters } from "../../../text/latin-letters.ts";

const PLAIN = /^[ -~]*$/;

/**
 * The text in printable ASCII, in which banks' files are written: accents are removed (José becomes Jose), letters such as
 * ß are written out. Undefined if a character has no such form. Print the same text on the check, because payee positive
 * pay compares the two.
 */
export function toBankText(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  const plain = Array.from(text, plainCharacter).join("");
  return PLAIN.test(plain) ? plain : undefined;
}

/** Each character alone: to normalize a long run of combining marks takes quadratic time (law 26). */
const plainCharacter = (character: string): string =>
  latinLetters.get(character) ?? character.normalize("NFD").replace(/\p{M}/gu, "");
