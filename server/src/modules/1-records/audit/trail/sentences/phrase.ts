import type { Actor } from "#records/audit";

export type RecordedFacts = Readonly<Record<string, unknown>>;

/** What sentences are made from. */
export interface RecordedEntry {
  readonly actor: Pick<Actor, "type" | "id">;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly before: RecordedFacts;
  readonly after: RecordedFacts;
}

/** Something with an id, whose name is looked up. */
export interface Resource {
  readonly type: string;
  readonly id: string;
}

/** A resource in a sentence: by the name that the entry has, by the name that is found, or by what it is. */
export interface NamedResource {
  readonly resource: Resource;
  readonly name?: string | undefined;
  /** Before a name that is found, such as "the payment of ". */
  readonly prefix?: string | undefined;
  readonly fallback: string;
}

export type Phrase = readonly (string | NamedResource)[];
/** What follows the actor: "approved $4,210.50 to Mina Okafor Design". */
export type SentenceOf = (entry: RecordedEntry) => Phrase;

/** A phrase of a template: `say`approved ${request}``. Undefined is left out. */
export function say(
  texts: TemplateStringsArray,
  ...pieces: readonly (string | NamedResource | Phrase | undefined)[]
): Phrase {
  return texts.flatMap((text, index): Phrase => {
    const piece = pieces[index];
    if (piece === undefined) return [text];
    return isPhrase(piece) ? [text, ...piece] : [text, piece];
  });
}

const isPhrase = (piece: string | NamedResource | Phrase): piece is Phrase => Array.isArray(piece);

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

/** The resource that a fact names by its id; undefined if the entry does not have it. */
export const resourceIn = (
  facts: RecordedFacts,
  name: string,
  type: string,
  fallback: string,
): NamedResource | undefined => {
  const id = textIn(facts, name);
  return id === undefined ? undefined : { resource: { type, id }, fallback };
};

/** What the entry is about. */
export const subject = (entry: RecordedEntry, fallback: string, name?: string): NamedResource => ({
  resource: { type: entry.resourceType, id: entry.resourceId },
  name,
  fallback,
});

/** ` from Operating`; nothing if the fact is missing. */
export const withWord = (word: string, piece: NamedResource | string | undefined): Phrase =>
  piece === undefined ? [] : [` ${word} `, piece];

/** A text after a word; nothing if there is none. */
export const spaced = (text: string | undefined): string => (text === undefined ? "" : ` ${text}`);

/** A reason or a problem after a colon; nothing if there is none. */
export const afterColon = (text: string | undefined): string => (text === undefined ? "" : `: ${text}`);

/** Several words as one: "ACH, check, and domestic wire". */
const listed = new Intl.ListFormat("en-US", { type: "conjunction" });
export const listText = (words: readonly string[]): string => listed.format(words);
