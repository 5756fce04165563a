import { existsSync, globSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { affectedTests, CHANGED_LIMIT_SECONDS, changedPaths, readRepository } from "./affected-tests.ts";
import { AT_ONCE } from "./batches.ts";
import type { Path } from "./import-graph.ts";
import { isPure } from "./pure-tests.ts";
import { readSeconds } from "./test-seconds.ts";

const TEST_FILES = "{server,packages,tools,bench,dashboard}/**/*.test.ts";
/** They judge the repository, and `npm run check` runs them. */
const OF_THE_CHECK: readonly Path[] = [
  "tools/check/folder-order.test.ts",
  "tools/migrations/migrations.test.ts",
  "tools/tables/tables.test.ts",
  "tools/tidy.test.ts",
];
/** Laws take minutes, wherever they run. */
const IN_FULL_RUNS = /^server\/test\/laws\//;
/**
 * Tests that take long: with --all and --long, or if a part of their path is given. What they prove, faster ones prove in
 * small. CI runs all.
 */
const SLOW = /\.slow\.test\.ts$/;
/** Flags that are not for Node's test runner. */
const OWN_FLAGS: readonly string[] = ["--all", "--long", "--pictures", "--delays", "--changed", "--citus", "--unit"];

export interface TestRequest {
  readonly long: boolean;
  readonly pictures: boolean;
  /** Answers reach the dashboard's pages late and out of order. */
  readonly delays: boolean;
  /** The server to use instead of a private one. */
  readonly databaseUrl: string | undefined;
  /** The name or path of the browser to use instead of the first one found. */
  readonly browser: string | undefined;
  /** On a private Citus cluster. */
  readonly citus: boolean;
  readonly flags: readonly string[];
  readonly files: readonly Path[];
  /** Slow tests that an ordinary run leaves out. */
  readonly leftOut: number;
  /** True if no test file is left out. */
  readonly everything: boolean;
}

/** What `npm test` should run. */
export function readRequest(root: string, all: readonly string[]): TestRequest {
  const { value: databaseUrl, rest } = takeValue(all, "--database-url");
  const { value: browser, rest: given } = takeValue(rest, "--browser");
  const flags = given.filter((argument) => argument.startsWith("-") && !OWN_FLAGS.includes(argument));
  const filters = given
    .filter((argument) => !argument.startsWith("-"))
    .map((path) => relative(root, resolve(root, path)));
  const named = testsNamed(root, filters);
  const chooses = given.includes("--changed") || given.includes("--unit");
  const isOrdinary =
    filters.length === 0 &&
    flags.length === 0 &&
    !["--all", "--long", "--changed"].some((flag) => given.includes(flag));
  const chosen = chooses ? chooseFrom(root, named, given) : named;
  const files = isOrdinary ? chosen.filter((path) => !SLOW.test(path)) : chosen;
  return {
    long: given.includes("--long"),
    pictures: given.includes("--pictures"),
    delays: given.includes("--delays"),
    databaseUrl,
    browser,
    citus: given.includes("--citus"),
    flags,
    files,
    leftOut: chosen.length - files.length,
    everything: filters.length === 0 && flags.length === 0 && !chooses && !isOrdinary,
  };
}

/** Paths of test files name these; parts of paths name the files that contain all of them. */
function testsNamed(root: string, filters: readonly string[]): readonly Path[] {
  if (filters.length > 0 && filters.every((path) => path.endsWith(".test.ts") && existsSync(join(root, path))))
    return filters;
  const tests = globSync(TEST_FILES, { cwd: root, exclude: (path) => path.includes("node_modules") }).sort();
  if (filters.length === 0) return tests.filter((path) => !OF_THE_CHECK.includes(path));
  const named = tests.filter((path) => filters.every((filter) => path.includes(filter)));
  if (named.length === 0)
    throw new Error(`No test file's path contains ${filters.map((filter) => `"${filter}"`).join(" and ")}`);
  return named;
}

/** The value of an option, given as an argument of its own or behind `=`, and the other arguments. */
function takeValue(all: readonly string[], option: string) {
  const at = all.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  const flag = all[at];
  if (flag === undefined) return { value: undefined, rest: all };
  const isSeparate = flag === option;
  return {
    value: isSeparate ? (all[at + 1] ?? "") : flag.slice(option.length + 1),
    rest: all.toSpliced(at, isSeparate ? 2 : 1),
  };
}

function chooseFrom(root: string, tests: readonly Path[], given: readonly string[]): readonly Path[] {
  const ofThisKind = given.includes("--unit")
    ? tests.filter((path) => !IN_FULL_RUNS.test(path)).filter(isPure(root))
    : tests;
  return given.includes("--changed") ? chooseAffected(root, ofThisKind) : ofThisKind;
}

function chooseAffected(root: string, tests: readonly Path[]): readonly Path[] {
  const changed = changedPaths(root);
  const { tests: affected, chosen } = affectedTests({
    repository: readRepository(root),
    changed,
    tests,
    secondsOf: readSeconds(),
    limitSeconds: CHANGED_LIMIT_SECONDS * AT_ONCE,
  });
  const rest = affected.length - chosen.length;
  process.stderr.write(
    `${changed.length} changed files reach ${affected.length} test files. Running ${rest === 0 ? "all of them" : `the ${chosen.length} nearest; npm test runs the other ${rest} too`}.\n`,
  );
  return chosen;
}
