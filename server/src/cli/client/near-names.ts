import { lettersChanged } from "#kernel/values/edit-distance.ts";

const SUGGESTED_MAX = 3;
const SEARCHES_MAX = 100;
/** A short word inside a longer name is too often a coincidence. */
const PART_LETTERS_MIN = 5;
const LEGAL_FORMS = new Set("co company corp corporation gmbh inc incorporated limited llc llp ltd lp".split(" "));

/** The words of a name that tell it apart, without accents, punctuation, and legal form. */
function coreOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = words.filter((word) => !LEGAL_FORMS.has(word));
  return (telling.length === 0 ? words : telling).join(" ");
}

/**
 * Finds at most three names that may be meant by one that nobody has, best first. Only for the first mistakes: comparing
 * every row of a long file with every name would take minutes.
 */
export function suggestionsFrom(names: readonly string[]): (typed: string) => readonly string[] {
  let left = SEARCHES_MAX;
  const cores = [...new Set(names)].map((name) => ({ name, core: coreOf(name) }));
  return (typed) => {
    const core = coreOf(typed);
    if (core === "" || left <= 0) return [];
    left -= 1;
    return cores
      .flatMap((candidate) => {
        const distance = distanceOf(core, candidate.core);
        return distance === undefined ? [] : [{ name: candidate.name, distance }];
      })
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, SUGGESTED_MAX)
      .map(({ name }) => name);
  };
}

/** Mistyped letters; more than any of them if one name has all words of the other. */
function distanceOf(a: string, b: string): number | undefined {
  const shorter = Math.min(a.length, b.length);
  const allowed = shorter < 4 ? 0 : shorter < 8 ? 1 : shorter < 14 ? 2 : 3;
  const changed = lettersChanged(a, b, allowed);
  if (changed !== undefined) return changed;
  return isPart(a, b) || isPart(b, a) ? allowed + 1 : undefined;
}

function isPart(short: string, long: string): boolean {
  const words = new Set(long.split(" "));
  return short.length >= PART_LETTERS_MIN && short.split(" ").every((word) => words.has(word));
}
