// Runs a task of package.json: node tools/run.mjs <task> [arguments]. Plain JavaScript that works in Node.js 20 or newer.
import { ensureDashboard, ensureDependencies, REPOSITORY, runTypeScript } from "./launcher/runtime.mjs";

/** Each task's program, from the repository's root. */
const PROGRAMS = {
  start: "server/src/cli/main.ts",
  dev: "server/src/cli/main.ts",
  test: "tools/tests/run-tests.ts",
  unit: "tools/tests/run-tests.ts",
  check: "tools/check/check.ts",
  gen: "tools/generate/gen.ts",
  bench: "bench/main.ts",
  simulate: "server/test/simulation/main.ts",
  build: "tools/package/build.ts",
  image: "tools/image/build-image.ts",
  release: "tools/release/release.ts",
  screenshots: "tools/dashboard/screenshots.ts",
  interop: "tools/interop/interop.ts",
  mutate: "tools/mutate/mutate.ts",
};

/** Starts the service from a clean clone. `dev` restarts it when a source file changes. */
function serve(program, args, watch) {
  process.chdir(REPOSITORY);
  ensureDependencies({ development: watch });
  ensureDashboard();
  runTypeScript(program, ["serve", ...args], {
    nodeFlags: watch ? ["--watch", "--watch-preserve-output"] : [],
    keepWatching: watch,
  });
}

const [task, ...args] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, task ?? "") ? PROGRAMS[task] : undefined;
if (program === undefined) {
  process.stderr.write(`Usage: node tools/run.mjs <${Object.keys(PROGRAMS).join(" | ")}> [arguments]\n`);
  process.exit(2);
}
if (task === "start" || task === "dev") serve(program, args, task === "dev");
else {
  ensureDependencies();
  runTypeScript(program, task === "unit" ? ["--unit", ...args] : args);
}
