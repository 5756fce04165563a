/** What is printed for a text, and whether it is the text. */
export interface ReadableText {
  readonly text: string;
  readonly complete: boolean;
}

export type Readability = (text: string) => ReadableText;

/** Printed for a character that the font lacks. */
export const REPLACEMENT = "\ufffd";

const PLAIN = /^[\u0020-\u007e]*$/;
const SPACE = /\s/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A font covers some scripts. A character that it lacks is replaced by U+FFFD, so that the reader sees that there is
 * one; the original text stays in the file for copying and screen readers. Controls that change the reading direction are
 * left out, because they would change how an amount next to them reads.
 */
export function makeReadable(covers: (codePoint: number) => boolean): Readability {
  const cache = new Map<string, string>();
  const printed = (character: string): string => {
    if (SPACE.test(character)) return " ";
    if (INVISIBLE.test(character)) return "";
    return covers(character.codePointAt(0) ?? 0) ? character : REPLACEMENT;
  };
  const cached = (character: string): string => {
    const found = cache.get(character);
    if (found !== undefined) return found;
    const made = printed(character);
    cache.set(character, made);
    return made;
  };
  return (text) => {
    if (PLAIN.test(text)) return { text, complete: true };
    const result = Array.from(text.normalize("NFC"), cached).join("");
    return { text: result, complete: !result.includes(REPLACEMENT) || text.includes(REPLACEMENT) };
  };
}
