import type { Actor } from "#records/audit";

export type RecordedFacts = Readonly<Record<string, unknown>>;

/** What sentences are made from. */
export interface Told {
  readonly actor: Pick<Actor, "type" | "id">;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly before: RecordedFacts;
  readonly after: RecordedFacts;
}

/** Something with an id, whose name is looked up. */
export interface Thing {
  readonly type: string;
  readonly id: string;
}

/** A thing in a sentence: by the name that the entry has, by the name that is found, or by what it is. */
export interface Named {
  readonly thing: Thing;
  readonly name?: string | undefined;
  /** Before a name that is found, such as "the payment of ". */
  readonly prefix?: string | undefined;
  readonly otherwise: string;
}

export type Phrase = readonly (string | Named)[];
/** What follows the actor: "approved $4,210.50 to Mina Okafor Design". */
export type Teller = (told: Told) => Phrase;

/** A phrase of a template: `say`approved ${request}``. Undefined is left out. */
export function say(texts: TemplateStringsArray, ...pieces: readonly (string | Named | Phrase | undefined)[]): Phrase {
  return texts.flatMap((text, index): Phrase => {
    const piece = pieces[index];
    if (piece === undefined) return [text];
    return isPhrase(piece) ? [text, ...piece] : [text, piece];
  });
}

const isPhrase = (piece: string | Named | Phrase): piece is Phrase => Array.isArray(piece);

export const textIn = (facts: RecordedFacts, name: string): string | undefined => {
  const value = facts[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

export const listIn = (facts: RecordedFacts, name: string): readonly unknown[] => {
  const value = facts[name];
  return Array.isArray(value) ? value : [];
};

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
export const moneyText = (amount: number): string => dollars.format(amount);

/** An amount of dollars, without its sign: the sentence says which way it went. */
export const moneyIn = (facts: RecordedFacts, name = "amount"): string => {
  const value = facts[name];
  return typeof value === "number" ? moneyText(Math.abs(value)) : "money";
};

/** The thing that a fact names by its id; undefined if the entry does not have it. */
export const thingIn = (facts: RecordedFacts, name: string, type: string, otherwise: string): Named | undefined => {
  const id = textIn(facts, name);
  return id === undefined ? undefined : { thing: { type, id }, otherwise };
};

/** What the entry is about. */
export const subject = (told: Told, otherwise: string, name?: string): Named => ({
  thing: { type: told.resourceType, id: told.resourceId },
  name,
  otherwise,
});

/** ` from Operating`; nothing if the fact is missing. */
export const withWord = (word: string, piece: Named | string | undefined): Phrase =>
  piece === undefined ? [] : [` ${word} `, piece];

/** A text after a word; nothing if there is none. */
export const spaced = (text: string | undefined): string => (text === undefined ? "" : ` ${text}`);

/** A reason or a problem after a colon; nothing if there is none. */
export const afterColon = (text: string | undefined): string => (text === undefined ? "" : `: ${text}`);

/** Several words as one: "ACH, check, and domestic wire". */
const listed = new Intl.ListFormat("en-US", { type: "conjunction" });
export const listText = (words: readonly string[]): string => listed.format(words);
