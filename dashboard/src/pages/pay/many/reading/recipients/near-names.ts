import { editDistance } from "./edit-distance.ts";
import { coreName, plainName } from "./name-form.ts";

/** Why a name is suggested, best first. */
const reasons = ["spelling", "legalForm", "typo", "partOfName"] as const;
export type NearReason = (typeof reasons)[number];

export interface NearName<Item> {
  readonly item: Item;
  readonly reason: NearReason;
}

/** Names prepared for searching. */
export interface NameIndex<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly byTrigram: ReadonlyMap<string, readonly number[]>;
}
interface Entry<Item> {
  readonly item: Item;
  readonly plain: string;
  readonly core: string;
}

const CANDIDATES_MAX = 30;
const SUGGESTED_MAX = 3;
/** Trigrams of a thousand names tell them apart badly. */
const COMMON = 1_000;
/** A short word inside a longer name is too often a coincidence. */
const PART_LETTERS_MIN = 5;

const trigramsOf = (core: string): ReadonlySet<string> => {
  const padded = `  ${core} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
};

/** Indexes each thing by all of its names. */
export function indexNames<Item>(all: readonly Item[], namesOf: (item: Item) => readonly string[]): NameIndex<Item> {
  const entries: Entry<Item>[] = [];
  const byTrigram = new Map<string, number[]>();
  for (const item of all)
    for (const name of namesOf(item)) {
      const entry = { item, plain: plainName(name), core: coreName(name) };
      for (const trigram of trigramsOf(entry.core)) {
        const positions = byTrigram.get(trigram);
        if (positions === undefined) byTrigram.set(trigram, [entries.length]);
        else positions.push(entries.length);
      }
      entries.push(entry);
    }
  return { entries, byTrigram };
}

/** At most three names that may be meant, best first. The time is bounded by the number of candidates compared. */
export function nearNames<Item>(name: string, index: NameIndex<Item>): readonly NearName<Item>[] {
  const typed = { plain: plainName(name), core: coreName(name) };
  if (typed.core === "") return [];
  const found = new Map<Item, NearReason>();
  for (const entry of candidatesOf(typed.core, index)) {
    const reason = reasonOf(typed, entry);
    const before = found.get(entry.item);
    if (reason !== undefined && (before === undefined || reasons.indexOf(reason) < reasons.indexOf(before)))
      found.set(entry.item, reason);
  }
  return [...found]
    .map(([item, reason]) => ({ item, reason }))
    .toSorted((a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason))
    .slice(0, SUGGESTED_MAX);
}

/** The entries that share most trigrams with a name. */
function candidatesOf<Item>(core: string, { entries, byTrigram }: NameIndex<Item>): readonly Entry<Item>[] {
  const shared = new Map<number, number>();
  for (const trigram of trigramsOf(core)) {
    const those = byTrigram.get(trigram) ?? [];
    if (those.length > COMMON) continue;
    for (const position of those) shared.set(position, (shared.get(position) ?? 0) + 1);
  }
  return [...shared]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, CANDIDATES_MAX)
    .flatMap(([position]) => entries[position] ?? []);
}

function reasonOf(typed: Pick<Entry<unknown>, "plain" | "core">, entry: Entry<unknown>): NearReason | undefined {
  if (typed.plain === entry.plain) return "spelling";
  if (typed.core === entry.core) return "legalForm";
  if (typed.core.replaceAll(" ", "") === entry.core.replaceAll(" ", "")) return "spelling";
  const shorter = Math.min(typed.core.length, entry.core.length);
  const allowed = shorter < 4 ? 0 : shorter < 8 ? 1 : shorter < 14 ? 2 : 3;
  if (editDistance(typed.core, entry.core, allowed) !== undefined) return "typo";
  return isPart(typed.core, entry.core) || isPart(entry.core, typed.core) ? "partOfName" : undefined;
}

/** Whether all words of a name are in a longer one: "Okafor" in "Mina Okafor Design". */
function isPart(short: string, long: string): boolean {
  const words = new Set(long.split(" "));
  const parts = short.split(" ");
  return short.length >= PART_LETTERS_MIN && parts.every((word) => words.has(word));
}

/** The one suggestion that can be accepted without choosing: better than all others. */
export function clearlyNearest<Item>(near: readonly NearName<Item>[]): NearName<Item> | undefined {
  const [first, second] = near;
  return first !== undefined && first.reason !== second?.reason ? first : undefined;
}
