import { editDistance } from "./edit-distance.ts";
import { coreName, plainName } from "./name-form.ts";

/** Why a name is suggested, best first. */
const reasons = ["spelling", "legalForm", "typo", "partOfName"] as const;
export type NearReason = (typeof reasons)[number];

export interface NearName<One> {
  readonly one: One;
  readonly reason: NearReason;
}

/** Names prepared for searching. */
export interface NameIndex<One> {
  readonly entries: readonly Entry<One>[];
  readonly byTrigram: ReadonlyMap<string, readonly number[]>;
}
interface Entry<One> {
  readonly one: One;
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
export function indexNames<One>(all: readonly One[], namesOf: (one: One) => readonly string[]): NameIndex<One> {
  const entries: Entry<One>[] = [];
  const byTrigram = new Map<string, number[]>();
  for (const one of all)
    for (const name of namesOf(one)) {
      const entry = { one, plain: plainName(name), core: coreName(name) };
      for (const trigram of trigramsOf(entry.core)) {
        const known = byTrigram.get(trigram);
        if (known === undefined) byTrigram.set(trigram, [entries.length]);
        else known.push(entries.length);
      }
      entries.push(entry);
    }
  return { entries, byTrigram };
}

/** At most three names that may be meant, best first. The time is bounded by the number of candidates compared. */
export function nearNames<One>(name: string, index: NameIndex<One>): readonly NearName<One>[] {
  const wanted = { plain: plainName(name), core: coreName(name) };
  if (wanted.core === "") return [];
  const found = new Map<One, NearReason>();
  for (const entry of candidatesOf(wanted.core, index)) {
    const reason = reasonOf(wanted, entry);
    const before = found.get(entry.one);
    if (reason !== undefined && (before === undefined || reasons.indexOf(reason) < reasons.indexOf(before)))
      found.set(entry.one, reason);
  }
  return [...found]
    .map(([one, reason]) => ({ one, reason }))
    .toSorted((one, other) => reasons.indexOf(one.reason) - reasons.indexOf(other.reason))
    .slice(0, SUGGESTED_MAX);
}

/** The entries that share most trigrams with a name. */
function candidatesOf<One>(core: string, { entries, byTrigram }: NameIndex<One>): readonly Entry<One>[] {
  const shared = new Map<number, number>();
  for (const trigram of trigramsOf(core)) {
    const those = byTrigram.get(trigram) ?? [];
    if (those.length > COMMON) continue;
    for (const position of those) shared.set(position, (shared.get(position) ?? 0) + 1);
  }
  return [...shared]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, CANDIDATES_MAX)
    .flatMap(([position]) => entries[position] ?? []);
}

function reasonOf(wanted: Pick<Entry<unknown>, "plain" | "core">, entry: Entry<unknown>): NearReason | undefined {
  if (wanted.plain === entry.plain) return "spelling";
  if (wanted.core === entry.core) return "legalForm";
  if (wanted.core.replaceAll(" ", "") === entry.core.replaceAll(" ", "")) return "spelling";
  const shorter = Math.min(wanted.core.length, entry.core.length);
  const allowed = shorter < 4 ? 0 : shorter < 8 ? 1 : shorter < 14 ? 2 : 3;
  if (editDistance(wanted.core, entry.core, allowed) !== undefined) return "typo";
  return isPart(wanted.core, entry.core) || isPart(entry.core, wanted.core) ? "partOfName" : undefined;
}

/** Whether all words of a name are in a longer one: "Okafor" in "Mina Okafor Design". */
function isPart(short: string, long: string): boolean {
  const words = new Set(long.split(" "));
  const wanted = short.split(" ");
  return short.length >= PART_LETTERS_MIN && wanted.every((word) => words.has(word));
}

/** The one suggestion that can be accepted without choosing: better than all others. */
export function clearlyNearest<One>(near: readonly NearName<One>[]): NearName<One> | undefined {
  const [first, second] = near;
  return first !== undefined && first.reason !== second?.reason ? first : undefined;
}
