import { availableParallelism } from "node:os";
import { join } from "node:path";
import { makeApiClient } from "../dashboard/build.ts";
import { evenBatches } from "./batches.ts";
import { folderInMemory } from "./memory-folder.ts";
import { isPure } from "./pure-tests.ts";
import { readRequest, type TestRequest } from "./request.ts";
import { startTests } from "./start-tests.ts";

// npm test: the *.test.ts against one private PostgreSQL server, and the dashboard's tests in a real browser.
//
//   npm test                                  everything but *.slow.test.ts
//   npm test -- --all                         everything, as in CI
//   npm test -- server/src/kernel money       files whose path contains both
//   npm test -- --changed                     the tests nearest to the branch's changes, within a minute
//   npm test -- --long                        the laws with their full numbers of cases
//   npm test -- --database-url postgres://…   on that server; removes the databases and roles that it creates there
//   npm test -- --citus                       on a Citus cluster with two workers, started for the run
//   npm test -- dashboard --browser chromium  in that browser, a name or a path
//   npm test -- dashboard --pictures          saves screenshots of the pages in .tmp/screenshots
//   npm test -- dashboard --delays            answers reach the pages late and out of order
//   npm test -- --test-name-pattern=overdraft other options go to Node's test runner
//
// npm run unit (--unit): what needs neither a database nor a browser.

const ROOT = join(import.meta.dirname, "../..");

/** Pure tests start at once: what the others need is not even loaded. */
async function runTests(request: TestRequest): Promise<number> {
  const { files } = request;
  if (files.length === 0) return 0;
  if (request.leftOut > 0)
    process.stderr.write(
      `${files.length} test files. With --all, ${request.leftOut} slow ones, too (*.slow.test.ts).\n`,
    );
  if (files.every(isPure(ROOT))) {
    if (files.some((path) => path.startsWith("dashboard/"))) await makeApiClient();
    // More than processors, because some wait for time limits.
    const atOnce = Math.min(files.length, availableParallelism() + 2);
    return startTests(ROOT, request, { atOnce, share: evenBatches, environment: {} });
  }
  // For the server of the run, and for all processes of the tests.
  const inMemory = folderInMemory();
  if (inMemory !== undefined) process.env["TMPDIR"] = inMemory.path;
  try {
    const { runWithServices } = await import("./with-services.ts");
    return await runWithServices(request);
  } finally {
    inMemory?.remove();
  }
}

try {
  process.exitCode = await runTests(readRequest(ROOT, process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
