import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Coverage } from "./coverage.ts";

/** What one command ran, as it was measured. */
export interface ReportedRun {
  readonly commit: string;
  readonly date: string;
  readonly command: string;
  readonly seeds: string;
  readonly failedSeeds: readonly number[];
  readonly days: number;
  readonly payments: number;
  readonly steps: number;
  readonly minutes: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly reached: number;
  readonly expected: number;
  readonly neverReached: readonly string[];
  /** How many seeds each planted bug took; 0 if it was not found. */
  readonly planted?: Readonly<Record<string, number>>;
}

/** What `npm run mutate -- --report` found: how many small changes of the code the tests of laws notice. */
export interface MeasuredMutants {
  readonly commit: string;
  readonly command: string;
  readonly areas: Readonly<
    Record<string, { readonly tried: number; readonly byLaws: number; readonly byOthers: number }>
  >;
  readonly unnoticed: readonly Unnoticed[];
}
export interface Unnoticed {
  /** The path from the repository's root, and the line. */
  readonly place: string;
  readonly change: string;
  /** Why no test notices it, or what notices it instead; written by hand. */
  readonly reason: string;
}

const REPOSITORY = join(import.meta.dirname, "../../..");
const RUNS = join(import.meta.dirname, "runs.json");
const MUTANTS = join(REPOSITORY, "tools/mutate/measured.json");
const PAGE = join(REPOSITORY, "docs/trust.md");
const LAWS = join(REPOSITORY, "docs/develop/laws.md");

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: REPOSITORY, encoding: "utf8" }).trim();

/** The commit that runs; marked if files differ from it. */
export const commitNow = (): string =>
  `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--", "server", "packages") === "" ? "" : " with changes"}`;

/** A run of this commit, of which nothing has been measured yet. */
export const emptyRun = (): ReportedRun => ({
  commit: commitNow(),
  date: new Date().toISOString().slice(0, 10),
  command: "",
  seeds: "",
  failedSeeds: [],
  days: 0,
  payments: 0,
  steps: 0,
  minutes: 0,
  faults: {},
  reached: 0,
  expected: 0,
  neverReached: [],
});

/** Faults that struck, by kind. */
export function faultsIn(coverage: Coverage): Readonly<Record<string, number>> {
  const faults = new Map<string, number>();
  const add = (kind: string, count: number) => faults.set(kind, (faults.get(kind) ?? 0) + count);
  for (const [what, count] of coverage.counts()) {
    const fault = /^struck: .*, (\w+) at/.exec(what)?.[1];
    if (fault !== undefined) add(namesOfFaults[fault] ?? fault, count);
    else if (what.endsWith("answer lost")) add("HTTP answers lost", count);
    else if (/^bank file: (?!whole)/.test(what)) add(`bank files ${what.slice(11)}`, count);
    else if (what.startsWith("webhook: ")) add(`webhooks: ${what.slice(9)}`, count);
    else if (what.startsWith("disks: ")) add(`hours in which disks or folders were ${what.slice(7)}`, count);
    else if (/^storage: .* failed$/.test(what)) add(`object store: ${what.slice(9)}`, count);
    else if (what.startsWith("key rotation: ")) add(`key rotations ${what.slice(14)}`, count);
  }
  return Object.fromEntries([...faults].sort(([left], [right]) => (left < right ? -1 : 1)));
}

const namesOfFaults: Readonly<Record<string, string>> = {
  cut: "connections cut before a statement or commit",
  loseAnswer: "answers of PostgreSQL lost after it",
  die: "processes dead before it",
  dieAfter: "processes dead after it",
};

/** Adds a run, and writes the page from all runs. */
export function report(run: ReportedRun): void {
  const runs = [...readRuns(), run];
  writeFileSync(RUNS, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(PAGE, trustPage());
}

/** Adds what was found about small changes, and writes the page. */
export function reportMutants(measured: MeasuredMutants): void {
  writeFileSync(MUTANTS, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(PAGE, trustPage());
}

const readRuns = (): readonly ReportedRun[] =>
  // Written by this file.
  existsSync(RUNS) ? (JSON.parse(readFileSync(RUNS, "utf8")) as ReportedRun[]) : [];

/** docs/trust.md, from everything that was reported. */
export function trustPage(): string {
  const runs = readRuns();
  const simulated = runs.filter(({ planted }) => planted === undefined);
  const sum = (of: (run: ReportedRun) => number): number => simulated.reduce((total, run) => total + of(run), 0);
  const laws = new Set([...readFileSync(LAWS, "utf8").matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number));
  const bugs = runs.findLast(({ planted }) => planted !== undefined);
  // Earlier runs did not know all of the situations that are expected now.
  const never = simulated.at(-1)?.neverReached ?? [];
  return `# What is proven, and how to repeat it

Generated from the runs listed below (\`npm run simulate -- --report\`, \`npm run mutate -- --report\`); do not edit. Every figure was measured by one of these runs.

The service's ${laws.size} laws are in [laws.md](develop/laws.md), each with the tests that attack it; \`npm test -- --long\` runs all of their cases. This page is about law 7, the whole service in one process, with everything failing at once, from a seed; and about the laws themselves: what they do not notice.

## Runs

| Commit | Command | Seeds | Days | Payments and requests | Steps | Minutes | Days an hour | Failed |
|---|---|---|---|---|---|---|---|---|
${simulated.map(rowOf).join("\n")}

Together ${sum(({ days }) => days)} simulated banking days and ${sum(({ payments }) => payments)} payments and requests in ${(sum(({ minutes }) => minutes) / 60).toFixed(1)} hours. Days include those at the end of each seed, in which faults have stopped and everything arrives. The machine had two processors and other work.

## Faults

| Fault | How often |
|---|---|
${rowsOfFaults(simulated)}

## Bugs of the service

${simulated.every(({ failedSeeds }) => failedSeeds.length === 0) ? "These runs found none." : "The seeds that failed are in the table."}

## Planted bugs

${bugs === undefined ? "Not run yet." : plantedRows(bugs)}

## What the last run never reached

${simulated.length === 0 ? "No run yet." : never.length === 0 ? "Every situation that the list of expected ones names was reached." : never.map((what) => `- ${what}`).join("\n")}

${existsSync(MUTANTS) ? mutantsOf(JSON.parse(readFileSync(MUTANTS, "utf8")) as MeasuredMutants) : ""}## What is not simulated

- Interleavings of two processes inside a step: a step runs to its end, or to the death of its process. Races are attacked by laws 3, 5, 16, 39, and 45.
- Upgrades, restored backups, and failovers in the middle of a run: laws 9 and 40.
- International wires, positive-pay decisions, corrections of statements that add up, payments that people match with invoices, treasury, screening, single sign-on, and the dashboard: their own laws.
- Deaths during a sign-in: the processes of a simulation share the turns in which passwords are hashed.
- Slow disks and networks: a step takes no time, so that slowness could only change the order in which it ends. PostgreSQL's own disk: laws 32 and 39.
- Time inside PostgreSQL: rate limits and sessions of the database use its clock.

## Repeat a run

<!-- not run: the test of law 7 runs seeds in the same way -->
\`\`\`sh
npm ci
npm run simulate -- --seed 1 --days 1
\`\`\`

The last line of a seed has the start of the trace's hash, which is the same each time for the same commit and command. A failure prints the laws that do not hold, the command that repeats it, a shorter run that has it, and what happened to the payment.
`;
}

const rowOf = (run: ReportedRun): string =>
  `| ${run.commit} | \`${run.command}\` | ${run.seeds} | ${run.days} | ${run.payments} | ${run.steps} | ${run.minutes.toFixed(1)} | ${Math.round((run.days / run.minutes) * 60)} | ${run.failedSeeds.length === 0 ? "none" : run.failedSeeds.join(", ")} |`;

function rowsOfFaults(runs: readonly ReportedRun[]): string {
  const kinds = [...new Set(runs.flatMap(({ faults }) => Object.keys(faults)))].sort();
  return kinds
    .map((kind) => `| ${kind} | ${runs.reduce((total, { faults }) => total + (faults[kind] ?? 0), 0)} |`)
    .join("\n");
}

const mutantsOf = ({
  commit,
  command,
  areas,
  unnoticed,
}: MeasuredMutants): string => `## Small changes of the code that moves money

At ${commit}, by \`${command}\`: single changes, such as \`>=\` for \`>\`, chosen by a seed, and how many of them a test of a law noticed, or another test.

| Area | Tried | Noticed by laws | Only by other tests |
|---|---|---|---|
${Object.entries(areas)
  .map(([area, { tried, byLaws, byOthers }]) => `| ${area} | ${tried} | ${byLaws} | ${byOthers} |`)
  .join("\n")}

Not noticed by these tests. Slow ones (\`*.slow.test.ts\`) did not decide; where one was tried afterward and noticed, it is named:

${unnoticed.map(({ place, change, reason }) => `- \`${place}\`, \`${change}\`: ${reason || "no reason yet"}`).join("\n")}

`;

const plantedRows = ({ planted = {}, commit, command }: ReportedRun): string =>
  `At ${commit}, by \`${command}\`. Seeds until each was found, and for what it is:

| Bug | Seeds |
|---|---|
${Object.entries(planted)
  .map(([name, seeds]) => `| ${name} | ${seeds === 0 ? "not found" : seeds} |`)
  .join("\n")}`;
