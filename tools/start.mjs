// npm start: from a clean clone to a running service. `--watch` (npm run dev) restarts it when a source file changes.
import { ensureDashboard, ensureDependencies, REPOSITORY, runTypeScript } from "./launcher/runtime.mjs";

const given = process.argv.slice(2);
const watch = given[0] === "--watch";

process.chdir(REPOSITORY);
ensureDependencies({ development: watch });
ensureDashboard();
runTypeScript("server/src/cli/main.ts", ["serve", ...(watch ? given.slice(1) : given)], {
  nodeFlags: watch ? ["--watch", "--watch-preserve-output"] : [],
  keepWatching: watch,
});
