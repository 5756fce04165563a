import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareBaseline } from "./baseline/baseline.ts";
import type { Bench } from "./figures/bench.ts";
import { measureColdStart } from "./figures/cold-start.ts";
import { measureDashboard } from "./figures/dashboard.ts";
import { measureEndurance } from "./figures/endurance.ts";
import { measureGrowth } from "./figures/growth.ts";
import { measureLife } from "./figures/life.ts";
import { measureLists } from "./figures/lists.ts";
import { measureMixed } from "./figures/mixed.ts";
import { measureRails } from "./figures/rails.ts";
import { measureSingle } from "./figures/single.ts";
import { measureSpeed } from "./figures/speed.ts";
import { measureStatements } from "./figures/statements.ts";
import { measureTopologies } from "./figures/topologies.ts";
import { measureTraces } from "./figures/traces.ts";
import { useGivenCluster } from "./kit/given-cluster.ts";
import { assertOnDisk, machineFacts, REPOSITORY } from "./kit/machine.ts";
import { startCluster } from "./kit/postgres-cluster.ts";
import { type BenchOptions, type Part, parts, readOptions, usage } from "./options.ts";
import { measurePeers } from "./peers/peers.ts";
import { markdownOf } from "./report/markdown.ts";
import type { BenchResults } from "./report/results.ts";

/**
 * `npm run bench`: the speed of the service as ratios to the software below it, in one run on one machine. Uses its own
 * cluster and data folders, and removes them at the end.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options === "help") return void console.log(usage);
  const startedAt = performance.now();
  const parent = options.workDir ?? tmpdir();
  if (options.databaseUrl === undefined) assertOnDisk(parent);
  const folder = mkdtempSync(join(parent, "bursar-bench-"));
  const cluster = await (options.databaseUrl === undefined
    ? startCluster(folder)
    : useGivenCluster(options.databaseUrl));
  let isComplete = false;
  try {
    const machine = await machineFacts(cluster);
    if (machine.loadBefore > 0.5) say(`The machine is busy (load ${machine.loadBefore}): figures will be too low.`);
    const { figures, failed } = await measure({ options, folder, cluster, say });
    // A URL may contain a password.
    const shown = args.map((argument) => argument.replace(/\bpostgres(ql)?:\/\/\S+/, "postgres://…"));
    const command = ["npm run bench", ...(shown.length > 0 ? ["--", ...shown] : [])].join(" ");
    const results: BenchResults = {
      machine,
      command,
      durationSeconds: (performance.now() - startedAt) / 1_000,
      ...figures,
    };
    if (Object.keys(figures).length > 0) publish(results, options);
    isComplete = failed.length === 0;
    if (!isComplete) process.exitCode = 1;
  } finally {
    await cluster.stop();
    // After a failure, the logs of the service and PostgreSQL are kept.
    if (isComplete) rmSync(folder, { recursive: true, force: true });
    else say(`Logs are in ${folder}`);
  }
}

type Figures = { -readonly [Name in Part]?: NonNullable<BenchResults[Name]> };

/** The parts in order. One that fails is reported, and the others keep their figures. */
async function measure(bench: Bench): Promise<{ readonly figures: Figures; readonly failed: readonly Part[] }> {
  const selected = bench.options.parts;
  const baseline =
    selected.has("speed") || selected.has("single") ? await prepareBaseline(bench.cluster, bench.folder) : undefined;
  const figures: Figures = {};
  const failed: Part[] = [];
  async function part<Name extends Part>(name: Name, measurePart: () => Promise<NonNullable<Figures[Name]>>) {
    if (!selected.has(name)) return;
    try {
      figures[name] = await measurePart();
    } catch (error) {
      console.error(`${name} failed:`, error);
      failed.push(name);
    }
  }
  await part("start", () => measureColdStart(bench));
  if (baseline) {
    await part("speed", () => measureSpeed(bench, baseline));
    await part("single", () => measureSingle(bench, baseline));
    await baseline.assertAllPaid();
  }
  await part("mixed", () => measureMixed(bench));
  await part("endurance", () => measureEndurance(bench));
  await part("dashboard", () => measureDashboard(bench));
  await part("statements", () => measureStatements(bench));
  await part("lists", () => measureLists(bench));
  await part("rails", () => measureRails(bench));
  await part("life", () => measureLife(bench));
  await part("topologies", () => measureTopologies(bench));
  await part("traces", () => measureTraces(bench));
  await part("growth", () => measureGrowth(bench));
  await part("peers", () => measurePeers(bench));
  return { figures, failed };
}

function publish(results: BenchResults, options: BenchOptions): void {
  const folder = join(REPOSITORY, "bench/results");
  const file = join(folder, `${results.machine.date.slice(0, 16).replaceAll(":", "")}-${results.machine.commit}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\n${markdownOf([results])}\nResults: ${file}`);
  if (!options.writeDocs) return;
  const runs = latestRuns(folder);
  const head =
    "# Benchmarks\n\nGenerated by `npm run bench -- --write-docs` from the last run of each part; do not edit. Ratios are more reliable than rates: both sides of a ratio were measured in turns on one machine.\n\n";
  writeFileSync(join(REPOSITORY, "docs/develop/benchmarks.md"), head + markdownOf(runs));
}

/** The last runs of the parts, the oldest first; removes the files of runs that later ones replace. */
function latestRuns(folder: string): BenchResults[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const measured = new Set<string>();
  const latest: BenchResults[] = [];
  for (const name of files.sort().reverse()) {
    // Written by an earlier run with this type.
    const run = JSON.parse(readFileSync(join(folder, name), "utf8")) as BenchResults;
    const missing = parts.filter((part) => part in run && !measured.has(part));
    for (const part of missing) measured.add(part);
    if (missing.length > 0) latest.unshift(run);
    else rmSync(join(folder, name));
  }
  return latest;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await main();
