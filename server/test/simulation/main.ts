import { folderInMemory } from "../../../tools/tests/memory-folder.ts";
import { simulateApart } from "./apart.ts";
import { Coverage } from "./coverage.ts";
import { findPlanted } from "./find-planted.ts";
import { commandOf, mixOf, type RunOptions, readOptions, usage } from "./options.ts";
import { plantedBugs } from "./planted.ts";
import { emptyRun, faultsIn, report } from "./report.ts";
import { shrink } from "./shrink.ts";
import type { SimulationOptions, SimulationResult } from "./simulation.ts";

const PLANTED_SEEDS_MAX = 20;

/** `npm run simulate`: days of the whole service from a seed, with faults (law 7, ADR 0134). */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    say(usage);
    return 0;
  }
  if (options.isOfPlanted) return lookForPlanted(options);
  const coverage = new Coverage();
  const startedAt = process.hrtime.bigint();
  const seconds = (): number => Number(process.hrtime.bigint() - startedAt) / 1e9;
  const isOver = (started: number): boolean =>
    options.hours === undefined ? started >= options.seeds : seconds() > options.hours * 3_600;
  const failed: number[] = [];
  let [started, days, payments, steps] = [0, 0, 0, 0];
  const runSeeds = async (): Promise<void> => {
    while (!isOver(started)) {
      const seed = options.seed + started;
      started += 1;
      const run: SimulationOptions = {
        seed,
        days: options.days,
        mix: mixOf(options, seed),
        ...(options.stepsMax === undefined ? {} : { stepsMax: options.stepsMax }),
        ...(options.isQuiet || options.jobs > 1 ? {} : { onLine: say }),
      };
      const result = await simulateApart(run);
      // Lines of seeds that run side by side are not mixed.
      if (!options.isQuiet && options.jobs > 1) for (const line of result.lines) say(line);
      coverage.add(result.reached);
      days += result.daysPassed;
      payments += result.payments;
      steps += result.steps;
      const outcome = result.violations.length === 0 ? "every law held" : "FAILED";
      say(
        `seed ${seed}: ${result.daysPassed} days, ${result.steps} steps, ${result.payments} payments and requests, ${result.seconds.toFixed(1)} s, trace ${result.hash.slice(0, 16)}: ${outcome}`,
      );
      if (result.violations.length > 0) {
        failed.push(seed);
        await explain(options, run, result);
      }
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, runSeeds));
  failed.sort((left, right) => left - right);
  const hours = seconds() / 3_600;
  say(
    `${started} seeds, ${days} days, ${payments} payments and requests in ${(hours * 60).toFixed(1)} minutes: ${(days / hours).toFixed(0)} simulated days an hour; ${failed.length} failed`,
  );
  say(`reached ${coverage.reached()} of ${coverage.expected()} expected situations`);
  for (const [what, count] of coverage.counts()) say(`  ${count} × ${what}`);
  for (const what of coverage.neverReached()) say(`  never: ${what}`);
  if (options.reports)
    report({
      ...emptyRun(),
      command: `npm run simulate -- ${process.argv
        .slice(2)
        .filter((argument) => argument !== "--report" && argument !== "--quiet")
        .join(" ")}`,
      seeds: started === 1 ? `${options.seed}` : `${options.seed} to ${options.seed + started - 1}`,
      failedSeeds: failed,
      days,
      payments,
      steps,
      minutes: hours * 60,
      faults: faultsIn(coverage),
      reached: coverage.reached(),
      expected: coverage.expected(),
      neverReached: coverage.neverReached(),
    });
  return failed.length === 0 ? 0 : 1;
}

/** How many seeds it takes to find each planted bug. */
async function lookForPlanted({ reports }: RunOptions): Promise<number> {
  const startedAt = process.hrtime.bigint();
  const planted: Record<string, number> = {};
  for (const bug of plantedBugs) {
    const { seeds, violation } = await findPlanted(bug, PLANTED_SEEDS_MAX);
    planted[bug.name] = seeds ?? 0;
    say(
      `${bug.name}: ${seeds === undefined ? "not found" : `seed ${seeds}: ${violation?.law}: ${violation?.details}`}`,
    );
  }
  const minutes = Number(process.hrtime.bigint() - startedAt) / 6e10;
  if (reports) report({ ...emptyRun(), command: "npm run simulate -- --planted", minutes, planted });
  return Object.values(planted).includes(0) ? 1 : 0;
}

/** The failure, the shortest run that has it, and what happened to the payment in it. */
async function explain(options: RunOptions, run: SimulationOptions, found: SimulationResult): Promise<void> {
  for (const { law, about, details } of found.violations.slice(0, 10)) say(`  ${law}: ${about}: ${details}`);
  say(`Repeat it: ${commandOf(options, { seed: run.seed })}`);
  const { steps, without, result } = options.shrinks
    ? await shrink(run, found, say)
    : { steps: found.steps, without: [], result: found };
  const [first] = result.violations;
  say(`The shortest run that was found: ${commandOf(options, { seed: run.seed, steps, without })}`);
  say(`  ${first?.law}: ${first?.about}: ${first?.details}`);
  const name = new RegExp(`\\b${first?.about}\\b(?! \\d)`);
  for (const line of result.lines.filter((each) => name.test(each))) say(`  ${line}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const inMemory = folderInMemory();
if (inMemory !== undefined) process.env["TMPDIR"] = inMemory.path;
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof TypeError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 2;
} finally {
  inMemory?.remove();
}
// What dead processes left waits forever.
process.exit();
