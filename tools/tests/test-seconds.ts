import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Path } from "./import-graph.ts";

/**
 * How long each test file took in its last run on this machine. Not committed, because machines differ; the first run
 * estimates.
 */
const RECORD = join(import.meta.dirname, "../../.tmp/test-seconds.json");

const GUESSES: readonly (readonly [RegExp, number])[] = [
  [/^dashboard\/test\/.*\//, 20],
  [/^dashboard\/test\//, 20],
  [/^server\/test\/laws\//, 12],
  [/^server\/test\//, 5],
  [/./, 1],
];

export type SecondsByFile = Readonly<Record<Path, number>>;

export function readSeconds(): (file: Path) => number {
  const record = readRecord();
  return (file) => record[file] ?? GUESSES.find(([pattern]) => pattern.test(file))?.[1] ?? 1;
}

/** Replaces the measurements of files that ran; the others remain. */
export function recordSeconds(seconds: SecondsByFile): void {
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, `${JSON.stringify({ ...readRecord(), ...seconds }, null, 1)}\n`);
}

function readRecord(): SecondsByFile {
  try {
    // Written above.
    return JSON.parse(readFileSync(RECORD, "utf8")) as SecondsByFile;
  } catch {
    return {};
  }
}
