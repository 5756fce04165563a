import { execFileSync } from "node:child_process";
import { basename, dirname } from "node:path";
import { distances, type Path, type Repository, readerOf, usersByFile } from "./import-graph.ts";

/** How long a run of `npm test -- --changed` may take; starting the database and the dashboard's build come on top. */
export const CHANGED_LIMIT_SECONDS = 40;

/** Files that no other file names, but that every test depends on. */
const GLOBAL =
  /^(package(-lock)?\.json|tsconfig\.json|tools\/(run\.mjs|launcher\/.*|tests\/(run-tests|start-tests|with-services|servers\/.*)\.ts))$/;
/** Tests that read the whole repository: affected by documents, which no code imports. */
const READ_EVERYTHING: readonly Path[] = ["tools/tidy.test.ts"];

export interface Affected {
  /** Every test file that reaches a change, most likely to fail first. */
  readonly tests: readonly Path[];
  /** The files that run within the limit. */
  readonly chosen: readonly Path[];
}

/** The files that differ from the start of the branch, committed or not. */
export function changedPaths(root: string): readonly Path[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "");
  const beginning = (): string => {
    for (const main of ["origin/main", "main"]) {
      try {
        return git("merge-base", "HEAD", main)[0] ?? "HEAD";
      } catch {
        // The branch does not exist.
      }
    }
    return "HEAD";
  };
  const changed = git("diff", "--name-only", "--no-renames", beginning());
  return [...new Set([...changed, ...git("ls-files", "--others", "--exclude-standard")])].sort();
}

export function readRepository(root: string): Repository {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return { paths: listed.split("\n").filter((path) => path !== ""), read: readerOf(root) };
}

export interface Choice {
  readonly repository: Repository;
  readonly changed: readonly Path[];
  readonly tests: readonly Path[];
  readonly secondsOf: (test: Path) => number;
  /** Of one process. */
  readonly limitSeconds: number;
}

/**
 * A change deep in the service reaches nearly every test through the app. So tests that use it most directly run first,
 * and among equals those whose text mentions it most, until the limit.
 */
export function affectedTests({ repository, changed, tests, secondsOf, limitSeconds }: Choice): Affected {
  const users = usersByFile(repository);
  const reached = distances(users, changed);
  if (changed.some((path) => GLOBAL.test(path)))
    for (const test of tests) if (!reached.has(test)) reached.set(test, Number.POSITIVE_INFINITY);
  if (changed.some((path) => !users.has(path)))
    for (const test of READ_EVERYTHING) if (!reached.has(test)) reached.set(test, 1);
  const words = wordsOf(changed);
  const ranked = tests
    .filter((test) => reached.has(test))
    .map((test) => ({ test, distance: reached.get(test) ?? 0, density: densityOf(words, repository.read(test)) }))
    .sort(
      (a, b) =>
        compare(a.distance, b.distance) || compare(b.density, a.density) || secondsOf(a.test) - secondsOf(b.test),
    )
    .map(({ test }) => test);
  return { tests: ranked, chosen: within(ranked, secondsOf, limitSeconds) };
}

/** Also treats infinite distances as equal. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);

/** Skips a file that is too long in favor of one that still fits; the first always runs. */
function within(ranked: readonly Path[], secondsOf: (test: Path) => number, limitSeconds: number): readonly Path[] {
  let left = limitSeconds;
  return ranked.filter((test, index) => {
    const seconds = secondsOf(test);
    if (index > 0 && seconds > left) return false;
    left -= seconds;
    return true;
  });
}

/** Word stems in the names of files and their folders: "approvals" and "approve" have the same stem. */
function wordsOf(paths: readonly Path[]): readonly string[] {
  const names = paths.flatMap((path) => [basename(path).replace(/\..*/, ""), basename(dirname(path))]);
  const words = names.flatMap((name) => name.toLowerCase().split(/[^a-z]+/)).filter((word) => word.length >= 3);
  return [...new Set(words.map((word) => word.slice(0, 6)))];
}

function densityOf(words: readonly string[], text: string): number {
  const lower = text.toLowerCase();
  const count = words.reduce((sum, word) => sum + lower.split(word).length - 1, 0);
  return count / Math.max(1, text.length);
}
