import { type Separator, separatorNames } from "../file-table.ts";
import { recordsIn } from "./delimited.ts";

const SAMPLE_CHARACTERS = 100_000;
const SAMPLE_RECORDS = 200;
/** Decimal commas make every row of amounts look separated by commas. */
const COMMA_WEIGHT = 0.9;

// The keys of separatorNames.
const separators = Object.keys(separatorNames) as Separator[];

/** Excel writes `sep=;` into the first line of some files. */
export const statedSeparator = (text: string): Separator | undefined =>
  /^sep=[,;\t|]\r?$/i.test(firstLineOf(text)) ? separators.find((sign) => text.slice(4, 5) === sign) : undefined;

const firstLineOf = (text: string): string => {
  const end = text.slice(0, 10).indexOf("\n");
  return end === -1 ? "" : text.slice(0, end);
};

/** The separator with which most records have the same number of columns, at least two. */
export function detectSeparator(text: string): Separator {
  const stated = statedSeparator(text);
  if (stated !== undefined) return stated;
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const scores = separators.map((separator) => ({ separator, score: scoreOf(sample, separator) }));
  const [best] = scores.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? "," : best.separator;
}

function scoreOf(sample: string, separator: Separator): number {
  const counts = columnCounts(sample, separator);
  const occurrences = new Map<number, number>();
  for (const count of counts) if (count > 1) occurrences.set(count, (occurrences.get(count) ?? 0) + 1);
  const [usual] = [...occurrences].toSorted(([, times], [, other]) => other - times);
  if (usual === undefined) return 0;
  const [columns, records] = usual;
  return (records / counts.length) * (1 - 1 / (columns + 1)) * (separator === "," ? COMMA_WEIGHT : 1);
}

function columnCounts(sample: string, separator: Separator): readonly number[] {
  const counts: number[] = [];
  try {
    for (const { cells } of recordsIn(sample, separator)) {
      counts.push(cells.length);
      if (counts.length === SAMPLE_RECORDS) break;
    }
  } catch {
    // The sample may end inside quotes; what was read before counts.
  }
  return counts;
}
