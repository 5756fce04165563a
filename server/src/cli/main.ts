import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Beside the program, not in the shared temporary folder, where another user of the machine could put code for us to run.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/bursar"));
// Loaded after the cache is on, which halves the time it takes.
const { runCli } = await import("./run-cli.ts");
const { ask } = await import("./ask.ts");

let exitCode = 0;
const ended = await runCli(process.argv.slice(2), {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  ask,
  exitWith: (code) => {
    exitCode = code;
  },
});
process.exitCode = ended === 0 ? exitCode : ended;
