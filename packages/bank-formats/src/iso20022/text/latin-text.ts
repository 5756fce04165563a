import { plainCharacter } from "../../text/plain-text.ts";

/**
 * The characters that wire networks accept, and how others are replaced. ISO 20022 allows all of Unicode; the networks
 * do not (SWIFT, CBPR+ user handbook, "Character set"; Fedwire Funds Service ISO 20022 implementation guide, the same).
 */

/**
 * `identifier`: SWIFT's X character set, for identifications and codes. `text`: the extended set, for names, addresses,
 * and remittance information.
 */
export type WireCharacterSet = "identifier" | "text";

const SETS: Readonly<Record<WireCharacterSet, RegExp>> = {
  identifier: /^[A-Za-z0-9/\-?:().,'+ ]$/,
  text: /^[A-Za-z0-9/\-?:().,'+ !#$%&*=^_`{|}~";<>@[\]\\]$/,
};

/** One kind of replacement in a text. */
export interface CharacterReplacement {
  readonly from: string;
  readonly to: string;
  /** The replacement is a mark only: the character has no Latin equivalent and its meaning is lost. */
  readonly isLost: boolean;
}

export interface LatinText {
  readonly text: string;
  /** What was replaced, each character once, in order of appearance; empty if the text was accepted as it is. */
  readonly replacements: readonly CharacterReplacement[];
}

/** In identifications, signs of the extended set that have a usual equivalent. */
const IDENTIFIER_EQUIVALENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&": "+", _: "-", '"': "'", ";": ",", "[": "(", "]": ")", "{": "(", "}": ")", "\\": "/", "|": "/" }),
);

/** What SWIFT's own translation rules write for a character without an equivalent. */
const LOST = ".";

/** Normalization takes quadratic time on long runs of combining marks; no letter of any language has more than a few. */
const EXCESS_MARKS = /(\p{M}{8})\p{M}+/gu;

/** The text with accents and signs replaced by characters that the networks accept: é becomes e, ß becomes ss. */
export function toLatinText(text: string, set: WireCharacterSet): LatinText {
  const replacements = new Map<string, CharacterReplacement>();
  const pieces: string[] = [];
  for (const character of text.replaceAll(EXCESS_MARKS, "$1").normalize("NFC")) {
    if (SETS[set].test(character)) {
      pieces.push(character);
      continue;
    }
    const earlier = replacements.get(character);
    const equivalent = earlier?.to ?? equivalentOf(character, set);
    const to = equivalent ?? LOST;
    if (earlier === undefined) replacements.set(character, { from: character, to, isLost: equivalent === undefined });
    pieces.push(to);
  }
  return { text: pieces.join(""), replacements: [...replacements.values()] };
}

function equivalentOf(character: string, set: WireCharacterSet): string | undefined {
  const plain = plainCharacter(character);
  if (plain === undefined) return undefined;
  const pieces = Array.from(plain, (piece) => inSet(piece, set));
  return pieces.includes(undefined) ? undefined : pieces.join("");
}

function inSet(character: string, set: WireCharacterSet): string | undefined {
  if (SETS[set].test(character)) return character;
  return set === "identifier" ? IDENTIFIER_EQUIVALENTS.get(character) : undefined;
}

/** The first character that a network does not accept; undefined if it accepts all. */
export function findForeignCharacter(text: string, set: WireCharacterSet): string | undefined {
  for (const character of text) if (!SETS[set].test(character)) return character;
  return undefined;
}
