import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Path } from "./import-graph.ts";

/**
 * How long each test file took in its last run on this machine. Not committed, because machines differ; the first run
 * estimates.
 */
const RECORD = join(import.meta.dirname, "../../.tmp/test-seconds.json");

/** The first match counts. The slowest are named, so that the first run does not end with one of them. */
const GUESSES: readonly (readonly [RegExp, number])[] = [
  [/\/(39-fairness|46-rehearsal|as-pasted)\.(slow\.)?test/, 90],
  [/\/(36-every-operation|39-every-job|old-data-folder|09-upgrade|pay-many|every-page)\.(slow\.)?test/, 60],
  [
    /\/(disk-full|01-kill|serve|19-sign-in|20-account-numbers|45-while-everything-runs|26-bounded-work)\.(slow\.)?test/,
    50,
  ],
  [
    /\/(letters-survive-outages|10-webhooks-survive|set-up-a-service|follow-a-payment|the-bank-answers)\.(slow\.)?test/,
    50,
  ],
  [/^dashboard\/test\/(payments|approvals)\//, 36],
  [/^dashboard\/test\//, 26],
  [/^server\/test\/laws\//, 11],
  [/^server\/test\/scenarios\/(service|invoicing|statements)\//, 15],
  [/^server\/test\//, 8],
  [/^(server\/src\/(main|administration|kernel\/pdf)|tools\/(tidy|launcher))\b/, 14],
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
