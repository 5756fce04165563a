import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareBaseline } from "./baseline/baseline.ts";
import type { Bench } from "./figures/bench.ts";
import { measureColdStart } from "./figures/cold-start.ts";
import { measureDashboard } from "./figures/dashboard.ts";
import { measureEndurance } from "./figures/endurance.ts";
import { measureGrowth } from "./figures/growth.ts";
import { measureMixed } from "./figures/mixed.ts";
import { measureSingle } from "./figures/single.ts";
import { measureSpeed } from "./figures/speed.ts";
import { assertOnDisk, machineFacts, REPOSITORY } from "./kit/machine.ts";
import { startCluster } from "./kit/postgres-cluster.ts";
import { type BenchOptions, readOptions, usage } from "./options.ts";
import { markdownOf } from "./report/markdown.ts";
import type { BenchResults } from "./report/results.ts";

/**
 * `npm run bench`: how fast the service is, as ratios to the software below it, all in one run on one machine.
 * It uses a cluster and data folders of its own, touches nothing else, and removes everything at the end.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const options = readOptions(args);
  if (options === "help") return void console.log(usage);
  const startedAt = performance.now();
  const parent = options.workDir ?? tmpdir();
  assertOnDisk(parent);
  const folder = mkdtempSync(join(parent, "bursar-bench-"));
  const cluster = await startCluster(folder);
  let failed = true;
  try {
    const machine = await machineFacts(cluster);
    if (machine.loadBefore > 0.5)
      say(`The machine is busy (load ${machine.loadBefore}): figures will be lower than it can do.`);
    const measured = await measure({ options, folder, cluster, say });
    const command = ["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" ");
    const results: BenchResults = {
      machine,
      command,
      durationSeconds: (performance.now() - startedAt) / 1_000,
      ...measured,
    };
    publish(results, options);
    failed = false;
  } finally {
    await cluster.stop();
    // What failed is left to be looked at: logs of the service and of PostgreSQL.
    if (failed) say(`Logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(bench: Bench): Promise<Partial<BenchResults>> {
  const { parts } = bench.options;
  const baseline =
    parts.has("speed") || parts.has("single") ? await prepareBaseline(bench.cluster, bench.folder) : undefined;
  const results: { -readonly [Name in keyof BenchResults]?: BenchResults[Name] } = {};
  if (parts.has("start")) results.start = await measureColdStart(bench);
  if (baseline && parts.has("speed")) results.speed = await measureSpeed(bench, baseline);
  if (baseline && parts.has("single")) results.single = await measureSingle(bench, baseline);
  await baseline?.assertAllPaid();
  if (parts.has("mixed")) results.mixed = await measureMixed(bench);
  if (parts.has("endurance")) results.endurance = await measureEndurance(bench);
  if (parts.has("dashboard")) results.dashboard = await measureDashboard(bench);
  if (parts.has("growth")) results.growth = await measureGrowth(bench);
  return results;
}

function publish(results: BenchResults, options: BenchOptions): void {
  const text = markdownOf(results);
  const folder = join(REPOSITORY, "bench/results");
  const file = join(folder, `${results.machine.date.slice(0, 16).replaceAll(":", "")}-${results.machine.commit}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\n${text}\nResults: ${file}`);
  if (!options.writeDocs) return;
  const head = `# Benchmarks\n\nMade by \`${results.command}\`; do not edit. Ratios are worth more than rates: both sides of a ratio were measured in turns on one machine.\n\n`;
  writeFileSync(join(REPOSITORY, "docs/benchmarks.md"), head + text);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

await main();
