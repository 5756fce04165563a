import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeBatches } from "./batch-files.ts";
import type { batchesOf } from "./batches.ts";
import type { TestRequest } from "./request.ts";
import { readSeconds } from "./test-seconds.ts";

/** A test that takes longer hangs. Runs with --long have no limit. */
const TEST_LIMIT_MS = 15 * 60_000;
/** The usual reporter, and one that records how long each file took. */
const REPORTERS = ["spec", pathToFileURL(join(import.meta.dirname, "seconds-reporter.ts")).href].flatMap((name) => [
  `--test-reporter=${name}`,
  "--test-reporter-destination=stdout",
]);

export interface TestProcesses {
  /** How many run at the same time. */
  readonly atOnce: number;
  /** Which files share one. */
  readonly share: typeof batchesOf;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the files in Node's test runner and returns its exit code. A single process is the runner's own. */
export async function startTests(
  root: string,
  { files, flags, long, pictures, delays }: TestRequest,
  { atOnce, share, environment }: TestProcesses,
): Promise<number> {
  // A name filter would skip the tests that represent the files of a batch.
  const modules = flags.length === 0 ? writeBatches(root, share(files, { secondsOf: readSeconds(), atOnce })) : files;
  const isolation = atOnce === 1 && modules.length === 1 ? ["--test-isolation=none"] : [];
  const limits = long ? [] : [`--test-timeout=${TEST_LIMIT_MS}`];
  const tests = spawn(
    process.execPath,
    ["--test", ...REPORTERS, `--test-concurrency=${atOnce}`, ...isolation, ...limits, ...flags, ...modules],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        ...environment,
        ...(long ? { BURSAR_TEST_LONG: "1" } : {}),
        ...(pictures ? { BURSAR_TEST_PICTURES: "1" } : {}),
        ...(delays ? { BURSAR_TEST_DELAYS: "1" } : {}),
      },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => tests.kill(signal));
  return new Promise((resolve, reject) => {
    tests.on("error", reject);
    tests.on("exit", (code) => resolve(code ?? 1));
  });
}
