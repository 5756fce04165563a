import { globSync } from "node:fs";
import { relative, resolve } from "node:path";
import { affectedTests, CHANGED_LIMIT_SECONDS, changedPaths, readRepository } from "./affected-tests.ts";
import type { Path } from "./import-graph.ts";
import { readSeconds } from "./test-seconds.ts";

const TEST_FILES = "{server,packages,tools,bench,dashboard}/**/*.test.ts";
/** They judge the repository, and `npm run check` runs them. */
const OF_THE_CHECK: readonly Path[] = [
  "tools/migrations/migrations.test.ts",
  "tools/tables/tables.test.ts",
  "tools/tidy.test.ts",
];
/** Flags that are not for Node's test runner. */
const OWN_FLAGS: readonly string[] = ["--long", "--pictures", "--delays", "--changed", "--citus"];

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
  /** True if no test file is left out. */
  readonly everything: boolean;
}

/** What `npm test` should run. */
export function readRequest(root: string, all: readonly string[], atOnce: number): TestRequest {
  const { value: databaseUrl, rest } = takeValue(all, "--database-url");
  const { value: browser, rest: given } = takeValue(rest, "--browser");
  const flags = given.filter((argument) => argument.startsWith("-") && !OWN_FLAGS.includes(argument));
  const filters = given
    .filter((argument) => !argument.startsWith("-"))
    .map((path) => relative(root, resolve(root, path)));
  const tests = globSync(TEST_FILES, { cwd: root, exclude: (path) => path.includes("node_modules") }).sort();
  const unused = filters.filter((filter) => !tests.some((path) => path.includes(filter)));
  if (unused.length > 0)
    throw new Error(`No test file's path contains ${unused.map((filter) => `"${filter}"`).join(" or ")}`);
  const everything = tests.filter((path) => !OF_THE_CHECK.includes(path));
  const named =
    filters.length === 0 ? everything : tests.filter((path) => filters.some((filter) => path.includes(filter)));
  const files = given.includes("--changed")
    ? chooseAffected(root, filters.length === 0 ? tests : named, atOnce)
    : named;
  return {
    long: given.includes("--long"),
    pictures: given.includes("--pictures"),
    delays: given.includes("--delays"),
    databaseUrl,
    browser,
    citus: given.includes("--citus"),
    flags,
    files,
    everything: files.length === everything.length && filters.length === 0 && flags.length === 0,
  };
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

function chooseAffected(root: string, tests: readonly Path[], atOnce: number): readonly Path[] {
  const changed = changedPaths(root);
  const { tests: affected, chosen } = affectedTests({
    repository: readRepository(root),
    changed,
    tests,
    secondsOf: readSeconds(),
    limitSeconds: CHANGED_LIMIT_SECONDS * atOnce,
  });
  const rest = affected.length - chosen.length;
  process.stderr.write(
    `${changed.length} changed files reach ${affected.length} test files. Running ${rest === 0 ? "all of them" : `the ${chosen.length} nearest; npm test runs the other ${rest} too`}.\n`,
  );
  return chosen;
}
