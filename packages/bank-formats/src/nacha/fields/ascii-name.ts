import { latinLetters } from "../../text/latin-letters.ts";

/** More than any recipient's name: decomposing a text of accents takes quadratic time. */
const NAME_LENGTH_MAX = 500;

/**
 * The name in printable ASCII, as in Nacha fields (Nacha Operating Rules, Appendix Three 3.1.2), at most this long: accents
 * are removed, and letters without an ASCII form are spelled. Undefined if more than a mark cannot be written, such as a
 * name in Chinese, because the receiver's bank compares names.
 */
export function asciiName(name: string, lengthMax: number): string | undefined {
  const spelled = inLatinLetters(name.slice(0, NAME_LENGTH_MAX));
  if (/[^ -~]/.test(spelled.replaceAll(/[\p{P}\p{S}]/gu, ""))) return undefined;
  const text = spelled
    .replaceAll(/[^ -~]/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, lengthMax)
    .trim();
  return /[A-Za-z0-9]/.test(text) && !/^0+$/.test(text) ? text : undefined;
}

/** Without accents. Most names have none, and decomposing takes longer than the rest of their entry. */
const inLatinLetters = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name
    : [...name.normalize("NFKD")]
        .map((character) => latinLetters.get(character) ?? character)
        .join("")
        .replaceAll(/\p{M}/gu, "");
