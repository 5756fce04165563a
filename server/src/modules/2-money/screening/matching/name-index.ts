import { setImmediate as yieldToOthers } from "node:timers/promises";
import { bitsIn, editsAllowed, letterBits, lettersChanged, similarity } from "#kernel/values/edit-distance.ts";
import { comparedName } from "./plain-tokens.ts";

/** An entry of a list, as screening uses it. */
export interface ListEntry {
  /** The list's own ID of the entry; the same in every edition. */
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Person, entity, vessel, or aircraft, as the list says. */
  readonly type: string;
  readonly programs: readonly string[];
  readonly addresses: readonly string[];
  readonly remarks: string;
}

interface IndexedName {
  readonly entry: ListEntry;
  readonly text: string;
  readonly tokens: readonly string[];
}

export interface NameMatch {
  readonly entry: ListEntry;
  /** Which of the entry's names. */
  readonly listedName: string;
  /** Which of the names that were searched for. */
  readonly name: string;
  /** 0 to 100. */
  readonly score: number;
}

export interface ListIndex {
  /** The entries with a name that is at least so similar, the most similar first; one match for each entry. */
  find(names: readonly string[], threshold: number): readonly NameMatch[];
}

/** Names indexed before other work gets a turn. */
const AT_ONCE = 1_000;
/** Of one word of a list's names or of the searched names; the same words come again and again. */
const REMEMBERED_MAX = 50_000;
/** A name of one word is found within a longer one only if it is this long: "Hamas" is, "Ali" is not. */
const LONE_WORD_MIN = 5;
/** Two short words that a longer name contains say nothing. */
const COMMON_LETTERS_MIN = 6;

/** Builds the index in steps, because a list has tens of thousands of names. */
export async function indexList(entries: readonly ListEntry[]): Promise<ListIndex> {
  const names: IndexedName[] = [];
  const byToken = new Map<string, number[]>();
  const byJoined = new Map<string, number[]>();
  for (const entry of entries) {
    for (const text of new Set([entry.name, ...entry.aliases])) {
      const { tokens } = comparedName(text);
      if (tokens.length === 0) continue;
      const position = names.push({ entry, text, tokens }) - 1;
      if (names.length % AT_ONCE === 0) await yieldToOthers();
      for (const token of new Set(tokens)) append(byToken, token, position);
      append(byJoined, tokens.join(""), position);
    }
  }
  const similarTokens = finder([...byToken.keys()]);
  const similarJoined = finder([...byJoined.keys()]);
  return {
    find: (searched, threshold) => {
      const found = new Map<ListEntry, NameMatch>();
      for (const name of searched) {
        const { tokens } = comparedName(name);
        if (tokens.length === 0) continue;
        const candidates = new Set<number>();
        const hits = new Map<number, number>();
        for (const token of new Set(tokens))
          for (const similar of similarTokens(token))
            for (const position of byToken.get(similar) ?? []) {
              const count = (hits.get(position) ?? 0) + 1;
              hits.set(position, count);
              // One word in common is enough only where one of the names has no other.
              if (count > 1 || tokens.length === 1 || names[position]?.tokens.length === 1) candidates.add(position);
            }
        for (const joined of similarJoined(tokens.join("")))
          for (const position of byJoined.get(joined) ?? []) candidates.add(position);
        for (const position of candidates) {
          const listed = names[position];
          if (listed === undefined) continue;
          const score = Math.floor(100 * nameScore(tokens, listed.tokens) + 1e-9);
          const best = found.get(listed.entry);
          if (score >= threshold && (best === undefined || score > best.score))
            found.set(listed.entry, { entry: listed.entry, listedName: listed.text, name, score });
        }
      }
      return [...found.values()].sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1));
    },
  };
}

function append(map: Map<string, number[]>, key: string, position: number): void {
  const positions = map.get(key);
  if (positions === undefined) map.set(key, [position]);
  else positions.push(position);
}

/**
 * How similar two names are, 0 to 1. Words are compared in any order: each is paired with at most one of the other name, the
 * most similar ones first. What counts is how much of the shorter name the longer one contains, so that a middle name more
 * or less makes no difference. Names written as one word or as several are compared as one word, too.
 */
export function nameScore(a: readonly string[], b: readonly string[]): number {
  const whole = wholeScore(a.join(""), b.join(""));
  const pairs = a
    .flatMap((token, indexA) => b.map((other, indexB) => ({ indexA, indexB, score: similarity(token, other) })))
    .filter(({ score }) => score > 0)
    .sort(
      (x, y) =>
        y.score * (a[y.indexA]?.length ?? 0) - x.score * (a[x.indexA]?.length ?? 0) ||
        x.indexA - y.indexA ||
        x.indexB - y.indexB,
    );
  const [usedA, usedB] = [new Set<number>(), new Set<number>()];
  let [fromA, fromB] = [0, 0];
  for (const { indexA, indexB, score } of pairs) {
    if (usedA.has(indexA) || usedB.has(indexB)) continue;
    usedA.add(indexA);
    usedB.add(indexB);
    fromA += score * (a[indexA]?.length ?? 0);
    fromB += score * (b[indexB]?.length ?? 0);
  }
  const shorter = Math.min(a.length, b.length);
  const lettersIn = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0);
  const [lettersA, lettersB] = [lettersIn(a), lettersIn(b)];
  const isEnough =
    shorter === 1
      ? a.length === b.length || Math.min(lettersA, lettersB) >= LONE_WORD_MIN
      : usedA.size > 1 && (a.length === b.length || Math.min(fromA, fromB) >= COMMON_LETTERS_MIN);
  if (!isEnough) return whole;
  const [partOfA, partOfB] = [fromA / lettersA, fromB / lettersB];
  if (a.length === b.length) return Math.max(whole, Math.min(partOfA, partOfB));
  return Math.max(whole, a.length < b.length ? partOfA : partOfB);
}

/** One letter may differ, however long they are: more would find "Southwind Shipping" for "Northwind Shipping". */
function wholeScore(a: string, b: string): number {
  const distance = lettersChanged(a, b, Math.min(1, editsAllowed(a.length), editsAllowed(b.length)));
  return distance === undefined ? 0 : 1 - distance / Math.max(a.length, b.length);
}

/** Finds which of these words are similar to one. */
function finder(words: readonly string[]): (word: string) => readonly string[] {
  const byLength = Map.groupBy(
    words.map((word) => ({ word, letters: letterBits(word) })),
    ({ word }) => word.length,
  );
  const remembered = new Map<string, readonly string[]>();
  return (word) => {
    const similar = remembered.get(word);
    if (similar !== undefined) return similar;
    const most = editsAllowed(word.length);
    const letters = letterBits(word);
    const found: string[] = [];
    for (let length = word.length - most; length <= word.length + most; length += 1)
      for (const other of byLength.get(length) ?? []) {
        const allowed = Math.min(most, editsAllowed(length));
        // Each edit changes at most two of the letters that occur.
        if (bitsIn(letters ^ other.letters) > 2 * allowed) continue;
        if (lettersChanged(word, other.word, allowed) !== undefined) found.push(other.word);
      }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(word, found);
    return found;
  };
}
