import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { QUICK_SETTINGS, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { SERVER_VARIABLES } from "../../server/test/kit/databases/test-server.ts";
import { seeded } from "../../server/test/kit/faults/random.ts";
import { commitNow, type MeasuredMutants, reportMutants } from "../../server/test/simulation/report.ts";
import { readSeconds } from "../tests/test-seconds.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

// npm run mutate: do the tests of the laws notice when the code that moves money is wrong? Each mutant is one small change
// of one file, such as >= for > or a statement left out, which the tests that reach it must not survive.
//
//   npm run mutate                            20 changes of each area, chosen by the seed 1
//   npm run mutate -- --each 50 --seed 7      others, and more
//   npm run mutate -- --area ledger           of one area
//   npm run mutate -- --only PATH:KIND        of one file, and of a kind that contains the text: to repeat one
//   npm run mutate -- --report                writes what it found to docs/trust.md
//   npm run mutate -- --others                what no law notices is tried with the service's other tests
//   npm run mutate -- --slow                  slow tests may decide, too (*.slow.test.ts)
//
// The first run records which tests reach which lines, which takes about as long as the laws do.

const ROOT = join(import.meta.dirname, "../..");
const RESULTS = join(ROOT, ".tmp/mutate");
/** What moves money, and what vouches for it. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  ledger: ["server/src/modules/1-records/ledger"],
  payments: ["server/src/modules/4-payments/payments"],
  approvals: ["server/src/modules/4-payments/approvals"],
  "file-rails": ["server/src/modules/3-bank/file-rails"],
  proofs: ["server/src/kernel/proofs", "server/src/kernel/sql/proven-table.ts"],
};
/** A test whose file takes this much longer than usual waits for what never comes, which is noticed, too. */
const SLOWER = 6;
const LEAST_LIMIT_MS = 120_000;
/** Of tests that are tried before a mutant counts as unnoticed, by what they usually take. At least one is tried. */
const TRIED_SECONDS = 240;

/** What no test can notice, because nothing changes. */
interface Harmless {
  readonly path: string;
  /** A part of the changed line. */
  readonly line: string;
  /** A part of the kind of change. */
  readonly kind: string;
  readonly why: string;
}
const HARMLESS: readonly Harmless[] = [
  {
    path: "server/src/modules/1-records/ledger/check/check.ts",
    line: "if (ledgerAccountId === undefined) continue;",
    kind: "→ false",
    why: "postings have two sides in one row, so they cannot sum to anything but zero",
  },
];

/** What tests reach is recorded for one state of the code: positions change with it. */
const REACHED = join(RESULTS, digestOf(filesOf(Object.values(AREAS).flat())));

const { values: options } = parseArgs({
  options: {
    each: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    area: { type: "string" },
    only: { type: "string" },
    slow: { type: "boolean", default: false },
    others: { type: "boolean", default: false },
    report: { type: "boolean", default: false },
  },
});

/** The files that the table of laws names. */
function testsOfLaws(): readonly string[] {
  const named = [...readFileSync(join(ROOT, "docs/develop/laws.md"), "utf8").matchAll(/`([\w./-]+\.test\.ts)`/g)].map(
    ([, path = ""]) => path,
  );
  const all = globSync("{server,packages,tools}/**/*.test.ts", {
    cwd: ROOT,
    exclude: (path) => path.includes("node_modules"),
  });
  const names = new Set(named.map((path) => basename(path)));
  return all.filter((path) => names.has(basename(path)) && isQuickEnough(path)).sort();
}

/** The service's other tests: scenarios, and those of single modules. */
function otherTests(laws: readonly string[]): readonly string[] {
  const all = globSync("server/{src,test}/**/*.test.ts", { cwd: ROOT });
  return all.filter((path) => !laws.includes(path) && isQuickEnough(path)).sort();
}

const isQuickEnough = (path: string): boolean => options.slow || !/\.slow\.test\.ts$/.test(path);

const secondsOf = readSeconds();

interface Run {
  readonly url: string;
  readonly mutant?: Mutant;
  readonly coverage?: string;
}

/** Whether the file's tests pass. */
function passes(test: string, { url, mutant, coverage }: Run): Promise<boolean> {
  const preload = pathToFileURL(join(import.meta.dirname, "load-mutant.mjs")).href;
  const tests = spawn(process.execPath, ["--test", "--test-isolation=none", test], {
    cwd: ROOT,
    stdio: "ignore",
    detached: true,
    env: {
      ...process.env,
      [SERVER_VARIABLES.url]: url,
      ...(coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage }),
      ...(mutant === undefined
        ? {}
        : {
            NODE_OPTIONS: `--import=${preload}`,
            BURSAR_MUTANT: JSON.stringify({ ...mutant, path: join(ROOT, mutant.path) }),
          }),
    },
  });
  const limit = setTimeout(() => endGroup(tests), Math.max(LEAST_LIMIT_MS, secondsOf(test) * SLOWER * 1_000));
  return new Promise((resolve, reject) => {
    tests.on("error", reject);
    tests.on("exit", (code) => {
      clearTimeout(limit);
      endGroup(tests);
      resolve(code === 0);
    });
  });
}

/** With the processes that it has started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // They have ended.
  }
}

/** Parts of a file's text that ran, or did not; a part within another one decides about itself. */
interface Part {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
type Reached = Readonly<Record<string, readonly (readonly Part[])[]>>;

interface V8Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Part[] }[];
  }[];
}

const isOfAreas = (path: string): boolean =>
  Object.values(AREAS)
    .flat()
    .some((area) => path.startsWith(area));

/** What each process of a test ran, of the files that are changed. */
function readCoverage(folder: string): Reached {
  const reached: Record<string, (readonly Part[])[]> = {};
  for (const name of readdirSync(folder)) {
    // Node.js writes it.
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as V8Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith("file:")) continue;
      const path = fileURLToPath(url).slice(ROOT.length + 1);
      if (!isOfAreas(path)) continue;
      reached[path] = [...(reached[path] ?? []), functions.flatMap(({ ranges }) => ranges)];
    }
  }
  return reached;
}

/** Runs a test once unchanged, unless that was done. Undefined if it fails. */
async function reachedBy(test: string, url: string): Promise<Reached | undefined> {
  const record = join(REACHED, `${test.replaceAll("/", "+")}.json`);
  // Written below.
  if (existsSync(record)) return JSON.parse(readFileSync(record, "utf8")) as Reached;
  const folder = mkdtempSync(join(tmpdir(), "bursar-coverage-"));
  try {
    if (!(await passes(test, { url, coverage: folder }))) return undefined;
    const reached = readCoverage(folder);
    mkdirSync(REACHED, { recursive: true });
    writeFileSync(record, JSON.stringify(reached));
    return reached;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the smallest part around the change ran in one of the processes. */
const reaches = (reached: Reached, { path, start, end }: Mutant): boolean =>
  (reached[path] ?? []).some((parts) => {
    const around = parts.filter(({ startOffset, endOffset }) => startOffset <= start && end <= endOffset);
    const smallest = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
    return smallest !== undefined && smallest.count > 0;
  });

function filesOf(area: readonly string[]): readonly string[] {
  const files = area.flatMap((place) =>
    place.endsWith(".ts") ? [place] : globSync(`${place}/**/*.ts`, { cwd: ROOT }).sort(),
  );
  return files.filter((path) => !/\.(?:test|testkit)\.ts$/.test(path));
}

function digestOf(files: readonly string[]): string {
  const digest = createHash("sha256");
  for (const path of files) digest.update(path).update(readFileSync(join(ROOT, path)));
  return digest.digest("hex").slice(0, 16);
}

function choose(area: string): readonly Mutant[] {
  const all = filesOf(AREAS[area] ?? [])
    .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), "utf8")))
    .filter((mutant) => !isHarmless(mutant));
  const { only } = options;
  if (only !== undefined) {
    const [path = "", kind = ""] = only.split(":");
    return all.filter((mutant) => mutant.path.endsWith(path) && mutant.kind.includes(kind));
  }
  const random = seeded(Number(options.seed));
  const shuffled = all.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at);
  return shuffled.slice(0, Number(options.each)).map(({ mutant }) => mutant);
}

interface Outcome {
  readonly area: string;
  readonly mutant: Mutant;
  /** The test that failed. */
  readonly noticedBy?: string;
  readonly isNoticedByLaw: boolean;
  readonly reachedBy: number;
}

async function firstToFail(tests: readonly string[], run: Run): Promise<string | undefined> {
  let triedSeconds = 0;
  for (const test of tests) {
    if (triedSeconds > TRIED_SECONDS) return undefined;
    if (!(await passes(test, run))) return test;
    triedSeconds += secondsOf(test);
  }
  return undefined;
}

/** Counted from 1, with its text. */
function lineOf({ path, start }: Mutant): { readonly number: number; readonly text: string } {
  const source = readFileSync(join(ROOT, path), "utf8");
  const number = source.slice(0, start).split("\n").length;
  return { number, text: source.split("\n")[number - 1] ?? "" };
}

const placeOf = (mutant: Mutant): string => `${mutant.path}:${lineOf(mutant).number}`;
const changeOf = ({ kind }: Mutant): string => kind.replaceAll(/\s+/g, " ");

const isHarmless = (mutant: Mutant): boolean =>
  HARMLESS.some(
    ({ path, line, kind }) => path === mutant.path && lineOf(mutant).text.includes(line) && mutant.kind.includes(kind),
  );

async function main(): Promise<void> {
  const server = await startPostgresServer({ settings: { ...QUICK_SETTINGS, max_wal_size: "512MB" } });
  try {
    const laws = testsOfLaws();
    const tests = [...laws, ...(options.others ? otherTests(laws) : [])];
    const reached = new Map<string, Reached>();
    await eachOf(tests, async (test) => {
      const found = await reachedBy(test, server.url);
      if (found === undefined) process.stdout.write(`left out, because it fails unchanged: ${test}\n`);
      else reached.set(test, found);
    });
    const areas = Object.keys(AREAS).filter((area) => options.area === undefined || area === options.area);
    const outcomes: Outcome[] = [];
    const chosen = areas.flatMap((area) => choose(area).map((mutant) => ({ area, mutant })));
    await eachOf(chosen, async ({ area, mutant }) => {
      const able = [...reached]
        .filter(([, parts]) => reaches(parts, mutant))
        .map(([test]) => test)
        .toSorted((a, b) => secondsOf(a) - secondsOf(b));
      const run = { url: server.url, mutant };
      const byLaw = await firstToFail(
        able.filter((test) => laws.includes(test)),
        run,
      );
      const noticedBy =
        byLaw ??
        (await firstToFail(
          able.filter((test) => !laws.includes(test)),
          run,
        ));
      const isNoticedByLaw = byLaw !== undefined;
      const noticed = noticedBy === undefined ? {} : { noticedBy };
      outcomes.push({ area, mutant, reachedBy: able.length, isNoticedByLaw, ...noticed });
      const end = noticedBy === undefined ? `UNNOTICED, reached by ${able.length} tests` : basename(noticedBy);
      process.stdout.write(`${placeOf(mutant)} ${changeOf(mutant)}  ${end}\n`);
    });
    conclude(areas, outcomes);
  } finally {
    server.stop();
  }
}

function conclude(areas: readonly string[], outcomes: readonly Outcome[]): void {
  const measured: Record<string, MeasuredMutants["areas"][string]> = {};
  for (const area of areas) {
    const of = outcomes.filter((outcome) => outcome.area === area);
    const byLaws = of.filter(({ isNoticedByLaw }) => isNoticedByLaw).length;
    const byOthers = of.filter(({ noticedBy }) => noticedBy !== undefined).length - byLaws;
    const unreached = of.filter((outcome) => outcome.reachedBy === 0).length;
    measured[area] = { tried: of.length, byLaws, byOthers };
    process.stdout.write(
      `${area}: of ${of.length}, laws noticed ${byLaws}, and other tests ${byOthers}; no test reaches ${unreached}\n`,
    );
  }
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, "outcomes.json"), JSON.stringify(outcomes, null, 1));
  if (!options.report) return;
  const given = process.argv.slice(2).filter((argument) => argument !== "--report");
  reportMutants({
    commit: commitNow(),
    command: ["npm run mutate --", ...given].join(" "),
    areas: measured,
    unnoticed: outcomes
      .filter(({ noticedBy }) => noticedBy === undefined)
      .map(({ mutant }) => ({ place: placeOf(mutant), change: changeOf(mutant), reason: "" })),
  });
}

/** As many at a time as there are processors. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workThrough = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workThrough));
}

await main();
